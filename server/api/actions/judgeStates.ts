import { isStored, actionOf } from '@/schema';
import { refusalOf, refusalReads } from '@/schema/project/refusal';
import { forbidden, notFound, refusedBy, type DomainError } from '../../kernel/DomainError';
import { nested, select, value } from '../../kernel/select';
import { bind, column, every, listed, plain, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { aliveText } from '../list/alive';
import { scopeSql } from '../list/scope';
import type { Order } from './order';

/** The name of a state within the statement, where it cannot be one of another column. */
const stateText = (name: string): string => quote(`state ${name}`);

/**
 * Checks the state of records with one query, which groups records with equal states: whether the person sees them, whether a key allows
 * the action on them, and what its declaration refuses (`from`, `refuses`).
 *
 * Answers the refused records.
 */
export const judgeStates = async (
  tx: Transaction,
  { resource, name }: Order,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DomainError>> => {
  const action = actionOf(resource, name);
  const isColumn = (each: string): boolean => each === resource.key || Boolean(resource.all[each] && isStored(resource.all[each]));
  const states = Object.keys(action.from ?? {}).filter(isColumn);
  const others = refusalReads(action).filter((each) => isColumn(each) && !states.includes(each));
  const scope = (verb: string): SQL | null => scopeSql(tx.registry, tx.grants, resource, verb, 't');
  const isOpen = scope(name) ?? sql`true`;
  const mayPass = every(
    states.map((each) => sql`(${column('t', each)} is null or ${column('t', each)} = any(${bind(action.from?.[each] ?? [])}::text[]))`),
  );
  // Records that are already refused by their state are not split further, which keeps the number of groups small.
  const inner = [
    sql`${isOpen} as is_open`,
    ...states.map((each) => sql`${column('t', each)} as ${sql.raw(stateText(each))}`),
    ...others.map((each) => sql`case when ${mayPass} then ${column('t', each)} end as ${sql.raw(stateText(each))}`),
  ];
  const read = Object.fromEntries([...states, ...others].map((each) => [each, value<unknown>(plain(stateText(each)))]));
  const found = await select(
    tx,
    { members: value<readonly number[]>(sql`array_agg(id)`), isOpen: value<boolean>(sql`is_open`), row: nested(read) },
    sql`from (select ${column('t', resource.key)} as id, ${listed(inner)} from ${sql.raw(`${quote(resource.name)} "t"`)}
               where ${every([sql`${column('t', resource.key)} = any(${bind(ids)}::bigint[])`, sql.raw(aliveText(resource, 't')), scope('show')])}) said
         group by ${listed([sql`is_open`, ...Object.values(read)])}`,
  );
  const gone = notFound(),
    closed = forbidden();
  const refused = new Map<number, DomainError>(ids.map((id) => [id, gone]));
  for (const { members, isOpen, row } of found) {
    const refusal = isOpen ? refusalOf(resource, action, row, tx) : null;
    const error = isOpen ? refusal && refusedBy(refusal) : closed;
    for (const id of members)
      if (error) refused.set(id, error);
      else refused.delete(id);
  }
  return refused;
};
