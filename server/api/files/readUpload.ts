import { buffer } from 'node:stream/consumers';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, type Runner } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const u = columnsOf(uploads);
const ours = /\/api\/upload\/([A-Za-z0-9_.-]+)$/;
/** The key of a file that was uploaded here; undefined for other addresses, which the server does not ask. */
export const uploadIn = (address: string): string | undefined => ours.exec(address)?.[1];

/** What is needed to read files, over the pool and outside of any transaction: the embedded database has one connection, which a transaction holds. */
export interface UploadDeps {
  readonly runner: Runner;
  readonly storages: ObjectStorages;
}
/** The bytes of a file that was uploaded here; null when it is gone. */
export const readUpload = async ({ runner, storages }: UploadDeps, id: string): Promise<Buffer | null> => {
  const found = await selectOne(runner, { storage: u.storage }, sql`from ${u} where ${u.uploadid} = ${id} and ${u.dropped_at} is null`);
  const data = found ? await storages.named(found.storage)?.get(id) : null;
  return data ? buffer(data) : null;
};
