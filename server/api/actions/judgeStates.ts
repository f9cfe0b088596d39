import { isStored, actionOf } from '@/schema';
import { refusalOf, refusalReads } from '@/schema/project/refusal';
import { forbidden, notFound, refusedBy, type DomainError } from '../../kernel/DomainError';
import { bind, column, every, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { aliveText } from '../list/alive';
import { scopeSql } from '../list/scope';
import type { Order } from './order';

const comma = sql.raw(', ');

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
  const columns = [
    isOpen,
    ...states.map((each) => column('t', each)),
    ...others.map((each) => sql`case when ${mayPass} then ${column('t', each)} end`),
  ];
  const list = sql.join(
    columns.map((each, at) => sql`${each} as ${sql.raw(`v${at}`)}`),
    comma,
  );
  const names = sql.raw(columns.map((_, at) => `v${at}`).join(', '));
  const found = await tx.rows(
    sql`select array_agg(id), ${names} from (
          select ${column('t', resource.key)} as id, ${list} from ${sql.raw(`${quote(resource.name)} "t"`)}
           where ${every([sql`${column('t', resource.key)} = any(${bind(ids)}::bigint[])`, sql.raw(aliveText(resource, 't')), scope('show')])}) said
        group by ${names}`,
  );
  const gone = notFound(),
    closed = forbidden();
  const refused = new Map<number, DomainError>(ids.map((id) => [id, gone]));
  for (const [members, open, ...values] of found) {
    const row = Object.fromEntries([...states, ...others].map((each, at) => [each, values[at]]));
    const refusal = open === true ? refusalOf(resource, action, row, tx) : null;
    const error = open === true ? refusal && refusedBy(refusal) : closed;
    for (const id of Array.isArray(members) ? members.map(Number) : [])
      if (error) refused.set(id, error);
      else refused.delete(id);
  }
  return refused;
};
