import { localStorage } from '../../adapters/objectStorage/localStorage';
import type { Transaction } from '../../kernel/transaction';

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
  const [row] = await tx.asOwner(() => tx.run('select data from stored_objects where object_key = $1', [documentKey(sha256)]));
  return row ? (row[0] as Buffer) : null;
};

/** Takes the bytes of documents away, for somebody who is to be forgotten. */
export const dropBytes = (tx: Transaction, hashes: readonly string[]): Promise<unknown> =>
  tx.asOwner(() => tx.run('delete from stored_objects where object_key = any($1)', [hashes.map(documentKey)]));
