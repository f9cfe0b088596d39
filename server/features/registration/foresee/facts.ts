import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { activeSql } from '@/domain/registration/lifecycle';
import { wallets } from '@/resources/wallets/wallets';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, value, type Selected, type Shape } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';

/** The registrations of a forecast. */
export const i = columnsOf(inscriptions, 'i');

/** The data of registrations that a forecast needs, in the given order; `joins` may refer to them as `i`. */
export const factsOf = <const S extends Shape>(
  tx: Transaction,
  ids: readonly number[],
  shape: S,
  joins: SQL = sql``,
): Promise<readonly (Selected<S> & { readonly id: number })[]> =>
  select(
    tx,
    { ...shape, id: i.inscriptionid },
    sql`from unnest(${ids}::bigint[]) with ordinality as asked (id, at) join ${i} on ${i.inscriptionid} = asked.id ${joins} order by asked.at`,
  ) as Promise<readonly (Selected<S> & { readonly id: number })[]>;

const w = columnsOf(wallets, 'w');
/** The wallet of the athlete, for forecasts that draw from it. No policy lets an organizer read it: ask as the owner. */
export const walletOf = (isDrawnFrom: boolean) => ({
  shape: {
    web_userid: i.web_userid,
    available: value<number>(isDrawnFrom ? sql`coalesce(${w.available_cents}, 0)` : sql`0`),
    isBlocked: value<boolean>(isDrawnFrom ? sql`coalesce(${w.status} <> 'active', false)` : sql`false`),
  },
  join: isDrawnFrom ? sql`left join ${w} on ${w.web_userid} = ${i.web_userid} and ${w.deleted_at} is null` : sql``,
});

const o = columnsOf(inscriptions, 'o');
/** Whether the athlete has another paid registration of a distance; two are never active at once. */
export const hasOther = (distanceid: SQL | number) =>
  value<boolean>(
    sql`exists (select 1 from ${o} where ${o.distanceid} = ${distanceid} and ${o.web_userid} = ${i.web_userid} and ${o.inscriptionid} <> ${i.inscriptionid} and ${o.deleted_at} is null and ${sql.raw(activeSql.replaceAll('status', 'o.status'))})`,
  );
/** The refusal of the database for a second one. */
export const second: DomainError = conflict('ALREADY_EXISTS', [{ path: 'web_userid', code: 'NOT_UNIQUE' }]);

/** The refusal of the database when a counted number would exceed its declared limit. */
export const exceeded = (path: string, rule: string): DomainError => invalid([{ path, code: 'CHECK_FAILED', rule }]);
