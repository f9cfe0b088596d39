import {
  ageGroups,
  mostNamedEvents,
  type BiAges,
  type BiAnswers,
  type BiChart,
  type BiCounts,
  type BiCoupons,
  type BiEvent,
  type BiPace,
  type BiRetention,
  type BiSelection,
  type Compared,
} from '@/domain/reports/biFigures';
import { can, canSee } from '@/schema/project/access';
import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import { coupons } from '@/resources/coupons/coupons';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { states } from '@/resources/states/states';
import { fieldOf } from '@/schema';
import { forbidden } from '../../kernel/DomainError';
import { columnsOf, orNull, type Column, type Expression } from '../../kernel/columnsOf';
import { today } from '../../kernel/dayOf';
import { select, selectAll, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { AskedFigures } from './askedFigures';
import { byNow, editions, holdsPlace, i, p, registrations, soldDay, startDay, within } from './editions';
import { readRevenue } from './revenue';

type Names = Readonly<Record<string, string>>;
const b = columnsOf(coupon_batches, 'b');
const c = columnsOf(coupons, 'c');
const u = columnsOf(coupon_uses, 'u');
const s = columnsOf(states, 's');
const r = columnsOf(inscriptions, 'r');
const isNow = sql`not n.is_previous`;
const isBefore = sql`n.is_previous`;
const tally = (condition: SQL): Expression<number> => value<number>(sql`count(*) filter (where ${condition})`);
const tallies = { current: tally(isNow), previous: tally(isBefore) };
/** A statement over the editions of a query. */
const over =
  (tx: Transaction, asked: AskedFigures, rest: SQL, isCompared = asked.compare) =>
  (list: SQL): SQL =>
    sql`${editions(tx, asked, isCompared)} select ${list} ${rest}`;
const sumOf = (rows: readonly Compared[], { compare }: AskedFigures): Compared => ({
  current: rows.reduce((sum, { current }) => sum + current, 0),
  previous: compare ? rows.reduce((sum, { previous }) => sum + (previous ?? 0), 0) : null,
});
const compared = ({ compare }: AskedFigures, { current, previous }: { readonly current: number; readonly previous: number }): Compared => ({
  current,
  previous: compare ? previous : null,
});

/** The events of a query, by start, the next one last. */
export const readSelection = async (tx: Transaction, asked: AskedFigures): Promise<BiSelection> => {
  const counts = {
    total: value<number>(sql`(select count(*) from chosen)`),
    compared: value<number>(sql`(select count(*) from editions where is_previous)`),
  };
  const { total = 0, compared: withPrevious = 0 } = (await selectOne(tx, counts, over(tx, asked, sql``, true))) ?? {};
  const found = await select(
    tx,
    {
      eventid: value<number>(sql`c.eventid`),
      name: value<Names>(sql`c.name`),
      day: value<string>(sql`c.day`),
      before: value<number | null>(sql`${p.eventid}`),
      beforeName: value<Names>(sql`${p.name}`),
      beforeDay: value<string>(startDay(p)),
    },
    over(
      tx,
      asked,
      sql`from chosen c
        left join editions n on n.of_eventid = c.eventid and n.is_previous left join ${p} on ${p.eventid} = n.eventid
       order by c.start_at, c.eventid limit ${mostNamedEvents}`,
      true,
    ),
  );
  const events = found.map(({ before, beforeName, beforeDay, ...event }): BiEvent => ({
    ...event,
    previous: before === null ? null : { eventid: before, name: beforeName, day: beforeDay },
  }));
  return { total, compared: withPrevious, events };
};

const readPace = async (tx: Transaction, asked: AskedFigures): Promise<BiPace> => {
  const found = await select(
    tx,
    { day: value<string>(sql`${soldDay} + n.shift`), ...tallies },
    over(tx, asked, sql`${registrations(tx)} where ${holdsPlace(i)} group by 1 order by 1`),
  );
  const [now = ''] = await selectAll(tx, value<string>(today), sql``);
  let current = 0,
    previous = 0,
    byToday = 0;
  const days = found.map((sold) => {
    current += sold.current;
    previous += sold.previous;
    const isCome = sold.day <= now;
    if (isCome) byToday = previous;
    return { day: sold.day, current: isCome ? current : null, previous: asked.compare ? previous : null };
  });
  return { today: now, now: { current, previous: asked.compare ? byToday : null }, days };
};

interface Split {
  readonly key: Column<string | number | null>;
  readonly label?: Expression<string | null>;
  readonly joins?: SQL;
  readonly where?: SQL;
}
/** Counts registrations by one property, most frequent first. */
const split = async (
  tx: Transaction,
  asked: AskedFigures,
  { key, label, joins = sql``, where = holdsPlace(i) }: Split,
): Promise<BiCounts> => {
  const found = await select(
    tx,
    { key, label: label ?? value<string | null>(sql`null`), ...tallies },
    over(tx, asked, sql`${registrations(tx)} ${joins} where ${where} and ${byNow} group by 1, 2 order by 3 desc, 4 desc, 1`),
  );
  const rows = found.map(({ key: own, label: text, ...counts }) => ({
    key: own,
    ...(label && { label: text }),
    ...compared(asked, counts),
  }));
  return { total: sumOf(rows, asked), rows };
};

const age = sql`extract(year from age(n.own_day, ${i.birth_date}))::int`;
const group = sql`case ${sql.join(
  [...ageGroups].reverse().map((from) => sql`when ${age} >= ${sql.raw(String(from))} then ${sql.raw(String(from))}`),
  sql` `,
)} end`;
const readAges = async (tx: Transaction, asked: AskedFigures): Promise<BiAges> => {
  const found = await select(
    tx,
    { group: value<number | null>(group), gender: i.gender, ...tallies },
    over(tx, asked, sql`${registrations(tx)} where ${holdsPlace(i)} and ${byNow} group by 1, 2 order by 1, 2`),
  );
  const rows = found.map(({ group: own, gender, ...counts }) => ({ group: own, gender, ...compared(asked, counts) }));
  return { total: sumOf(rows, asked), rows };
};

const mostCoupons = 200;
const nothing = { uses: 0, discount_cents: 0, income_cents: 0 };
const sumsOf = (which: SQL) => ({
  uses: tally(which),
  discount_cents: value<number>(sql`coalesce(sum(${u.discount_cents}) filter (where ${which}), 0)`),
  income_cents: value<number>(sql`coalesce(sum(${i.paid_cents} - ${i.refunded_cents}) filter (where ${which}), 0)`),
});
const readCoupons = async (tx: Transaction, asked: AskedFigures): Promise<BiCoupons> => {
  const opens = (name: string): boolean => can(tx.grants, 'list', tx.registry.get(name));
  // Anybody who reads a code can use its discount, so codes are shown only to people who may list coupons.
  const label = value<string | null>(opens('coupons') && opens('coupon_batches') ? sql`coalesce(${b.name}, ${c.code})` : sql`null::text`);
  const used = sql`${registrations(tx)} join ${u} on ${u.inscriptionid} = ${i.inscriptionid} and ${u.state} = 'used' and ${within(tx, coupon_uses, 'u')}
    join ${c} on ${c.couponid} = ${u.couponid} left join ${b} on ${b.coupon_batchid} = ${c.coupon_batchid} where ${holdsPlace(i)} and ${byNow}`;
  const found = await select(
    tx,
    {
      coupon_batchid: c.coupon_batchid,
      couponid: value<number | null>(sql`case when ${c.coupon_batchid} is null then ${c.couponid} end`),
      label,
      ...sumsOf(isNow),
    },
    over(tx, asked, sql`${used} and not n.is_previous group by 1, 2, 3 order by 6 desc, 4 desc, 1, 2`),
  );
  const [total, before] = [
    await selectOne(tx, sumsOf(isNow), over(tx, asked, used)),
    asked.compare ? await selectOne(tx, sumsOf(isBefore), over(tx, asked, used)) : null,
  ];
  return {
    total: { coupons: found.length, ...(total ?? nothing) },
    previous: asked.compare ? (before ?? nothing) : null,
    rows: found.slice(0, mostCoupons),
  };
};

const readRetention = async (tx: Transaction, asked: AskedFigures): Promise<BiRetention> => {
  const rows = await select(
    tx,
    {
      eventid: value<number>(sql`c.eventid`),
      name: value<Names>(sql`c.name`),
      previous_eventid: value<number>(sql`n.eventid`),
      previous_name: value<Names>(sql`${p.name}`),
      athletes: value<number>(sql`count(distinct ${i.web_userid})`),
      returned: value<number>(sql`count(distinct ${i.web_userid}) filter (where r.web_userid is not null)`),
    },
    over(
      tx,
      asked,
      sql`${registrations(tx)} join chosen c on c.eventid = n.of_eventid join ${p} on ${p.eventid} = n.eventid
        left join lateral (select ${r.web_userid} as web_userid from ${r} where ${r.eventid} = n.of_eventid and ${r.web_userid} = ${i.web_userid} and ${holdsPlace(r)} and ${within(tx, inscriptions, 'r')} limit 1) r on true
       where n.is_previous and ${holdsPlace(i)} group by c.eventid, c.name, c.start_at, n.eventid, ${p.name} order by c.start_at, c.eventid`,
      true,
    ),
  );
  return {
    total: { athletes: rows.reduce((sum, row) => sum + row.athletes, 0), returned: rows.reduce((sum, row) => sum + row.returned, 0) },
    rows,
  };
};

type Read<T> = (tx: Transaction, asked: AskedFigures) => Promise<T>;
const readers: { readonly [C in BiChart]: Read<BiAnswers[C]> } = {
  pace: readPace,
  revenue: readRevenue,
  mix: (tx, asked) => split(tx, asked, { key: i.status, where: sql`true` }),
  channels: (tx, asked) => split(tx, asked, { key: i.channel }),
  geography: (tx, asked) =>
    split(tx, asked, { key: i.stateid, label: orNull(s.name), joins: sql`left join ${s} on ${s.stateid} = ${i.stateid}` }),
  ages: readAges,
  coupons: readCoupons,
  retention: readRetention,
};

/** The fields whose values a chart shows. People who may not read one of them are refused the chart. */
const shownFields: { readonly [C in BiChart]: readonly (readonly [resource: string, field: string])[] } = {
  pace: [
    ['inscriptions', 'paid_at'],
    ['inscriptions', 'created'],
  ],
  revenue: [
    ['payments', 'amount_cents'],
    ['events', 'revenue_cents'],
  ],
  mix: [['inscriptions', 'status']],
  channels: [['inscriptions', 'channel']],
  geography: [['inscriptions', 'stateid']],
  ages: [
    ['inscriptions', 'birth_date'],
    ['inscriptions', 'gender'],
  ],
  coupons: [
    ['coupon_uses', 'discount_cents'],
    ['inscriptions', 'paid_cents'],
    ['events', 'revenue_cents'],
  ],
  retention: [['inscriptions', 'web_userid']],
};

/** The figures of one chart, limited to what the person may see. */
export const readChart = async <C extends BiChart>(tx: Transaction, chart: C, asked: AskedFigures): Promise<BiAnswers[C]> => {
  if (shownFields[chart].some(([resource, field]) => !canSee(tx.grants, fieldOf(tx.registry.get(resource), field)))) throw forbidden();
  return readers[chart](tx, asked);
};
