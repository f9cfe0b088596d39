import { actionOf } from '@/schema';
import { explain } from '../../kernel/constraints';
import { DomainError } from '../../kernel/DomainError';
import type { Translate } from '../../kernel/messages';
import type { Row } from '../../kernel/Row';
import { execute } from '../../kernel/select';
import { quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { rowFor, rowsFor } from '../list/visible';
import { parameter, storable } from '../write/columns';
import { valuesToSet } from './applySet';
import { judgeState, leftOut, writeDown, type Order, type Performed, type Refused } from './order';

/** Whether an action only sets values, in a table whose rows are independent of each other. */
export const isPlainSet = ({ resource, hooks, name }: Order): boolean =>
  actionOf(resource, name).set !== undefined &&
  !hooks.actions[name] &&
  !resource.exclusions &&
  !Object.values(resource.all).some(({ embeds }) => embeds);

interface Group {
  readonly values: Row;
  readonly ids: number[];
}
const { raw, join } = sql;
const updateGroup = async (tx: Transaction, { resource }: Order, { values, ids }: Group): Promise<void> => {
  const names = storable(resource, values).filter((name) => name !== resource.key);
  const sets = names.map((name) => sql`${raw(quote(name))} = ${parameter(resource, name, values[name])}`);
  const stamps = [sql`updated = now()`, sql`updated_by = ${tx.userid}::bigint`, sql`version = version + 1`];
  await execute(
    tx,
    sql`update ${raw(quote(resource.name))} set ${join([...sets, ...stamps], raw(', '))} where ${raw(quote(resource.key))} = any(${ids}::bigint[])`,
  );
};

/**
 * Processes a slice of an action that only sets values: every record is checked on its own, and records that get equal values are
 * written by one statement.
 *
 * Does nothing when the database refuses one of them, because it does not say which one; the caller then tries each on its own.
 */
export const setSlice = async (tx: Transaction, order: Order, ids: readonly number[], translate: Translate): Promise<Performed | null> => {
  const { resource, name } = order;
  const rows = await rowsFor(tx, resource, ids, name);
  const skipped: Refused[] = [],
    failed: Refused[] = [],
    changed: { readonly id: number; readonly before: Row }[] = [];
  const groups = new Map<string, Group>();
  const now = new Date().toISOString();
  for (const id of ids) {
    try {
      const before = rows.get(id)?.row ?? (await rowFor(tx, resource, id, name));
      judgeState(tx, order, before);
      const values = valuesToSet(tx, order, before, now) ?? {};
      const text = JSON.stringify(values);
      groups.set(text, { values, ids: [...(groups.get(text)?.ids ?? []), id] });
      changed.push({ id, before });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      (error.statusCode === 400 ? failed : skipped).push(leftOut(id, error, translate, tx.locale));
    }
  }
  await tx.client.query('savepoint slice');
  try {
    for (const group of groups.values()) await updateGroup(tx, order, group);
  } catch (error) {
    if (!(explain(tx, resource, error) instanceof DomainError)) throw error;
    await tx.client.query('rollback to savepoint slice; release savepoint slice');
    return null;
  }
  await tx.client.query('release savepoint slice');
  await writeDown(tx, order, changed);
  return { done: ids.length, ok: changed.length, skipped, failed };
};
