import type pg from 'pg';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';

const batchSize = 50;
const droppedSql = `select uploadid, storage from uploads where dropped_at is not null and not (uploadid = any($1)) order by dropped_at limit ${batchSize}`;
interface Dropped {
  readonly uploadid: string;
  readonly storage: string;
}

/** What one sweep removed, and the files that a storage keeps for now. */
export interface Removed {
  readonly removed: number;
  readonly kept: readonly string[];
}

/** Takes away the bytes of files that nobody may ask for any more. What a storage does not take away now, or one that is not set any more, is asked again at the next turn. */
export const removeFiles = async (pool: pg.Pool, storages: ObjectStorages, isOver: () => boolean = () => false): Promise<Removed> => {
  const kept: string[] = [];
  let removed = 0;
  while (!isOver()) {
    const { rows } = await pool.query<Dropped>(droppedSql, [kept]);
    for (const { uploadid, storage } of rows) {
      try {
        const named = storages.named(storage);
        if (!named) throw new Error(`no object storage is called "${storage}"`);
        await named.remove(uploadid);
        await pool.query('delete from uploads where uploadid = $1', [uploadid]);
        removed += 1;
      } catch {
        kept.push(uploadid);
      }
    }
    if (rows.length < batchSize) break;
  }
  return { removed, kept };
};
