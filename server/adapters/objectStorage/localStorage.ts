import { Readable } from 'node:stream';
import type pg from 'pg';
import type { ObjectStorage } from './ObjectStorage';
import { stored_objects } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const o = columnsOf(stored_objects);

/** Keeps the bytes in the database of the product, so that its backup is whole and every process reads them. */
export const localStorage = (database: Pick<pg.ClientBase | pg.Pool, 'query'>): ObjectStorage => {
  const runner = runnerOf(database);
  return {
    name: 'local',
    put: ({ key, data }) =>
      execute(
        runner,
        sql`insert into ${o} (${o.object_key}, ${o.data}) values (${key}, ${data}) on conflict (${o.object_key}) do update set ${o.data} = excluded.${o.data}`,
      ),
    get: async (key) => {
      const [data] = await selectAll(runner, o.data, sql`from ${o} where ${o.object_key} = ${key}`);
      return data ? Readable.from([data], { objectMode: false }) : null;
    },
    remove: (key) => execute(runner, sql`delete from ${o} where ${o.object_key} = ${key}`),
  };
};
