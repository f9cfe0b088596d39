import type pg from 'pg';
import type { AnyResource } from '@/schema';
import type { Asked } from './engine/Asked';
import { dayFirst } from './engine/cells';
import { formats } from './engine/formats';
import { rowsOut } from './engine/rowsOut';
import { countSql, listRows, orderOf, rowsByKey, type Written } from './engine/statements';
import { listCondition } from '../../api/list/readList';
import { copyOut, type Copied } from '../../database/copyOut';
import { user_writes } from '../../database/tables';
import { timeLimits } from '../../database/timeLimits';
import type { Pace } from '../../jobs/pace';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { inlined } from '../../kernel/inlined';
import type { Transaction } from '../../kernel/transaction';
import { place } from '../../kernel/opening';
import { selectAll, selectOne, statementOf, value } from '../../kernel/select';
import { bind, column, columnText, quote, sql } from '../../kernel/sql';

/** Where the rows of a file come from, portion by portion. */
export interface Source {
  readonly total: number;
  /** The moment that the rows are of, or of which the first are. */
  readonly from: string;
  /** The next rows; nothing after the last, and none where they are not there yet. */
  readonly next: (tx: Transaction, pace: Pace) => Promise<Copied | null>;
  /** The moment of the last rows, where it is another one. */
  readonly to: (tx: Transaction) => Promise<string>;
  readonly close: () => void;
}
/** What is read, and how it is written. */
export interface Reading {
  readonly resource: AnyResource;
  readonly asked: Asked;
  readonly out: Written;
}

const w = columnsOf(user_writes);
const pieceBytes = 1024 * 1024,
  patienceMs = 200;
/** A connection for one long look: of the replica where that is near and has what the person wrote, of the primary otherwise. */
const connect = async ({ pool, replica }: Pick<ApiDeps, 'pool' | 'replica'>, tx: Transaction): Promise<pg.PoolClient> => {
  const member = { userid: tx.grants.userid, name: tx.userName, grants: tx.grants };
  const begin = async (client: pg.PoolClient, of: object, wrote: string | null): Promise<boolean> => {
    await client.query('begin isolation level repeatable read read only');
    return place(client, wrote, member, timeLimits(of, 'download'));
  };
  if (replica?.isNear()) {
    const [wrote] = await tx.asOwner(() =>
      selectAll(tx, value<string>(sql`${w.wrote}::text`), sql`from ${w} where ${w.userid} = ${tx.userid}`),
    );
    const client = await replica.pool.connect();
    if (await begin(client, replica.pool, wrote ?? null)) return client;
    await client.query('rollback');
    client.release();
  }
  const client = await pool.connect();
  await begin(client, pool, null);
  return client;
};

/** Reads everything with one statement of its own transaction, as the person: all rows are of one moment, whatever is written meanwhile. */
export const snapshotSource = async (
  deps: Pick<ApiDeps, 'pool' | 'replica'>,
  tx: Transaction,
  { resource, asked, out }: Reading,
): Promise<Source> => {
  const client = await connect(deps, tx);
  try {
    const counted = await client.query<{ count: number; from: string }>(
      `select (${inlined(countSql(tx, resource, asked))}) as count, now() as "from"`,
    );
    const { count = 0, from = '' } = counted.rows[0] ?? {};
    await client.query(`set local datestyle = '${dayFirst}'`);
    const { shape, from: rows } = listRows(tx, resource, asked, out);
    const copying = copyOut(client, inlined(statementOf(shape, rows)), formats[out.format].copy, pieceBytes);
    return {
      total: Number(count),
      from,
      next: () => copying.next(patienceMs),
      to: async () => from,
      close: () => client.release(true), // it may be in the middle of the rows
    };
  } catch (error) {
    client.release(true);
    throw error;
  }
};

const fewest = 500,
  most = 20_000,
  growth = 2,
  batchMs = 15;
const momentOf = async (tx: Transaction): Promise<string> => {
  const [at = ''] = await selectAll(tx, value<string>(sql`clock_timestamp()`), sql``);
  return at;
};

/** Finds the keys of all rows, trying the filter on some of the table at a time; then puts them in order. */
const keysInPortions = (resource: AnyResource, asked: Asked) => {
  const key = columnText('t', resource.key),
    own = quote(resource.key);
  const found: number[] = [];
  let after = 0,
    rows = fewest,
    isSought = false;
  /** Whether there is more to seek. */
  const seek = async (tx: Transaction, pace: Pace): Promise<boolean> => {
    do {
      const began = performance.now();
      const tried = await selectOne(
        tx,
        {
          keys: value<readonly number[] | null>(sql`array_agg(${sql.raw(key)}) filter (where ${listCondition(tx, resource, asked)})`),
          tried: value<number>(sql`count(*)`),
          last: value<number>(sql`coalesce(max(${sql.raw(key)}), 0)`),
        },
        sql`from (select * from ${sql.raw(quote(resource.name))} where ${sql.raw(own)} > ${after} order by ${sql.raw(own)} limit ${rows}) "t"`,
      );
      for (const each of tried?.keys ?? []) found.push(each);
      isSought = (tried?.tried ?? 0) < rows;
      after = tried?.last ?? after;
      const fits = (rows * batchMs) / Math.max(1, performance.now() - began);
      rows = Math.floor(Math.min(most, rows * growth, Math.max(fewest, fits)));
    } while (!isSought && !(await pace.isOver()));
    return !isSought;
  };
  const inOrder = (tx: Transaction): Promise<readonly number[]> =>
    selectAll(
      tx,
      value<number>(column('t', resource.key)),
      sql`from ${sql.raw(quote(resource.name))} "t" where ${column('t', resource.key)} = any(${bind(found)}::bigint[]) order by ${sql.raw(orderOf(tx, resource, asked))}`,
    );
  return { seek, inOrder };
};

/** Reads the rows some at a time by their keys, each portion as it is then: the embedded engine has one session, so that nothing else could be done while one statement reads everything. */
export const keySource = async (tx: Transaction, { resource, asked, out }: Reading, total: number): Promise<Source> => {
  const from = await momentOf(tx);
  const keys = keysInPortions(resource, asked);
  let ordered: readonly number[] | undefined,
    done = 0;
  return {
    total,
    from,
    next: async (within, pace) => {
      if (!ordered) {
        if (await keys.seek(within, pace)) return { data: Buffer.alloc(0), rows: 0 };
        ordered = await keys.inOrder(within);
      }
      if (done >= ordered.length) return null;
      const some = ordered.slice(done, done + pace.batch());
      const copied = await rowsOut(within, out.format, rowsByKey(within, resource, some, { ...out, texts: true }));
      pace.took(some.length);
      done += some.length;
      return copied;
    },
    to: momentOf,
    close: () => {},
  };
};
