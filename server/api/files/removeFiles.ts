import type pg from 'pg';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const batchSize = 50;
const u = columnsOf(uploads);

/** What one sweep removed, and which files it could not remove yet. */
export interface Removed {
  readonly removed: number;
  readonly kept: readonly string[];
}

/** Removes the bytes of files that nobody may read any more. If a storage fails, or is no longer configured, the next sweep tries again. */
export const removeFiles = async (pool: pg.Pool, storages: ObjectStorages, isOver: () => boolean = () => false): Promise<Removed> => {
  const runner = runnerOf(pool);
  const kept: string[] = [];
  let removed = 0;
  while (!isOver()) {
    const rows = await select(
      runner,
      { uploadid: u.uploadid, storage: u.storage },
      sql`from ${u} where ${u.dropped_at} is not null and not (${u.uploadid} = any(${kept})) order by ${u.dropped_at} limit ${sql.raw(String(batchSize))}`,
    );
    for (const { uploadid, storage } of rows) {
      try {
        const named = storages.named(storage);
        if (!named) throw new Error(`no object storage is called "${storage}"`);
        await named.remove(uploadid);
        await execute(runner, sql`delete from ${u} where ${u.uploadid} = ${uploadid}`);
        removed += 1;
      } catch {
        kept.push(uploadid);
      }
    }
    if (rows.length < batchSize) break;
  }
  return { removed, kept };
};
