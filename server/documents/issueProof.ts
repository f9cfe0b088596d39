import { createHash } from 'node:crypto';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../api/transaction';
import { addBeside, changeBeside } from '../api/write/beside';
import { keepBytes } from './documentBytes';
import { drawProof } from './drawProof';
import type { Proof } from './Proof';
import { readProof } from './readProof';

/** A document as the log tells of it. */
export interface Issued { readonly documentid: number; readonly file: string; readonly sha256: string }

const kind = 'confirmation';
/** Raised when the same facts are to look otherwise. */
const edition = 1;
/** The SHA-256 of something, in hexadecimal. */
export const hashOf = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
/** The hash of what a proof says, however it is drawn. */
export const contentHash = (proof: Proof): string => hashOf(JSON.stringify([edition, proof]));
/** What the file of a proof is called: the folio, and the number where there is one. */
export const fileName = ({ folio, number }: Proof): string => `${folio}${number === null ? '' : `-${number}`}.pdf`;
/** What a rehearsal writes in the place of a hash: nothing was drawn. */
const undrawn = '0'.repeat(64);

const currentSql = `select documentid, content_sha256 from inscription_documents where inscriptionid = $1 and kind = '${kind}' and status = 'current' and deleted_at is null`;
/** The proof that holds for an inscription, if any. */
export const currentProof = async (tx: Transaction, inscriptionid: number): Promise<{ readonly documentid: number; readonly content: string } | null> => {
  const [row] = await tx.run(currentSql, [inscriptionid]);
  return row ? { documentid: Number(row[0]), content: String(row[1]) } : null;
};

/** Ends what was printed for an inscription: it is kept, and says that it no longer holds. */
export const supersede = (tx: Transaction, inscriptionid: number): Promise<readonly number[]> =>
  changeBeside(tx, inscription_documents, `t.inscriptionid = $7 and t.status = 'current' and t.deleted_at is null`, [inscriptionid], { status: 'superseded', superseded_at: new Date().toISOString() });

/**
 * Prints the proof of an inscription as it is now, in the place of the one before; `null` when that one says the same already.
 *
 * Everything is written in the open transaction. A rehearsal writes the same rows and draws nothing: what it writes is undone, and thirty thousand drawings would take an hour.
 */
export const issueProof = async (tx: Transaction, now: Inscription): Promise<Issued | null> => {
  const proof = await readProof(tx, now);
  const content = contentHash(proof);
  const current = await currentProof(tx, now.inscriptionid);
  if (current?.content === content) return null;
  const data = tx.isRehearsal ? null : await drawProof(proof);
  const sha256 = data ? hashOf(data) : undrawn;
  if (data) await keepBytes(tx, sha256, data);
  if (current) await supersede(tx, now.inscriptionid);
  const file = fileName(proof);
  const documentid = await addBeside(tx, inscription_documents, {
    inscriptionid: now.inscriptionid, eventid: now.eventid, kind, prefix: now.prefix ?? null, number: now.number ?? null, locale: proof.locale, file, sha256, content_sha256: content, size_bytes: data?.length ?? 0, status: 'current',
  });
  return { documentid, file, sha256 };
};
