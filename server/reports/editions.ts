import { sql, type SQL } from 'drizzle-orm';
import { statusGroups } from '@/registration/lifecycle';
import type { AnyResource } from '@/schema';
import { aliveText, scopeSql } from '../api/list/scope';
import { bind, every } from '../api/sql';
import type { Transaction } from '../api/transaction';
import type { AskedFigures } from './askedFigures';

const zone = 'America/Mexico_City';
/** The day of an instant in Mexico City. */
export const localDay = (instant: string): string => `(${instant} at time zone '${zone}')::date`;
export const todaySql = localDay('now()');
/** Editions of one event have one slug but for its year. */
const stem = (alias: string): string => `regexp_replace(${alias}.slug, '-?(19|20)[0-9]{2}', '', 'g')`;
const heldSql = `('draft', 'in_review', 'cancelled')`;

/** The rows of a resource that the person may see, under an alias. */
export const within = (tx: Transaction, name: string, alias: string): SQL => {
  const resource: AnyResource = tx.registry.get(name);
  return every([sql.raw(aliveText(resource, alias)), scopeSql(tx.registry, tx.grants, resource, 'list', alias)]);
};

const chosen = (tx: Transaction, { events, region, from, to }: AskedFigures): SQL => every([
  within(tx, 'events', 'e'),
  events && sql`e.eventid = any(${bind(events)}::bigint[])`,
  region && sql`e.region = ${bind(region)}`,
  from && sql`${sql.raw(localDay('e.start_at'))} >= ${bind(from)}::date`,
  to && sql`${sql.raw(localDay('e.start_at'))} <= ${bind(to)}::date`,
].map((each) => each || null));

/**
 * `with chosen, editions`: each chosen event, and where editions are compared the last one that was held before it.
 *
 * `shift` is how many days later the chosen edition starts, so that both are seen at the same distance from their start.
 */
export const editions = (tx: Transaction, asked: AskedFigures, isCompared = asked.compare): SQL => sql`
  with chosen as materialized (
    select e.eventid, e.organizationid, e.name, e.start_at, ${sql.raw(`${localDay('e.start_at')} as day, (e.start_at at time zone e.timezone)::date as own_day, ${stem('e')} as stem`)} from events e where ${chosen(tx, asked)}
  ), editions as materialized (
    select eventid, eventid as of_eventid, false as is_previous, 0 as shift, own_day from chosen
    union all
    select p.eventid, c.eventid, true, c.day - ${sql.raw(localDay('p.start_at'))}, (p.start_at at time zone p.timezone)::date from chosen c cross join lateral (
      select p.eventid, p.start_at, p.timezone from events p
       where p.organizationid = c.organizationid and p.start_at < c.start_at and ${sql.raw(`p.status not in ${heldSql} and ${stem('p')} = c.stem`)} and ${within(tx, 'events', 'p')}
       order by p.start_at desc limit 1) p
     where ${sql.raw(isCompared ? 'true' : 'false')}
  )`;

/** The day on which a registration was sold. */
export const soldDay = localDay('coalesce(i.paid_at, i.created)');
/** What an earlier edition had by now: nothing that it sold on a day which has not come yet for the chosen one. */
export const byNow = `(not n.is_previous or ${soldDay} + n.shift <= ${todaySql})`;
/** Registrations that hold a place, as every count of the product understands it. */
export const activeSql = (alias: string): SQL => sql`${sql.raw(`${alias}.status`)} = any(${bind(statusGroups.active)}::text[])`;

/** `from editions n join inscriptions i`, as far as the person may see them. */
export const registrations = (tx: Transaction): SQL => sql`from editions n join inscriptions i on i.eventid = n.eventid and ${within(tx, 'inscriptions', 'i')}`;
