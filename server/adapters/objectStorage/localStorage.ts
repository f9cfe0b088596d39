import { Readable } from 'node:stream';
import type pg from 'pg';
import type { ObjectStorage, Pieces } from './ObjectStorage';
import { stored_objects, stored_pieces } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, selectAll, type Runner } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const o = columnsOf(stored_objects);
const p = columnsOf(stored_pieces);

const pieceBytes = 1024 * 1024;
async function* piecesOf(runner: Runner, key: string, from: number, to: number): AsyncGenerator<Buffer> {
  for (let piece = Math.floor(from / pieceBytes); piece * pieceBytes <= to; piece += 1) {
    const [data] = await selectAll(runner, p.data, sql`from ${p} where ${p.object_key} = ${key} and ${p.piece} = ${piece + 1}`);
    if (!data) throw new Error(`piece ${piece + 1} of ${key} is gone`);
    yield data.subarray(Math.max(0, from - piece * pieceBytes), to - piece * pieceBytes + 1);
  }
}
/** Pieces are rows; nobody sees those of a transaction that was undone. */
const localPieces = (runner: Runner): Pieces => ({
  pieceBytes,
  begin: async (_runner, { key }) => ({ key, upload: key }),
  put: (within, { key }, piece, data) =>
    execute(
      within,
      sql`insert into ${p} (${p.object_key}, ${p.piece}, ${p.data}) values (${key}, ${piece}, ${data}) on conflict (${p.object_key}, ${p.piece}) do update set ${p.data} = excluded.${p.data}`,
    ),
  finish: async () => {},
  drop: (within, { key }) => execute(within, sql`delete from ${p} where ${p.object_key} = ${key}`),
  read: (key, from, to) => Readable.from(piecesOf(runner, key, from, to), { objectMode: false }),
});

/** Stores the bytes in the database of the product, so its backup is complete and every process can read them. */
export const localStorage = (database: Pick<pg.ClientBase | pg.Pool, 'query'>): ObjectStorage & { readonly pieces: Pieces } => {
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
    pieces: localPieces(runner),
  };
};
