import { statusGroups } from '@/domain/registration/lifecycle';
import type { EventMoment, EventOverview, EventSales, SellingDistance } from '@/domain/registration/overview';
import { desks } from '@/resources/desks/desks';
import { distances } from '@/resources/distances/distances';
import { events, type Event } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { fieldOf } from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { aliveText } from '../../api/list/alive';
import { scopeSql } from '../../api/list/scope';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf, today } from '../../kernel/dayOf';
import { select, value } from '../../kernel/select';
import { every, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readTodos } from './readTodos';

const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const t = columnsOf(price_tiers, 't');
const k = columnsOf(desks, 'k');
const shownDays = 28,
  mostDates = 8;

/** The registrations of an event that the person may list, as a condition over `i`; null when they may list none. */
export const registrationsOf = ({ registry, grants }: Transaction, eventid: number): SQL | null =>
  can(grants, 'list', inscriptions)
    ? every([sql`${i.eventid} = ${eventid}`, sql.raw(aliveText(inscriptions, 'i')), scopeSql(registry, grants, inscriptions, 'list', 'i')])
    : null;

/** Registrations count on the day on which they were paid. */
const readSales = async (tx: Transaction, listed: SQL): Promise<EventSales> => {
  const day = dayOf(sql`coalesce(${i.paid_at}, ${i.created})`);
  const sold = sql`${listed} and ${i.status} = any(${[...statusGroups.active, ...statusGroups.disputed]}::text[])`;
  const found = await select(
    tx,
    {
      day: value<string>(sql`g.day::date::text`),
      ago: value<number>(sql`${today} - g.day::date`),
      sold: value<number>(sql`coalesce(s.sold, 0)::int`),
      cents: value<number>(sql`coalesce(s.cents, 0)::int`),
    },
    sql`from generate_series(${today} - ${shownDays - 1}::int, ${today}, interval '1 day') g (day)
        left join (select ${day} as day, count(*) as sold, sum(${i.paid_cents} - ${i.refunded_cents}) as cents from ${i}
                    where ${sold} and ${day} > ${today} - ${shownDays}::int group by 1) s on s.day = g.day::date
       order by 1`,
  );
  const between = (from: number, to: number): number =>
    found.filter(({ ago }) => ago >= from && ago <= to).reduce((sum, each) => sum + each.sold, 0);
  return {
    today: between(0, 0),
    yesterday: between(1, 1),
    week: between(0, 6),
    week_before: between(7, 13),
    today_cents: canSee(tx.grants, fieldOf(events, 'revenue_cents')) ? (found.at(-1)?.cents ?? 0) : null,
    days: found.map((each) => [each.day, each.sold] as const),
  };
};

/** The distances as they sell, with the price of now. */
const readSelling = (tx: Transaction, eventid: number): Promise<readonly SellingDistance[]> =>
  select(
    tx,
    {
      distanceid: d.distanceid,
      name: d.name,
      status: d.status,
      capacity: d.capacity,
      sold: d.sold_count,
      held: d.held_count,
      waiting: value<number>(
        sql`(select count(*)::int from waitlist_entries w where w.distanceid = ${d.distanceid} and w.status = 'waiting' and w.deleted_at is null)`,
      ),
      price_cents: value<number | null>(sql`p.price_cents`),
      price_until: value<string | null>(sql`p.ends_at`),
    },
    sql`from ${d} left join lateral (select ${t.price_cents} as price_cents, ${t.ends_at} as ends_at from ${t}
           where ${t.distanceid} = ${d.distanceid} and ${t.audience} = 'general' and ${t.active} and ${t.deleted_at} is null and ${t.starts_at} <= now() and now() < ${t.ends_at} limit 1) p on true
         where ${d.eventid} = ${eventid} and ${d.deleted_at} is null order by ${d.sort}, ${d.distanceid}`,
  );

type Dated = EventOverview['dates'][number];
const ownDates = (row: Event): readonly Dated[] => {
  const own: readonly (readonly [EventMoment, string | null])[] = [
    ['opens', row.registration_open_at],
    ['closes', row.registration_close_at],
    ['changes', row.changes_close_at],
    ['start', row.start_at],
    ['end', row.end_at],
  ];
  return own.flatMap(([name, at]) => (at === null ? [] : [{ name, at, of: null }]));
};
/** When prices change, desks open and distances start: one line for everything that happens at the same instant. */
const partDates = async (tx: Transaction, { eventid, start_at }: Event): Promise<readonly Dated[]> => {
  const shape = { at: value<string>(sql`x.at`), of: value<string | null>(sql`string_agg(distinct x.name, ', ')`) };
  const of = async (name: EventMoment, from: SQL): Promise<readonly Dated[]> =>
    (await select(tx, shape, sql`from (${from}) x where x.at > now() group by x.at order by x.at limit 6`)).map((each) => ({
      name,
      ...each,
    }));
  return [
    ...(await of(
      'price',
      sql`select ${t.ends_at} as at, ${d.name} as name from ${t} join ${d} on ${d.distanceid} = ${t.distanceid} where ${d.eventid} = ${eventid} and ${t.active} and ${t.deleted_at} is null and ${d.deleted_at} is null`,
    )),
    ...(await of(
      'desk',
      sql`select ${k.opens_at} as at, ${k.name} as name from ${k} where ${k.eventid} = ${eventid} and ${k.deleted_at} is null`,
    )),
    ...(await of(
      'race',
      sql`select ${d.start_at} as at, ${d.name} as name from ${d} where ${d.eventid} = ${eventid} and ${d.start_at} <> ${start_at}::timestamptz and ${d.deleted_at} is null`,
    )),
  ];
};
const readDates = async (tx: Transaction, row: Event): Promise<readonly Dated[]> =>
  [...ownDates(row), ...(await partDates(tx, row))]
    .filter(({ at }) => Date.parse(at) > Date.now())
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(0, mostDates);

/** What people see first at an event: what it sells, what is missing and what comes next, limited to what the person may see. */
export const readOverview = async (tx: Transaction, row: Event): Promise<EventOverview> => {
  const listed = registrationsOf(tx, row.eventid);
  return {
    sales: listed && (await readSales(tx, listed)),
    distances: can(tx.grants, 'list', distances) ? await readSelling(tx, row.eventid) : [],
    todos: await readTodos(tx, row, listed),
    dates: row.status === 'cancelled' ? [] : await readDates(tx, row),
  };
};
