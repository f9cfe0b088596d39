import { statusGroups } from '@/domain/registration/lifecycle';
import type { EditionPace, Pace } from '@/domain/registration/pace';
import { events, type Event } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { aliveText } from '../../api/list/alive';
import { scopeSql } from '../../api/list/scope';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, value } from '../../kernel/select';
import { every, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';
import { dayOf } from '../../kernel/dayOf';

type Held = Pick<Event, 'eventid' | 'name' | 'start_at'>;
/** People who paid later than the start are counted on the day of the start. */
const daysLeft = (instant: SQL) => value<number>(sql`greatest(0, e.day - ${dayOf(instant)})`);
const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events);

/** The registrations of an edition that hold a place, as its list counts them, by the days left when they were sold. */
const readEdition = async (tx: Transaction, { eventid, name, start_at }: Held): Promise<EditionPace> => {
  const held = every([
    sql`${i.eventid} = ${eventid} and ${i.status} = any(${statusGroups.active}::text[])`,
    sql.raw(aliveText(inscriptions, 'i')),
    scopeSql(tx.registry, tx.grants, inscriptions, 'list', 'i'),
  ]);
  const start = sql`(select ${dayOf(sql`${e.start_at}`)} as day from ${e} where ${e.eventid} = ${eventid}) e`;
  const [days_to_go = 0] = await selectAll(tx, daysLeft(sql`now()`), sql`from ${start}`);
  const sold = await select(
    tx,
    { days: daysLeft(sql`coalesce(${i.paid_at}, ${i.created})`), count: value<number>(sql`count(*)`) },
    sql`from ${i} cross join ${start} where ${held} group by 1 order by 1 desc`,
  );
  let sum = 0;
  return {
    eventid,
    name,
    start_at,
    days_to_go,
    points: sold.map(({ days, count }) => [days, (sum += count)] as const),
  };
};

const previousOf = async (tx: Transaction, { previous_eventid }: Event): Promise<Held | null> =>
  previous_eventid !== null && (await reaches(tx, events, previous_eventid, 'show')) ? readStored(tx, events, previous_eventid) : null;

/** The number of registrations over the days before an event, compared with the former edition, limited to what the person may see. */
export const readPace = async (tx: Transaction, event: Event): Promise<Pace> => {
  const previous = await previousOf(tx, event);
  return { current: await readEdition(tx, event), previous: previous && (await readEdition(tx, previous)) };
};
