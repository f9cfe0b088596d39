import type pg from 'pg';

/** Undoes the transaction; a client that cannot even do that is thrown away. */
const undo = (client: pg.PoolClient): Promise<void> => client.query('rollback').then(() => client.release(), (error: Error) => client.release(error));

const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('the transaction had failed before it was committed');
};

/** Runs work in one transaction as the owner of the tables, whom no policy limits: demo data, catalogues, jobs. Committed when it returns, undone when it throws. */
export const withOwner = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await undo(client);
    throw error;
  }
};
