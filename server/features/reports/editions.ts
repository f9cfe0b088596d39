import { sql, type SQL } from 'drizzle-orm';
import { statusGroups } from '@/domain/registration/lifecycle';
import type { AnyResource } from '@/schema';
import { aliveText } from '../../api/list/alive';
import { scopeSql } from '../../api/list/scope';
import { bind, every } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { localDay, todaySql } from '../../database/localDay';
import type { AskedFigures } from './askedFigures';

/** The rows of a resource that the person may see, under an alias. */
export const within = (tx: Transaction, name: string, alias: string): SQL => {
  const resource: AnyResource = tx.registry.get(name);
  return every([sql.raw(aliveText(resource, alias)), scopeSql(tx.registry, tx.grants, resource, 'list', alias)]);
};

const chosen = (tx: Transaction, { events, region, from, to }: AskedFigures): SQL =>
  every(
    [
      within(tx, 'events', 'e'),
      events && sql`e.eventid = any(${bind(events)}::bigint[])`,
      region && sql`e.region = ${bind(region)}`,
      from && sql`${sql.raw(localDay('e.start_at'))} >= ${bind(from)}::date`,
      to && sql`${sql.raw(localDay('e.start_at'))} <= ${bind(to)}::date`,
    ].map((each) => each || null),
  );

/**
 * `with chosen, editions`: each chosen event, and where editions are compared the one that it names as the edition before it.
 *
 * `shift` is how many days later the chosen edition starts, so that both are seen at the same distance from their start.
 */
export const editions = (tx: Transaction, asked: AskedFigures, isCompared = asked.compare): SQL => sql`
  with chosen as materialized (
    select e.eventid, e.previous_eventid, e.name, e.start_at, ${sql.raw(`${localDay('e.start_at')} as day, (e.start_at at time zone e.timezone)::date as own_day`)} from events e where ${chosen(tx, asked)}
  ), editions as materialized (
    select eventid, eventid as of_eventid, false as is_previous, 0 as shift, own_day from chosen
    union all
    select p.eventid, c.eventid, true, c.day - ${sql.raw(localDay('p.start_at'))}, (p.start_at at time zone p.timezone)::date 
      from chosen c join events p on p.eventid = c.previous_eventid where ${sql.raw(isCompared ? 'true' : 'false')} and ${within(tx, 'events', 'p')}
  )`;

/** The day on which a registration was sold. */
export const soldDay = localDay('coalesce(i.paid_at, i.created)');
/** What an earlier edition had by now: nothing that it sold on a day which has not come yet for the chosen one. */
export const byNow = `(not n.is_previous or ${soldDay} + n.shift <= ${todaySql})`;
/** Registrations that hold a place, as every count of the product understands it. */
export const activeSql = (alias: string): SQL => sql`${sql.raw(`${alias}.status`)} = any(${bind(statusGroups.active)}::text[])`;

/** `from editions n join inscriptions i`, as far as the person may see them. */
export const registrations = (tx: Transaction): SQL =>
  sql`from editions n join inscriptions i on i.eventid = n.eventid and ${within(tx, 'inscriptions', 'i')}`;
