import type { CodeOf } from '@/schema/errorCodes';
import { waitlist_entries, type WaitlistEntry } from '@/resources/waitlist_entries/waitlist_entries';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { conflict, DomainError, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { judgeEligibility } from './eligibility';
import { findAthlete, type Athlete } from './newInscription';
import { isRegistered, takesPeople } from './offers';
import { lockSeats } from './seats';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const refused = (path: string, code: CodeOf<409>): DomainError => conflict(code, [{ path, code }]);

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const w = columnsOf(waitlist_entries, 'w');
const list = {
  isClosed: value<boolean>(sql`${d.status} = 'closed' or not (${takesPeople})`),
  hasSeats: value<boolean>(sql`coalesce(${d.sold_count} + ${d.held_count} < ${d.capacity}, true)`),
  isWaitedFor: value<boolean>(
    sql`exists (select 1 from ${w} where ${w.distanceid} = ${d.distanceid} and ${w.status} = 'waiting' and ${w.deleted_at} is null)`,
  ),
};
const listOf = (tx: Transaction, eventid: number, distanceid: number) =>
  selectOne(
    tx,
    list,
    sql`from ${d} join ${e} on ${e.eventid} = ${d.eventid} where ${d.distanceid} = ${distanceid} and ${d.eventid} = ${eventid}`,
  );
const isWaiting = (tx: Transaction, distanceid: number, web_userid: number): Promise<boolean> =>
  exists(
    tx,
    sql`from ${w} where ${w.distanceid} = ${distanceid} and ${w.web_userid} = ${web_userid} and ${w.status} in ('waiting', 'offered') and ${w.deleted_at} is null`,
  );

/** People who could not be registered cannot join the waiting list either. The error is on the athlete, the only such field in the form. */
const judgeAthlete = async (tx: Transaction, distanceid: number, athlete: Athlete): Promise<void> => {
  if (!athlete.email) throw invalid([{ path: 'web_userid', code: 'RULE_BROKEN', rule: 'inscriptions.emailNeeded' }]);
  if (!athlete.birth_date) throw invalid([{ path: 'web_userid', code: 'RULE_BROKEN', rule: 'inscriptions.birthDateNeeded' }]);
  try {
    await judgeEligibility(tx, { ...athlete, distanceid });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid(error.errors.map((problem) => ({ ...problem, path: 'web_userid' })));
  }
};

type Wish = Pick<WaitlistEntry, 'eventid' | 'distanceid' | 'web_userid'>;
/**
 * Whether a person may join the waiting list, and who they are. The seats are locked, so a seat that is returned in the meantime sees
 * the entry.
 */
export const judgeJoining = async (tx: Transaction, { eventid, distanceid, web_userid }: Wish): Promise<Athlete> => {
  const athlete = await findAthlete(tx, web_userid);
  if (!athlete) throw invalid([{ path: 'web_userid', code: 'INVALID_REFERENCE' }]);
  await lockSeats(tx, eventid, [distanceid]);
  const found = await listOf(tx, eventid, distanceid);
  if (!found) throw invalid([{ path: 'distanceid', code: 'INVALID_REFERENCE' }]);
  if (found.isClosed) throw refused('distanceid', 'OFFERS_CLOSED');
  if (await isRegistered(tx, { distanceid, web_userid })) throw refused('web_userid', 'ALREADY_REGISTERED');
  if (await isWaiting(tx, distanceid, web_userid)) throw refused('web_userid', 'ALREADY_WAITING');
  if (found.hasSeats && !found.isWaitedFor) throw refused('distanceid', 'SEATS_LEFT');
  await judgeAthlete(tx, distanceid, athlete);
  return athlete;
};
