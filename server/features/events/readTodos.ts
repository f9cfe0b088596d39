import { eventTodos, type EventOverview, type EventTodo } from '@/domain/registration/overview';
import { statusGroups } from '@/domain/registration/lifecycle';
import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { desks } from '@/resources/desks/desks';
import { distances } from '@/resources/distances/distances';
import type { Event } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { kits } from '@/resources/kits/kits';
import { payments } from '@/resources/payments/payments';
import { result_claims } from '@/resources/result_claims/result_claims';
import { result_sets } from '@/resources/result_sets/result_sets';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { waves } from '@/resources/waves/waves';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { columnsOf, type Expression } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const b = columnsOf(waves, 'b');
const weekMs = 7 * 86_400_000;

type Counts = Partial<Record<EventTodo, number>>;
const { hold, active } = statusGroups;
const isActive = sql`${i.status} = any(${[...active]}::text[])`;
const tally = (condition: SQL): Expression<number> => value<number>(sql`count(*) filter (where ${condition})::int`);

/** What registrations lack. */
const ofRegistrations = async (tx: Transaction, row: Event, listed: SQL): Promise<Counts> => {
  const found = await selectOne(
    tx,
    {
      placed: tally(sql`${i.status} = any(${[...hold, ...active]}::text[])`),
      unpaid: tally(sql`${i.status} = any(${[...hold]}::text[])`),
      without_number: tally(sql`${i.status} in ('paid', 'no_assign_number')`),
      unsigned: tally(sql`${isActive} and ${i.exoneration_status} in ('pending', 'rejected')`),
      without_size: tally(sql`${isActive} and ${i.tshirt_size} is null and ${d.requires_tshirt}`),
      without_wave: tally(
        sql`${isActive} and ${i.waveid} is null and ${i.distanceid} = any(array(select unnest(${b.distanceids}) from ${b} where ${b.eventid} = ${row.eventid} and ${b.deleted_at} is null))`,
      ),
      kits_pending: tally(sql`${isActive} and ${i.kit_status} in ('pending', 'partial')`),
    },
    sql`from ${i} join ${d} on ${d.distanceid} = ${i.distanceid} where ${listed}`,
  );
  if (!found) return {};
  const { placed, kits_pending, without_number, unsigned, ...others } = found;
  if (row.status === 'cancelled') return { closing: placed };
  const isNear = Date.parse(row.start_at) - Date.now() < weekMs;
  return {
    ...others,
    ...(row.numbering_mode !== 'none' && row.numbering_mode !== 'at_delivery' && { without_number }),
    ...(row.exoneration_mode !== 'none' && { unsigned }),
    ...(isNear && { kits_pending }),
  };
};

/** How many rows of a kind an event has; nothing for people who may not see that kind. */
const countOf = async (
  tx: Transaction,
  resource: AnyResource,
  eventid: number,
  condition: SQL = sql`true`,
): Promise<number | undefined> => {
  if (!can(tx.grants, 'list', resource)) return undefined;
  const found = await selectOne(
    tx,
    { count: value<number>(sql`count(*)::int`) },
    sql`from ${columnsOf(resource, 'x')} where x.eventid = ${eventid} and x.deleted_at is null and ${condition}`,
  );
  return found?.count;
};
const missing = (count: number | undefined): number => (count === 0 ? 1 : 0);

/** What the event itself lacks for the day of the race. */
const ofEvent = async (tx: Transaction, row: Event): Promise<Counts> => {
  const { eventid } = row;
  const count = (resource: AnyResource, condition?: SQL): Promise<number | undefined> => countOf(tx, resource, eventid, condition);
  const refunds = { refunds: await count(payments, sql`x.type = 'refund' and x.status in ('created', 'pending')`) };
  const asked: Counts = refunds.refunds === undefined ? {} : { refunds: refunds.refunds };
  if (row.status === 'cancelled') return asked;
  const hasNumbers = row.numbering_mode === 'automatic' || row.numbering_mode === 'manual',
    hasBegun = Date.parse(row.start_at) < Date.now();
  const withoutResults = hasBegun
    ? await count(
        distances,
        sql`not exists (select 1 from ${columnsOf(result_sets, 's')} where s.distanceid = x.distanceid and s.status in ('provisional', 'official') and s.deleted_at is null)`,
      )
    : 0;
  return {
    ...asked,
    no_pool: hasNumbers ? missing(await count(bib_pools)) : 0,
    pool_empty: hasNumbers ? ((await count(bib_pools, sql`x.free_count = 0`)) ?? 0) : 0,
    shirts_low: (await count(tshirt_stock, sql`x.low`)) ?? 0,
    no_kit: hasBegun ? 0 : missing(await count(kits)),
    no_desk: hasBegun ? 0 : missing(await count(desks)),
    no_results: can(tx.grants, 'list', result_sets) ? (withoutResults ?? 0) : 0,
    claims: (await count(result_claims, sql`x.status in ('open', 'in_review')`)) ?? 0,
  };
};

/** What is missing and what waits at an event, in the order of its preparation. Nothing is asked of an event that is over for good. */
export const readTodos = async (tx: Transaction, row: Event, listed: SQL | null): Promise<EventOverview['todos']> => {
  if (row.status === 'archived') return [];
  const counts: Counts = { ...(await ofEvent(tx, row)), ...(listed ? await ofRegistrations(tx, row, listed) : {}) };
  return eventTodos.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count > 0 ? [{ name, count }] : [];
  });
};
