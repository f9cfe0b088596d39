import type pg from 'pg';
import { isAway } from './faults';
import { limitsSql, type TimeLimits } from './timeLimits';

const release = (client: pg.PoolClient, cause: unknown): void =>
  cause instanceof Error && isAway(cause) ? client.release(cause) : client.release();
/**
 * Rolls the transaction back. A client that cannot even do that is discarded, and so is one that failed because its server is
 * unavailable or read-only.
 */
export const leave = (client: pg.PoolClient, command: 'commit' | 'rollback', cause?: unknown): Promise<void> =>
  client.query(command).then(
    () => release(client, cause),
    (error: Error) => client.release(error),
  );

const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('the transaction had failed before it was committed');
};

/**
 * Runs work in one transaction as the owner of the tables, who is not limited by policies: demo data, catalogues, jobs. Committed when
 * it returns, rolled back when it throws.
 */
export const withOwner = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>, limits?: TimeLimits): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query(['begin', limits ? limitsSql(limits) : ''].filter(Boolean).join('; '));
    const result = await work(client);
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await leave(client, 'rollback', error);
    throw error;
  }
};
