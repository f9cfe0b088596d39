import type pg from 'pg';
import { vi } from 'vitest';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
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

interface IndexFacts {
  readonly table: string;
  /** Its first column: a condition on a later one alone reads the whole index. */
  readonly lead: string;
  /** Which rows are in it. */
  readonly only: string;
}
const indexFacts = async (client: pg.ClientBase): Promise<ReadonlyMap<string, IndexFacts>> => {
  const { rows } = await client.query<IndexFacts & { readonly name: string }>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "table", pg_get_indexdef(i.indexrelid, 1, true) as lead, coalesce(pg_get_expr(i.indpred, i.indrelid), '') as only from pg_index i`,
  );
  return new Map(rows.map(({ name, ...facts }) => [name, facts]));
};
const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** An index of rows in some state may be read whole: it has few. One of all live rows, or of all that have a value, may not. */
const isOfFew = ({ only }: IndexFacts): boolean => / = |ANY|pending_cents IS NOT NULL/.test(only);
const isWhole = (node: Plan, facts: ReadonlyMap<string, IndexFacts>): boolean => {
  const index = facts.get(node['Index Name'] ?? '');
  if (index === undefined || isOfFew(index)) return false;
  return !(node['Index Cond'] ?? '').includes(index.lead);
};
const mostRounds = 100;

/**
 * The tables that a statement has to read from end to end, however many rows they have.
 *
 * The planner is forbidden to, and a small table may then be read along any index: each index that it reads whole is dropped, in a
 * transaction that is rolled back, until it finds the rows by their values or has nothing but the table.
 */
export const wholeTablesOf = async (pool: pg.Pool, { text, values }: Statement): Promise<readonly string[]> => {
  const client = await pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_indexonlyscan = off; set local enable_indexscan = off');
    const facts = await indexFacts(client);
    for (let round = 0; round < mostRounds; round += 1) {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(`explain (format json) ${text}`, [
        ...values,
      ]);
      const nodes = nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan);
      const whole = [...new Set(nodes.filter((node) => isWhole(node, facts)).map((node) => node['Index Name'] ?? ''))];
      if (whole.length === 0)
        return [...new Set(nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '?'))].sort();
      for (const name of whole) {
        await client.query('savepoint dropping');
        await client.query(`drop index ${name}`).catch(async () => {
          await client.query('rollback to savepoint dropping');
          await client.query(`alter table ${facts.get(name)!.table} drop constraint ${name} cascade`);
        });
      }
    }
    throw new Error(`${mostRounds} rounds did not settle the plan of ${text}`);
  } finally {
    await client.query('rollback');
    client.release();
  }
};
