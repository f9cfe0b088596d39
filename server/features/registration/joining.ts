import type { CodeOf } from '@/schema/errorCodes';
import { conflict, DomainError, invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { judgeEligibility } from './eligibility';
import { findAthlete } from './newInscription';
import { isRegistered, takesPeople } from './offers';
import { lockSeats } from './seats';

const refused = (path: string, code: CodeOf<409>): DomainError => conflict(code, [{ path, code }]);

const listSql = `
  select d.status = 'closed' or not (${takesPeople}), coalesce(d.sold_count + d.held_count < d.capacity, true),
         exists (select 1 from waitlist_entries w where w.distanceid = d.distanceid and w.status = 'waiting' and w.deleted_at is null)
    from distances d join events e using (eventid) where d.distanceid = $1 and d.eventid = $2`;
const mineSql = `select 1 from waitlist_entries where distanceid = $1 and web_userid = $2 and status in ('waiting', 'offered') and deleted_at is null`;

/** Whoever could not be registered does not wait for it; said on the athlete, since the form has nothing else of theirs. */
const judgeAthlete = async (tx: Transaction, distanceid: number, athlete: Row): Promise<void> => {
  if (!athlete['email']) throw invalid([{ path: 'web_userid', code: 'RULE_BROKEN', rule: 'inscriptions.emailNeeded' }]);
  if (!athlete['birth_date']) throw invalid([{ path: 'web_userid', code: 'RULE_BROKEN', rule: 'inscriptions.birthDateNeeded' }]);
  try {
    await judgeEligibility(tx, { ...athlete, distanceid });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid(error.errors.map((problem) => ({ ...problem, path: 'web_userid' })));
  }
};

/** Whether somebody may wait for a seat, and who they are. With the seats locked: whoever gives one back meanwhile sees who waits. */
export const judgeJoining = async (tx: Transaction, { eventid, distanceid, web_userid }: Row): Promise<Row> => {
  const athlete = await findAthlete(tx, Number(web_userid));
  if (!athlete) throw invalid([{ path: 'web_userid', code: 'INVALID_REFERENCE' }]);
  await lockSeats(tx, Number(eventid), [Number(distanceid)]);
  const [[isClosed, hasSeats, isWaitedFor] = []] = await tx.run(listSql, [distanceid, eventid]);
  if (isClosed === undefined) throw invalid([{ path: 'distanceid', code: 'INVALID_REFERENCE' }]);
  if (isClosed === true) throw refused('distanceid', 'OFFERS_CLOSED');
  const wish = { distanceid: Number(distanceid), web_userid: Number(web_userid) };
  if (await isRegistered(tx, wish)) throw refused('web_userid', 'ALREADY_REGISTERED');
  if ((await tx.run(mineSql, [distanceid, web_userid])).length > 0) throw refused('web_userid', 'ALREADY_WAITING');
  if (hasSeats === true && isWaitedFor !== true) throw refused('distanceid', 'SEATS_LEFT');
  await judgeAthlete(tx, wish.distanceid, athlete);
  return athlete;
};
