import { Readable } from 'node:stream';
import type pg from 'pg';
import type { ObjectStorage } from './ObjectStorage';

const putSql = 'insert into stored_objects (object_key, data) values ($1, $2) on conflict (object_key) do update set data = excluded.data';

/** Keeps the bytes in the database of the product, so that its backup is whole and every process reads them. */
export const localStorage = (database: Pick<pg.ClientBase | pg.Pool, 'query'>): ObjectStorage => ({
  name: 'local',
  put: async ({ key, data }) => void (await database.query(putSql, [key, data])),
  get: async (key) => {
    const { rows } = await database.query<{ data: Buffer }>('select data from stored_objects where object_key = $1', [key]);
    return rows[0] ? Readable.from([rows[0].data], { objectMode: false }) : null;
  },
  remove: async (key) => void (await database.query('delete from stored_objects where object_key = $1', [key])),
});
