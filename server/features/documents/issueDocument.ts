import { createHash } from 'node:crypto';
import type { DocumentKind } from '@/domain/registration/documentKinds';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { createAudited, updateAudited } from '../../api/write/audited';
import { keepBytes } from './documentBytes';
import { kinds } from './kinds';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

/** A document as the log shows it. */
export interface Issued {
  readonly documentid: number;
  readonly file: string;
  readonly sha256: string;
}

/** Raised when the layout changes, so that a new file is printed for the same facts. */
const edition = 1;
/** The SHA-256 of something, in hexadecimal. */
export const hashOf = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
/** The hash of the contents of a document, independent of its layout. */
export const contentHash = (facts: object): string => hashOf(JSON.stringify([edition, facts]));
/** Written instead of a hash in a rehearsal, which draws nothing. */
const undrawn = '0'.repeat(64);

const d = columnsOf(inscription_documents);
const documentsOf = (inscriptionid: number, kind: DocumentKind): SQL =>
  sql`from ${d} where ${d.inscriptionid} = ${inscriptionid} and ${d.kind} = ${kind} and ${d.deleted_at} is null`;
const currentContent = async (tx: Transaction, inscriptionid: number, kind: DocumentKind): Promise<string | null> => {
  const [content = null] = await selectAll(tx, d.content_sha256, sql`${documentsOf(inscriptionid, kind)} and ${d.status} = 'current'`);
  return content;
};
/** Which inscriptions ever had a document of a kind, each with whether one still holds. */
export const issuedTo = async (
  tx: Transaction,
  inscriptionids: readonly number[],
  kind: DocumentKind,
): Promise<ReadonlyMap<number, { readonly isCurrent: boolean }>> => {
  if (inscriptionids.length === 0) return new Map();
  const found = await select(
    tx,
    { id: d.inscriptionid, isCurrent: value<boolean>(sql`bool_or(${d.status} = 'current')`) },
    sql`from ${d} where ${d.inscriptionid} = any(${inscriptionids}::bigint[]) and ${d.kind} = ${kind} and ${d.deleted_at} is null group by ${d.inscriptionid}`,
  );
  return new Map(found.map(({ id, isCurrent }) => [id, { isCurrent }]));
};

/** Marks printed documents of some kinds as no longer valid; they are kept. */
export const supersede = (tx: Transaction, inscriptionids: readonly number[], of: readonly DocumentKind[]): Promise<readonly number[]> =>
  updateAudited(
    tx,
    inscription_documents,
    (row) =>
      sql`${row.inscriptionid} = any(${inscriptionids}::bigint[]) and ${row.kind} = any(${of}::text[]) and ${row.status} = 'current' and ${row.deleted_at} is null`,
    { status: 'superseded', superseded_at: new Date().toISOString() },
  );

/**
 * Prints a document of an inscription with its present data, in place of the former one of its kind; `null` when the former one has the
 * same contents.
 *
 * Everything is written in the open transaction. A rehearsal writes the same rows and draws nothing: its rows are rolled back, and
 * thirty thousand drawings would take an hour.
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
