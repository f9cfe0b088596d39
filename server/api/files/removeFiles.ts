import type pg from 'pg';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const batchSize = 50;
const u = columnsOf(uploads);

/** What one sweep removed, and the files that a storage keeps for now. */
export interface Removed {
  readonly removed: number;
  readonly kept: readonly string[];
}

/** Takes away the bytes of files that nobody may ask for any more. What a storage does not take away now, or one that is not set any more, is asked again at the next turn. */
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
