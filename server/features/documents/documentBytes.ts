import { localStorage } from '../../adapters/objectStorage/localStorage';
import type { Transaction } from '../../kernel/transaction';
import { stored_objects } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectAll, type Runner } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const o = columnsOf(stored_objects);
/** The storage key of a document: equal bytes of one registration have one key, however often they are made. */
export const documentKey = (sha256: string): string => `documents/${sha256}.pdf`;

/**
 * Stores the bytes of a document in the open transaction, so they are committed or rolled back with it.
 *
 * They are always in the database, even when uploads are in a bucket, because a bucket cannot roll back.
 */
export const keepBytes = (tx: Transaction, sha256: string, data: Buffer): Promise<void> =>
  tx.asOwner(() => localStorage(tx.client).put({ key: documentKey(sha256), mime: 'application/pdf', data }));

/** The bytes of a document; `null` when they are no longer stored. */
export const readBytes = async (tx: Transaction, sha256: string): Promise<Buffer | null> => {
  const [data = null] = await tx.asOwner(() => selectAll(tx, o.data, sql`from ${o} where ${o.object_key} = ${documentKey(sha256)}`));
  return data;
};

/** The bytes of an uploaded picture that is in the database; `null` for one in a bucket, which no transaction reads. */
export const readPicture = async (tx: Runner & Pick<Transaction, 'asOwner'>, address: string): Promise<Buffer | null> => {
  const key = address.split('/').at(-1) ?? '';
  const [data = null] = await tx.asOwner(() => selectAll(tx, o.data, sql`from ${o} where ${o.object_key} = ${key}`));
  return data;
};

/** Removes the bytes of the documents of a forgotten person. */
export const dropBytes = (tx: Transaction, hashes: readonly string[]): Promise<void> =>
  tx.asOwner(() => execute(tx, sql`delete from ${o} where ${o.object_key} = any(${hashes.map(documentKey)})`));
