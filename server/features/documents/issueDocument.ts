import { createHash } from 'node:crypto';
import type { DocumentKind } from '@/domain/registration/documentKinds';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { createAudited, updateAudited } from '../../api/write/audited';
import { keepBytes } from './documentBytes';
import { kinds } from './kinds';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectAll } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

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

const d = columnsOf(inscription_documents);
const documentsOf = (inscriptionid: number, kind: DocumentKind): SQL =>
  sql`from ${d} where ${d.inscriptionid} = ${inscriptionid} and ${d.kind} = ${kind} and ${d.deleted_at} is null`;
const currentContent = async (tx: Transaction, inscriptionid: number, kind: DocumentKind): Promise<string | null> => {
  const [content = null] = await selectAll(tx, d.content_sha256, sql`${documentsOf(inscriptionid, kind)} and ${d.status} = 'current'`);
  return content;
};
/** Whether an inscription has a document of a kind that holds. */
export const hasCurrent = async (tx: Transaction, inscriptionid: number, kind: DocumentKind): Promise<boolean> =>
  (await currentContent(tx, inscriptionid, kind)) !== null;

/** Whether an inscription ever had a document of a kind, whether or not it still holds. */
export const wasIssued = (tx: Transaction, inscriptionid: number, kind: DocumentKind): Promise<boolean> =>
  exists(tx, sql`${documentsOf(inscriptionid, kind)} limit 1`);

/** Ends what was printed of some kinds for inscriptions: it is kept, and says that it no longer holds. */
export const supersede = (tx: Transaction, inscriptionids: readonly number[], of: readonly DocumentKind[]): Promise<readonly number[]> =>
  updateAudited(
    tx,
    inscription_documents,
    (row) =>
      sql`${row.inscriptionid} = any(${inscriptionids}::bigint[]) and ${row.kind} = any(${of}::text[]) and ${row.status} = 'current' and ${row.deleted_at} is null`,
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
  const documentid = await createAudited(tx, inscription_documents, {
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
