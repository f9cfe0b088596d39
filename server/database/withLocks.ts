import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from './DatabaseError';
import { StepError } from './StepError';
import { codeOf } from './faults';

/** How long one statement waits for a table in use, how often it is tried, and the pause between two tries, in which requests continue. */
export interface Patience {
  readonly lockMs: number;
  readonly attempts: number;
  readonly pauseMs: number;
}
/** Fifteen tries take a minute. Requests queue behind a waiting statement, so it waits for less time than they do. */
export const usualPatience: Patience = { lockMs: 1000, attempts: 15, pauseMs: 3000 };

const locked = '55P03';
const passing: ReadonlySet<string | undefined> = new Set([locked, 'XX000', '40001', '40P01']);

interface Holder {
  readonly pid: number;
  readonly who: string | null;
  readonly seconds: number;
}
const holderSql = `
  select l.pid, nullif(a.application_name, '') as who, extract(epoch from now() - coalesce(a.xact_start, now()))::int as seconds from pg_locks l join pg_stat_activity a on a.pid = l.pid
   where l.relation = to_regclass($1) and l.granted and l.pid <> pg_backend_pid() order by a.xact_start nulls last limit 1`;

const givenUp = async (client: pg.ClientBase, { step, table, message }: StepError, { attempts }: Patience): Promise<DatabaseError> => {
  const {
    rows: [holder],
  } = table ? await client.query<Holder>(holderSql, [`public."${table}"`]) : { rows: [] };
  if (!holder)
    return new DatabaseError(
      `${step} was tried ${attempts} times, and others were always first (${message}). Nothing was changed. Start again when the database is less busy.`,
    );
  const { pid, who, seconds } = holder;
  return new DatabaseError(
    `${step} was tried ${attempts} times and needs the table ${table}, which process ${pid} of the database${who ? ` (${who})` : ''} has had in use for ${seconds} s. ` +
      `Nothing was changed. Start again when it is done, or end it with: select pg_terminate_backend(${pid});`,
  );
};

const once = async (client: pg.ClientBase, lockMs: number, work: () => Promise<void>): Promise<void> => {
  await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = ${lockMs}`); // rewriting a table may take long
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/**
 * Runs one transaction that waits for no table longer than a request can bear. It is rolled back and started again after a pause while
 * somebody else holds a table.
 */
export const withLocks = async (client: pg.ClientBase, patience: Patience, work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await once(client, patience.lockMs, work);
      return;
    } catch (error) {
      if (!passing.has(codeOf(error)))
        throw error instanceof StepError ? new DatabaseError(`${error.message}. Nothing was changed.`, { cause: error }) : error;
      if (attempt === patience.attempts) throw error instanceof StepError ? await givenUp(client, error, patience) : error;
      await pause(patience.pauseMs);
    }
  }
};
