import { createHash } from 'node:crypto';
import type { DocumentKind } from '@/domain/registration/documentKinds';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { addBeside, changeBeside } from '../../api/write/beside';
import { keepBytes } from './documentBytes';
import { kinds } from './kinds';

/** A document as the log tells of it. */
export interface Issued {
  readonly documentid: number;
  readonly file: string;
  readonly sha256: string;
}

/** Raised when the same facts are to look otherwise. */
const edition = 1;
/** The SHA-256 of something, in hexadecimal. */
export const hashOf = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
/** The hash of what a document says, however it is drawn. */
export const contentHash = (facts: object): string => hashOf(JSON.stringify([edition, facts]));
/** What a rehearsal writes in the place of a hash: nothing was drawn. */
const undrawn = '0'.repeat(64);

const currentSql = `select content_sha256 from inscription_documents where inscriptionid = $1 and kind = $2 and status = 'current' and deleted_at is null`;
const currentContent = async (tx: Transaction, inscriptionid: number, kind: DocumentKind): Promise<string | null> => {
  const [row] = await tx.run(currentSql, [inscriptionid, kind]);
  return row ? String(row[0]) : null;
};
/** Whether an inscription has a document of a kind that holds. */
export const hasCurrent = async (tx: Transaction, inscriptionid: number, kind: DocumentKind): Promise<boolean> =>
  (await currentContent(tx, inscriptionid, kind)) !== null;

/** Whether an inscription ever had a document of a kind, whether or not it still holds. */
export const wasIssued = async (tx: Transaction, inscriptionid: number, kind: DocumentKind): Promise<boolean> =>
  (
    await tx.run('select 1 from inscription_documents where inscriptionid = $1 and kind = $2 and deleted_at is null limit 1', [
      inscriptionid,
      kind,
    ])
  ).length > 0;

/** Ends what was printed of some kinds for inscriptions: it is kept, and says that it no longer holds. */
export const supersede = (tx: Transaction, inscriptionids: readonly number[], of: readonly DocumentKind[]): Promise<readonly number[]> =>
  changeBeside(
    tx,
    inscription_documents,
    `t.inscriptionid = any($7::bigint[]) and t.kind = any($8::text[]) and t.status = 'current' and t.deleted_at is null`,
    [inscriptionids, of],
    { status: 'superseded', superseded_at: new Date().toISOString() },
  );

/**
 * Prints a document of an inscription as it is now, in the place of the one of its kind before; `null` when that one says the same already.
 *
 * Everything is written in the open transaction. A rehearsal writes the same rows and draws nothing: what it writes is undone, and thirty thousand drawings would take an hour.
 */
export const issueDocument = async (tx: Transaction, now: Inscription, kind: DocumentKind): Promise<Issued | null> => {
  const { inscriptionid, eventid, prefix = null, number = null } = now;
  const { locale, file, facts, draw } = await kinds[kind](tx, now, tx.locale);
  const content = contentHash(facts),
    current = await currentContent(tx, inscriptionid, kind);
  if (current === content) return null;
  const data = tx.isRehearsal ? null : await draw(content);
  const sha256 = data ? hashOf(data) : undrawn;
  if (data) await keepBytes(tx, sha256, data);
  if (current) await supersede(tx, [inscriptionid], [kind]);
  const documentid = await addBeside(tx, inscription_documents, {
    inscriptionid,
    eventid,
    kind,
    prefix,
    number,
    locale,
    file,
    sha256,
    content_sha256: content,
    size_bytes: data?.length ?? 0,
    status: 'current',
  });
  return { documentid, file, sha256 };
};
