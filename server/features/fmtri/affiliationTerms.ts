import { fmtri_affiliate_users, type FmtriAffiliateUser } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types, type FmtriAffiliationType } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import type { Problem } from '@/schema/project/zod';
import type { FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { events } from '@/resources/events/events';
import { invalid, problemAt } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { todayOf } from './todayOf';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** The request: for whom, of which type, from when and for which event. */
export type Asked = Pick<FmtriAffiliation, 'typeid' | 'affiliate_userid' | 'starts_on'> & Partial<Pick<FmtriAffiliation, 'eventid'>>;
interface Days {
  readonly first: string;
  readonly last: string;
}
export interface Terms {
  readonly name: string;
  readonly audience: FmtriAffiliationType['audience'];
  readonly season: number;
  readonly eventid: number | null;
  readonly ends_on: string;
  readonly price_cents: number;
}

const e = columnsOf(events);
const daysOf = async (tx: Transaction, eventid: number | null): Promise<Days | null> => {
  if (eventid === null) return null;
  const days = await selectOne(
    tx,
    {
      first: value<string>(sql`(${e.start_at} at time zone ${e.timezone})::date::text`),
      last: value<string>(sql`(coalesce(${e.end_at}, ${e.start_at}) at time zone ${e.timezone})::date::text`),
    },
    sql`from ${e} where ${e.eventid} = ${eventid}`,
  );
  return days ?? null;
};

const spoken = (date: string): string => date.split('-').reverse().join('/');
const yearOf = (date: string): number => Number(date.slice(0, 4));
/** The day before the same day some months later, or the last day of a shorter month. */
const monthsOn = (start: string, count: number): string => {
  const begin = new Date(`${start}T00:00:00Z`),
    end = new Date(begin);
  end.setUTCMonth(end.getUTCMonth() + count);
  if (end.getUTCDate() !== begin.getUTCDate()) end.setUTCDate(0);
  else end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
};
const lastDay = ({ validity, months }: FmtriAffiliationType, start: string, event: Days | null): string => {
  if (validity === 'calendar_year') return `${yearOf(start)}-12-31`;
  if (validity === 'months') return monthsOn(start, months ?? 1);
  return validity === 'event' ? (event?.last ?? start) : start;
};

/** The federation counts the age that somebody reaches in the year. */
const ageProblem = ({ age_min, age_max }: FmtriAffiliationType, { birth_date }: FmtriAffiliateUser, season: number): Problem | null => {
  const age = season - yearOf(birth_date);
  return age < (age_min ?? 0) || age > (age_max ?? age)
    ? { path: 'typeid', code: 'AFFILIATION_AGE', params: { age, min: age_min ?? 0, max: age_max ?? '∞' } }
    : null;
};

/**
 * The holder, price and last day of an affiliation, from its type on the day of the request. Refused when type, person, day and event do
 * not fit together.
 */
export const affiliationTerms = async (tx: Transaction, asked: Asked, { isNew }: { readonly isNew: boolean }): Promise<Terms> => {
  const type = await readStored(tx, fmtri_affiliation_types, asked.typeid);
  const affiliate = await readStored(tx, fmtri_affiliate_users, asked.affiliate_userid);
  if (!type) throw invalid([{ path: 'typeid', code: 'INVALID_REFERENCE' }]);
  if (!affiliate) throw invalid([{ path: 'affiliate_userid', code: 'INVALID_REFERENCE' }]);
  const today = await todayOf(tx);
  const start = asked.starts_on,
    season = yearOf(start);
  const eventid = asked.eventid ?? type.eventid;
  const event = await daysOf(tx, eventid);
  const isOfEvent = event !== null && (type.validity === 'event' || type.validity === 'one_day');
  const ends_on = lastDay(type, start, event);
  const aged = ageProblem(type, affiliate, season);
  const problems: Problem[] = [
    ...(isNew && type.status !== 'active' ? [problemAt('typeid', 'AFFILIATION_TYPE_CLOSED')] : []),
    ...(affiliate.status !== 'active' ? [problemAt('affiliate_userid', 'AFFILIATE_NOT_ACTIVE')] : []),
    ...(type.eventid !== null && eventid !== type.eventid ? [problemAt('eventid', 'AFFILIATION_EVENT')] : []),
    ...(isOfEvent && (start < event.first || start > event.last)
      ? [problemAt('starts_on', 'AFFILIATION_OUTSIDE_EVENT', { first: spoken(event.first), last: spoken(event.last) })]
      : []),
    ...(type.season !== null && type.season !== season
      ? [problemAt('starts_on', 'AFFILIATION_SEASON', { season: String(type.season) })]
      : []),
    ...(ends_on < today ? [problemAt('starts_on', 'AFFILIATION_OVER')] : []),
    ...(aged ? [aged] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
  const isLate = type.late_from !== null && type.late_from <= today;
  return {
    name: affiliate.name ?? '',
    audience: type.audience,
    season,
    eventid,
    ends_on,
    price_cents: isLate ? (type.late_price_cents ?? type.price_cents) : type.price_cents,
  };
};
