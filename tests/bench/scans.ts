import pg from 'pg';
import type { Statement } from './capture';
import { askers, type AskerName } from './servers';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}
const scans = (plan: Plan, table: string): boolean =>
  (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === table) || (plan.Plans ?? []).some((inner) => scans(inner, table));

/** After so many executions the database settles for a plan that fits any value. */
const untilSettled = 6;
const literal = (value: unknown): string =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));

/** Whether a prepared statement reads the whole table, as the role of a request, in the plan that the database keeps for it. */
export const scansTable = async (
  client: pg.ClientBase,
  { text, values }: Statement,
  as: AskerName,
  table = 'inscriptions',
): Promise<boolean> => {
  const execute = `execute judged${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
  await client.query(`begin; set local role ${askers[as].role}; set local app.org = '${askers[as].organizationid}'`);
  try {
    await client.query(`prepare judged as ${text}`);
    for (let times = 0; times < untilSettled; times += 1) await client.query(execute);
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(`explain (format json) ${execute}`);
    return scans(rows[0]!['QUERY PLAN'][0]!.Plan, table);
  } finally {
    await client.query('rollback; deallocate all');
  }
};
