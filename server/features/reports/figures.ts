import { sql, type SQL } from 'drizzle-orm';
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
import { forbidden } from '../../kernel/DomainError';
import { bind } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { localDay, todaySql } from '../../database/localDay';
import type { AskedFigures } from './askedFigures';
import { activeSql, byNow, editions, registrations, soldDay, within } from './editions';

type Names = Readonly<Record<string, string>>;
const tallies = sql.raw('count(*) filter (where not n.is_previous), count(*) filter (where n.is_previous)');
const sumOf = (rows: readonly Compared[], { compare }: AskedFigures): Compared => ({
  current: rows.reduce((sum, { current }) => sum + current, 0),
  previous: compare ? rows.reduce((sum, { previous }) => sum + (previous ?? 0), 0) : null,
});
const compared = ({ compare }: AskedFigures, current: unknown, previous: unknown): Compared => ({
  current: Number(current),
  previous: compare ? Number(previous) : null,
});

/** The events that a question is about, the next to start last. */
export const readSelection = async (tx: Transaction, asked: AskedFigures): Promise<BiSelection> => {
  const [[total, withPrevious] = []] = await tx.rows(
    sql`${editions(tx, asked, true)} select (select count(*) from chosen), (select count(*) from editions where is_previous)`,
  );
  const found = await tx.rows(sql`${editions(tx, asked, true)}
    select c.eventid, c.name, c.day, p.eventid, p.name, ${sql.raw(localDay('p.start_at'))} from chosen c
      left join editions n on n.of_eventid = c.eventid and n.is_previous left join events p on p.eventid = n.eventid
     order by c.start_at, c.eventid limit ${bind(mostNamedEvents)}`);
  const events = found.map(([eventid, name, day, before, beforeName, beforeDay]): BiEvent => ({
    eventid: Number(eventid),
    name: name as Names,
    day: String(day),
    previous: before === null ? null : { eventid: Number(before), name: beforeName as Names, day: String(beforeDay) },
  }));
  return { total: Number(total), compared: Number(withPrevious), events };
};

const readPace = async (tx: Transaction, asked: AskedFigures): Promise<BiPace> => {
  const found = await tx.rows(
    sql`${editions(tx, asked)} select ${sql.raw(`${soldDay} + n.shift`)}, ${tallies} ${registrations(tx)} where ${activeSql('i')} group by 1 order by 1`,
  );
  const [[now] = []] = await tx.rows(sql.raw(`select ${todaySql}`));
  const today = String(now);
  let current = 0,
    previous = 0,
    byToday = 0;
  const days = found.map(([day, sold, before]) => {
    current += Number(sold);
    previous += Number(before);
    const isCome = String(day) <= today;
    if (isCome) byToday = previous;
    return { day: String(day), current: isCome ? current : null, previous: asked.compare ? previous : null };
  });
  return { today, now: { current, previous: asked.compare ? byToday : null }, days };
};

interface Split {
  readonly key: string;
  readonly label?: string;
  readonly joins?: SQL;
  readonly where?: SQL;
}
/** Counts registrations by one property, most first. */
const split = async (
  tx: Transaction,
  asked: AskedFigures,
  { key, label = 'null', joins = sql``, where = activeSql('i') }: Split,
): Promise<BiCounts> => {
  const found = await tx.rows(
    sql`${editions(tx, asked)} select ${sql.raw(`${key}, ${label}`)}, ${tallies} ${registrations(tx)} ${joins} where ${where} and ${sql.raw(byNow)} group by 1, 2 order by 3 desc, 4 desc, 1`,
  );
  const rows = found.map(([own, text, current, previous]) => ({
    key: own as string | number | null,
    ...(label !== 'null' && { label: text as string | null }),
    ...compared(asked, current, previous),
  }));
  return { total: sumOf(rows, asked), rows };
};

const groupSql = (age: string): string =>
  `case ${[...ageGroups]
    .reverse()
    .map((from) => `when ${age} >= ${from} then ${from}`)
    .join(' ')} end`;
const readAges = async (tx: Transaction, asked: AskedFigures): Promise<BiAges> => {
  const group = groupSql('extract(year from age(n.own_day, i.birth_date))::int');
  const found = await tx.rows(
    sql`${editions(tx, asked)} select ${sql.raw(`${group}, i.gender`)}, ${tallies} ${registrations(tx)} where ${activeSql('i')} and ${sql.raw(byNow)} group by 1, 2 order by 1, 2`,
  );
  const rows = found.map(([own, gender, current, previous]) => ({
    group: own === null ? null : Number(own),
    gender: gender as 'F' | 'M' | 'X',
    ...compared(asked, current, previous),
  }));
  return { total: sumOf(rows, asked), rows };
};

const mostCoupons = 200;
const readCoupons = async (tx: Transaction, asked: AskedFigures): Promise<BiCoupons> => {
  const opens = (name: string): boolean => can(tx.grants, 'list', tx.registry.get(name));
  // A code is worth its discount to whoever reads it, so it is named only to those who may list coupons.
  const label = opens('coupons') && opens('coupon_batches') ? 'coalesce(b.name, c.code)' : 'null::text';
  const sums = (which: string): string =>
    `count(*) filter (where ${which}), coalesce(sum(u.discount_cents) filter (where ${which}), 0), coalesce(sum(i.paid_cents - i.refunded_cents) filter (where ${which}), 0)`;
  const used = sql`${registrations(tx)} join coupon_uses u on u.inscriptionid = i.inscriptionid and u.state = 'used' and ${within(tx, 'coupon_uses', 'u')}
    join coupons c on c.couponid = u.couponid left join coupon_batches b on b.coupon_batchid = c.coupon_batchid where ${activeSql('i')} and ${sql.raw(byNow)}`;
  const found = await tx.rows(
    sql`${editions(tx, asked)} select c.coupon_batchid, ${sql.raw(`case when c.coupon_batchid is null then c.couponid end, ${label}, ${sums('not n.is_previous')}`)} ${used} and not n.is_previous group by 1, 2, 3 order by 6 desc, 4 desc, 1, 2`,
  );
  const [whole = []] = await tx.rows(
    sql`${editions(tx, asked)} select ${sql.raw(`${sums('not n.is_previous')}, ${sums('n.is_previous')}`)} ${used}`,
  );
  const [uses, discount_cents, income_cents, ...before] = whole.map(Number) as [number, number, number, number, number, number];
  return {
    total: { coupons: found.length, uses, discount_cents, income_cents },
    previous: asked.compare ? { uses: before[0], discount_cents: before[1], income_cents: before[2] } : null,
    rows: found.slice(0, mostCoupons).map(([coupon_batchid, couponid, text, ...sum]) => {
      const [times, given, income] = sum.map(Number) as [number, number, number];
      return {
        couponid: couponid === null ? null : Number(couponid),
        coupon_batchid: coupon_batchid === null ? null : Number(coupon_batchid),
        label: text as string | null,
        uses: times,
        discount_cents: given,
        income_cents: income,
      };
    }),
  };
};

const readRetention = async (tx: Transaction, asked: AskedFigures): Promise<BiRetention> => {
  const found = await tx.rows(sql`${editions(tx, asked, true)}
    select c.eventid, c.name, n.eventid, p.name, count(distinct i.web_userid), count(distinct i.web_userid) filter (where r.web_userid is not null)
    ${registrations(tx)} join chosen c on c.eventid = n.of_eventid join events p on p.eventid = n.eventid
      left join lateral (select r.web_userid from inscriptions r where r.eventid = n.of_eventid and r.web_userid = i.web_userid and ${activeSql('r')} and ${within(tx, 'inscriptions', 'r')} limit 1) r on true
     where n.is_previous and ${activeSql('i')} group by c.eventid, c.name, c.start_at, n.eventid, p.name order by c.start_at, c.eventid`);
  const rows = found.map(([eventid, name, previous_eventid, previous_name, athletes, returned]) => ({
    eventid: Number(eventid),
    name: name as Names,
    previous_eventid: Number(previous_eventid),
    previous_name: previous_name as Names,
    athletes: Number(athletes),
    returned: Number(returned),
  }));
  return {
    total: { athletes: rows.reduce((sum, row) => sum + row.athletes, 0), returned: rows.reduce((sum, row) => sum + row.returned, 0) },
    rows,
  };
};

type Read<T> = (tx: Transaction, asked: AskedFigures) => Promise<T>;
const readers: { readonly [C in BiChart]: Read<BiAnswers[C]> } = {
  pace: readPace,
  mix: (tx, asked) => split(tx, asked, { key: 'i.status', where: sql`true` }),
  channels: (tx, asked) => split(tx, asked, { key: 'i.channel' }),
  geography: (tx, asked) =>
    split(tx, asked, { key: 'i.stateid', label: 's.name', joins: sql`left join states s on s.stateid = i.stateid` }),
  ages: readAges,
  coupons: readCoupons,
  retention: readRetention,
};

/** The fields whose values a chart tells; whoever may not read one of them is refused the chart. */
const told: { readonly [C in BiChart]: readonly (readonly [resource: string, field: string])[] } = {
  pace: [
    ['inscriptions', 'paid_at'],
    ['inscriptions', 'created'],
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

/** The figures of one chart, within what the person may see. */
export const readChart = async <C extends BiChart>(tx: Transaction, chart: C, asked: AskedFigures): Promise<BiAnswers[C]> => {
  if (told[chart].some(([resource, field]) => !canSee(tx.grants, tx.registry.get(resource).all[field]!))) throw forbidden();
  return readers[chart](tx, asked);
};
