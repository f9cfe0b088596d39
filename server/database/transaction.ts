import type pg from 'pg';

/** Who a request works as. */
export interface RequestRole {
  readonly role: 'tenant' | 'platform';
  readonly organizationid: number | null;
  readonly userid: number | null;
}
/** What runs inside a transaction. */
export type Work<T> = (client: pg.PoolClient) => Promise<T>;

/** A whole number as SQL text; anything else would be a way into the statement. */
const integer = (value: number | null): string => {
  if (value === null) return "''";
  if (!Number.isSafeInteger(value)) throw new TypeError(`"${String(value)}" is not a key`);
  return `'${value}'`;
};

/** One statement opens the transaction and says who it is for: one round trip, and nothing queued on the client. */
const opening = ({ role, organizationid, userid }: RequestRole, mode: '' | ' read only'): string =>
  `begin${mode}; set local role ${role === 'platform' ? 'dorsal_platform' : 'dorsal_tenant'}; set local app.org = ${integer(organizationid)}; set local app.userid = ${integer(userid)}`;

/** Undoes the transaction; a client that cannot even do that is thrown away. */
const undo = (client: pg.PoolClient): Promise<void> => client.query('rollback').then(() => client.release(), (error: Error) => client.release(error));

const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('the transaction had failed before it was committed');
};

const within = async <T>(pool: pg.Pool, begin: string, work: Work<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await undo(client);
    throw error;
  }
};

/** Runs work in one transaction as the role of the request: committed when it returns, undone when it throws. */
export const withRequest = <T>(pool: pg.Pool, who: RequestRole, work: Work<T>): Promise<T> => within(pool, opening(who, ''), work);

/** The same for reading only: answers before the transaction ends, while the client stays taken until it has. */
export const withReader = async <T>(pool: pg.Pool, who: RequestRole, work: Work<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query(opening(who, ' read only'));
    const result = await work(client);
    client.query('commit').then(() => client.release(), (error: Error) => client.release(error));
    return result;
  } catch (error) {
    await undo(client);
    throw error;
  }
};

/** Runs work in one transaction as the owner of the tables, whom no policy limits: signing in, demo data, jobs. */
export const withOwner = <T>(pool: pg.Pool, work: Work<T>): Promise<T> => within(pool, 'begin', work);
