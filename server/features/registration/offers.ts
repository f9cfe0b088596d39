import { offerHours, seatedSql } from '@/domain/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { waitlist_entries, type WaitlistEntry } from '@/resources/waitlist_entries/waitlist_entries';
import { conflict, invalid, type DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { audit } from '../../api/audit/audit';
import { changeBeside } from '../../api/write/beside';
import { insertRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { layDown } from '../letters/layDown';
import { attempt } from './attempt';
import { begin } from './begin';
import { completeNew, findAthlete } from './newInscription';

/** Somebody in a waiting list, as far as an offer goes. */
export type Waiting = Pick<WaitlistEntry, 'waitlist_entryid' | 'eventid' | 'distanceid' | 'web_userid'>;
type Offered = Pick<WaitlistEntry, 'status' | 'offered_at' | 'expires_at' | 'inscriptionid'>;

/** Whether an event still takes registrations, as SQL over `e`: before it is published too, as at any counter. */
export const takesPeople = "e.status in ('draft', 'in_review', 'published', 'sold_out') and e.registration_close_at > now()";
/** No offer outlives the registration of its event. */
const untilSql = `
  select least(now() + make_interval(hours => ${offerHours}), e.registration_close_at) from distances d join events e using (eventid)
   where d.distanceid = $1 and d.deleted_at is null and d.status in ('open', 'sold_out') and e.deleted_at is null and ${takesPeople}`;
/** Until when a seat that is free now may be offered; `null` where the distance, its event or the registration is closed. */
export const offeredUntil = async (tx: Transaction, distanceid: number): Promise<string | null> => {
  const [[until] = []] = await tx.run(untilSql, [distanceid]);
  return until === undefined ? null : new Date(String(until)).toISOString();
};

/** Whether an athlete has a seat of a distance already, paid or not. */
export const isRegistered = async (
  tx: Transaction,
  { distanceid, web_userid }: Pick<Waiting, 'distanceid' | 'web_userid'>,
): Promise<boolean> =>
  (
    await tx.run(`select 1 from inscriptions where distanceid = $1 and web_userid = $2 and ${seatedSql} and deleted_at is null limit 1`, [
      distanceid,
      web_userid,
    ])
  ).length > 0;

/**
 * Registers somebody who waits, with a seat that is held for them and a letter that says so, and answers what their entry says then.
 *
 * Refuses what any registration refuses: without a seat or a price on the distance, and what is of the athlete on its own fields.
 */
export const registerWaiting = async (tx: Transaction, { eventid, distanceid, web_userid }: Waiting, until: string): Promise<Offered> => {
  const athlete = await tx.asOwner(() => findAthlete(tx, web_userid)); // no policy lets an organizer read the register of athletes
  if (!athlete) throw invalid([{ path: 'web_userid', code: 'ATHLETE_NOT_ACTIVE' }]);
  if (await isRegistered(tx, { distanceid, web_userid }))
    throw conflict('ALREADY_REGISTERED', [{ path: 'web_userid', code: 'ALREADY_REGISTERED' }]);
  const values: Row = { eventid, distanceid, web_userid, channel: 'backoffice' };
  await completeNew(tx, values, athlete);
  const inscriptionid = await begin(tx, values, (complete) => insertRow(tx, inscriptions, complete), {
    actor: 'system',
    offeredUntil: until,
  });
  await audit(tx, {
    resource: inscriptions,
    id: inscriptionid,
    verb: 'create',
    before: null,
    after: await readStored(tx, inscriptions, inscriptionid),
  });
  const email = values['email'] as string | null | undefined;
  if (email) await layDown(tx, { inscriptionid, eventid, email }, 'seat_offered');
  return { status: 'offered', offered_at: new Date().toISOString(), expires_at: until, inscriptionid };
};

const nextSql = `
  select waitlist_entryid, eventid, distanceid, web_userid from waitlist_entries
   where distanceid = $1 and status = 'waiting' and deleted_at is null order by created, waitlist_entryid limit 1 for no key update`;
const nextOf = async (tx: Transaction, distanceid: number): Promise<Waiting | null> => {
  const [row] = await tx.run(nextSql, [distanceid]);
  if (!row) return null;
  const [waitlist_entryid, eventid, , web_userid] = row.map(Number) as [number, number, number, number];
  return { waitlist_entryid, eventid, distanceid, web_userid };
};

/** Why somebody can no longer be registered; nothing when it is the distance that takes nobody in. */
const causeOf = ({ errors: [first] }: DomainError): WaitlistEntry['withdrawn_because'] => {
  if (first?.path === 'web_userid') return first.code === 'ALREADY_REGISTERED' ? 'registered' : 'athlete';
  return first?.path === 'birth_date' || first?.path === 'gender' ? 'eligibility' : null;
};

/** Offers one free seat of a distance to whoever has waited longest and can still be registered; who no longer can is withdrawn. Whoever calls holds the lock on the seats. */
export const offerNext = async (tx: Transaction, distanceid: number): Promise<void> => {
  const change = (entry: Waiting, set: Partial<WaitlistEntry>): Promise<unknown> =>
    changeBeside(tx, waitlist_entries, 't.waitlist_entryid = $7', [entry.waitlist_entryid], set);
  const first = await nextOf(tx, distanceid);
  const until = first && (await offeredUntil(tx, distanceid));
  if (!until) return;
  for (let entry: Waiting | null = first; entry; entry = await nextOf(tx, distanceid)) {
    const asked = entry;
    const refusal = await attempt(tx, async () => change(asked, await registerWaiting(tx, asked, until)));
    const cause = refusal && causeOf(refusal);
    if (!cause) return;
    await change(asked, { status: 'withdrawn', withdrawn_because: cause });
  }
};
