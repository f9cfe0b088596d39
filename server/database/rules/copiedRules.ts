import type pg from 'pg';
import type { Rule } from '@/schema/project/rules';
import { foundCopies, type Found } from './foundRules';

const tableOf = (rule: Rule): string => rule.name.split(' ')[1] ?? '';
/** The rule on the temporary copy of its table. */
const onCopy = (rule: Rule): string => {
  const table = tableOf(rule);
  return rule.sql.replace(`on public."${table}"`, `on pg_temp."${table}"`).replaceAll(`public."${table}".`, `"${table}".`);
};

/**
 * The text of policies and triggers as if they were created again: on empty copies of their tables, which are removed afterwards.
 *
 * PostgreSQL rewrites an expression in its own form, which changes between versions. Asking it is the only way to compare, and it takes
 * no lock that matters.
 */
export const copiedRules = async (client: pg.ClientBase, rules: readonly Rule[]): Promise<Found> => {
  if (rules.length === 0) return new Map();
  const copies = [...new Set(rules.map(tableOf))].map((table) => `create temporary table "${table}" (like public."${table}");`);
  await client.query('savepoint copies');
  try {
    await client.query([...copies, ...rules.map(onCopy)].join('\n'));
    return await foundCopies(client);
  } catch {
    return new Map(); // temporary tables may be forbidden, or a rule wrong: whatever cannot be compared is created again, and then fails under its own name
  } finally {
    await client.query('rollback to savepoint copies; release savepoint copies');
  }
};
