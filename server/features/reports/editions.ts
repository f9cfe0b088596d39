import { statusGroups } from '@/domain/registration/lifecycle';
import type { AnyResource } from '@/schema';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { aliveText } from '../../api/list/alive';
import { scopeSql } from '../../api/list/scope';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf, today } from '../../kernel/dayOf';
import { every, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { AskedFigures } from './askedFigures';

/** The rows of a resource that the person may see, under an alias. */
export const within = (tx: Transaction, resource: AnyResource, alias: string): SQL =>
  every([sql.raw(aliveText(resource, alias)), scopeSql(tx.registry, tx.grants, resource, 'list', alias)]);

export const e = columnsOf(events, 'e');
export const i = columnsOf(inscriptions, 'i');
/** The event of the previous edition. */
export const p = columnsOf(events, 'p');
type EventColumns = typeof e;
/** The day on which an event starts, in the home time zone. */
export const startDay = ({ start_at }: EventColumns): SQL => dayOf(sql`${start_at}`);
const ownDay = ({ start_at, timezone }: EventColumns): SQL => sql`(${start_at} at time zone ${timezone})::date`;

const chosen = (tx: Transaction, { events: only, region, from, to }: AskedFigures): SQL =>
  every(
    [
      within(tx, events, 'e'),
      only && sql`${e.eventid} = any(${only}::bigint[])`,
      region && sql`${e.region} = ${region}`,
      from && sql`${startDay(e)} >= ${from}::date`,
      to && sql`${startDay(e)} <= ${to}::date`,
    ].map((each) => each || null),
  );

/**
 * `with chosen, editions`: each chosen event and, if editions are compared, the event that it names as the previous edition.
 *
 * `shift` is how many days later the chosen edition starts, so that both are compared at the same distance from their start.
 */
export const editions = (tx: Transaction, asked: AskedFigures, isCompared = asked.compare): SQL => sql`
  with chosen as materialized (
    select ${e.eventid} as eventid, ${e.previous_eventid} as previous_eventid, ${e.name} as name, ${e.start_at} as start_at, ${startDay(e)} as day, ${ownDay(e)} as own_day from ${e} where ${chosen(tx, asked)}
  ), editions as materialized (
    select eventid, eventid as of_eventid, false as is_previous, 0 as shift, own_day from chosen
    union all
    select ${p.eventid}, c.eventid, true, c.day - ${startDay(p)}, ${ownDay(p)}
      from chosen c join ${p} on ${p.eventid} = c.previous_eventid where ${sql.raw(isCompared ? 'true' : 'false')} and ${within(tx, events, 'p')}
  )`;

/** The day on which a registration was sold. */
export const soldDay = dayOf(sql`coalesce(${i.paid_at}, ${i.created})`);
/** What an earlier edition had at the same point in time: without sales on days that are still to come for the chosen one. */
export const byNow = sql`(not n.is_previous or ${soldDay} + n.shift <= ${today})`;
/** Registrations that hold a place, as everywhere in the product. */
export const holdsPlace = ({ status }: typeof i): SQL => sql`${status} = any(${statusGroups.active}::text[])`;

/** `from editions n join inscriptions i`, limited to what the person may see. */
export const registrations = (tx: Transaction): SQL =>
  sql`from editions n join ${i} on ${i.eventid} = n.eventid and ${within(tx, inscriptions, 'i')}`;
