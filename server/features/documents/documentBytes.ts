import { localStorage } from '../../adapters/objectStorage/localStorage';
import type { Transaction } from '../../kernel/transaction';
import { stored_objects } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const o = columnsOf(stored_objects);
/** Where the bytes of a document are kept: the same bytes of the same registration have one place, however often they are made. */
export const documentKey = (sha256: string): string => `documents/${sha256}.pdf`;

/**
 * Keeps the bytes of a document in the open transaction, and with it or not at all.
 *
 * So they are always in the database, also where uploads go into a bucket: a bucket knows no way back from a change that was undone.
 */
export const keepBytes = (tx: Transaction, sha256: string, data: Buffer): Promise<void> =>
  tx.asOwner(() => localStorage(tx.client).put({ key: documentKey(sha256), mime: 'application/pdf', data }));

/** The bytes of a document; `null` where they are kept no more. */
export const readBytes = async (tx: Transaction, sha256: string): Promise<Buffer | null> => {
  const [data = null] = await tx.asOwner(() => selectAll(tx, o.data, sql`from ${o} where ${o.object_key} = ${documentKey(sha256)}`));
  return data;
};

/** Takes the bytes of documents away, for somebody who is to be forgotten. */
export const dropBytes = (tx: Transaction, hashes: readonly string[]): Promise<void> =>
  tx.asOwner(() => execute(tx, sql`delete from ${o} where ${o.object_key} = any(${hashes.map(documentKey)})`));
