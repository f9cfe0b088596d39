import { sql } from 'drizzle-orm';
import { statusGroups } from '@/domain/registration/lifecycle';
import type { EditionPace, Pace } from '@/domain/registration/pace';
import { events, type Event } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { aliveText } from '../../api/list/alive';
import { scopeSql } from '../../api/list/scope';
import { bind, every } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';
import { localDay } from '../../database/localDay';

type Held = Pick<Event, 'eventid' | 'name' | 'start_at'>;
/** Who paid later than the start was there on the day. */
const daysLeft = (instant: string): string => `greatest(0, e.day - ${localDay(instant)})`;

/** The registrations of an edition that hold a place, as its list counts them, by the days that were left when they were sold. */
const readEdition = async (tx: Transaction, { eventid, name, start_at }: Held): Promise<EditionPace> => {
  const held = every([
    sql`i.eventid = ${bind(eventid)} and i.status = any(${bind(statusGroups.active)}::text[])`,
    sql.raw(aliveText(inscriptions, 'i')),
    scopeSql(tx.registry, tx.grants, inscriptions, 'list', 'i'),
  ]);
  const start = sql`(select ${sql.raw(localDay('start_at'))} as day from events where eventid = ${bind(eventid)}) e`;
  const [[days_to_go] = []] = await tx.rows(sql`select ${sql.raw(daysLeft('now()'))} from ${start}`);
  const sold = await tx.rows(
    sql`select ${sql.raw(daysLeft('coalesce(i.paid_at, i.created)'))}, count(*) from inscriptions i cross join ${start} where ${held} group by 1 order by 1 desc`,
  );
  let sum = 0;
  return {
    eventid,
    name,
    start_at,
    days_to_go: Number(days_to_go),
    points: sold.map(([days, count]) => [Number(days), (sum += Number(count))] as const),
  };
};

const previousOf = async (tx: Transaction, { previous_eventid }: Event): Promise<Held | null> =>
  previous_eventid !== null && (await reaches(tx, events, previous_eventid, 'show'))
    ? ((await readStored(tx, events, previous_eventid)) as Held | null)
    : null;

/** How registrations add up before an event, beside the edition before it, as far as the person may see them. */
export const readPace = async (tx: Transaction, event: Event): Promise<Pace> => {
  const previous = await previousOf(tx, event);
  return { current: await readEdition(tx, event), previous: previous && (await readEdition(tx, previous)) };
};
