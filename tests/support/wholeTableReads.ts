import type pg from 'pg';
import { vi } from 'vitest';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}
type Asked = string | { readonly text: string; readonly values?: readonly unknown[] };

const isPlanned = (text: string): boolean => /^\s*(select|with|insert|update|delete)\b/i.test(text);

/** The statements that connections of a pool are asked for while some work is done. */
export const statementsDuring = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<readonly Statement[]> => {
  const asked: Statement[] = [];
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const taken = vi.spyOn(pool, 'connect').mockImplementation(async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const heard = vi.spyOn(client, 'query').mockImplementation((...given: unknown[]) => {
      const [first, values] = given as [Asked, readonly unknown[] | undefined];
      asked.push(typeof first === 'string' ? { text: first, values: values ?? [] } : { text: first.text, values: first.values ?? [] });
      return query(...given);
    });
    const release = client.release.bind(client);
    client.release = (error) => {
      heard.mockRestore();
      client.release = release;
      release(error);
    };
    return client;
  });
  try {
    await work();
  } finally {
    taken.mockRestore();
  }
  return asked.filter(({ text }) => isPlanned(text));
};

const tablesRead = (plan: Plan): readonly string[] => {
  const isWhole = plan['Node Type'] === 'Seq Scan' || (/^Index (Only )?Scan$/.test(plan['Node Type']) && plan['Index Cond'] === undefined);
  return [...(isWhole ? [plan['Relation Name'] ?? plan['Index Name'] ?? '?'] : []), ...(plan.Plans ?? []).flatMap(tablesRead)];
};

/**
 * The tables that a statement has to read from end to end, however many rows they have: the planner is forbidden to, and where it does
 * so all the same, no index leads to the rows.
 */
export const wholeTablesOf = async (pool: pg.Pool, { text, values }: Statement): Promise<readonly string[]> => {
  const client = await pool.connect();
  try {
    // a small table may be read along an index of any column, which a bitmap is not
    await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(`explain (format json) ${text}`, [...values]);
    return [...new Set(tablesRead(rows[0]!['QUERY PLAN'][0]!.Plan))].sort();
  } finally {
    await client.query('rollback');
    client.release();
  }
};
