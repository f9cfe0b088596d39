import { offerHours, seatedSql } from '@/domain/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { waitlist_entries, type WaitlistEntry } from '@/resources/waitlist_entries/waitlist_entries';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { conflict, invalid, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { audit } from '../../api/audit/audit';
import { updateAudited } from '../../api/write/audited';
import { insertRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { layDown } from '../letters/layDown';
import { attempt } from './attempt';
import { begin } from './begin';
import { completeNew, findAthlete, type NewInscription } from './newInscription';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** A waiting list entry, as offers use it. */
export type Waiting = Pick<WaitlistEntry, 'waitlist_entryid' | 'eventid' | 'distanceid' | 'web_userid'>;
type Offered = Pick<WaitlistEntry, 'status' | 'offered_at' | 'expires_at' | 'inscriptionid'>;

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const i = columnsOf(inscriptions);
const w = columnsOf(waitlist_entries);

/** Whether an event still takes registrations, as SQL over `e`; also before it is published, like any counter. */
export const takesPeople = sql`${e.status} in ('draft', 'in_review', 'published', 'sold_out') and ${e.registration_close_at} > now()`;
/** An offer ends with the registration period of its event. */
const until = value<string>(sql`least(now() + make_interval(hours => ${sql.raw(String(offerHours))}), ${e.registration_close_at})`);
/** Until when a free seat may be offered now; `null` when the distance, its event or the registration is closed. */
export const offeredUntil = async (tx: Transaction, distanceid: number): Promise<string | null> => {
  const found = await selectOne(
    tx,
    { until },
    sql`from ${d} join ${e} on ${e.eventid} = ${d.eventid}
     where ${d.distanceid} = ${distanceid} and ${d.deleted_at} is null and ${d.status} in ('open', 'sold_out') and ${e.deleted_at} is null and ${takesPeople}`,
  );
  return found ? new Date(found.until).toISOString() : null;
};

/** Whether an athlete already has a seat of a distance, paid or not. */
export const isRegistered = (tx: Transaction, { distanceid, web_userid }: Pick<Waiting, 'distanceid' | 'web_userid'>): Promise<boolean> =>
  exists(
    tx,
    sql`from ${i} where ${i.distanceid} = ${distanceid} and ${i.web_userid} = ${web_userid} and ${sql.raw(seatedSql)} and ${i.deleted_at} is null limit 1`,
  );

/**
 * Registers a person from the waiting list, with a held seat and a letter about it, and answers the new values of their entry.
 *
 * Refuses what any registration refuses: a missing seat or price on the distance, and errors of the athlete on their own fields.
 */
export const registerWaiting = async (tx: Transaction, { eventid, distanceid, web_userid }: Waiting, end: string): Promise<Offered> => {
  const athlete = await tx.asOwner(() => findAthlete(tx, web_userid)); // no policy lets an organizer read all athletes
  if (!athlete) throw invalid([{ path: 'web_userid', code: 'ATHLETE_NOT_ACTIVE' }]);
  if (await isRegistered(tx, { distanceid, web_userid }))
    throw conflict('ALREADY_REGISTERED', [{ path: 'web_userid', code: 'ALREADY_REGISTERED' }]);
  const values: NewInscription = { eventid, distanceid, web_userid, channel: 'backoffice' };
  await completeNew(tx, values, athlete);
  const inscriptionid = await begin(tx, values, (complete) => insertRow(tx, inscriptions, complete), {
    actor: 'system',
    offeredUntil: end,
  });
  await audit(tx, {
    resource: inscriptions,
    id: inscriptionid,
    verb: 'create',
    before: null,
    after: await readStored(tx, inscriptions, inscriptionid),
  });
  const { email } = values;
  if (email) await layDown(tx, { inscriptionid, eventid, email }, 'seat_offered');
  return { status: 'offered', offered_at: new Date().toISOString(), expires_at: end, inscriptionid };
};

const { waitlist_entryid, eventid, distanceid: at, web_userid } = w;
const nextOf = async (tx: Transaction, distanceid: number): Promise<Waiting | null> => {
  const next = await selectOne(
    tx,
    { waitlist_entryid, eventid, distanceid: at, web_userid },
    sql`from ${w} where ${at} = ${distanceid} and ${w.status} = 'waiting' and ${w.deleted_at} is null order by ${w.created}, ${waitlist_entryid} limit 1 for no key update`,
  );
  return next ?? null;
};

/** Why a person can no longer be registered; undefined when the distance is closed to everybody. */
const causeOf = ({ errors: [first] }: DomainError): WaitlistEntry['withdrawn_because'] => {
  if (first?.path === 'web_userid') return first.code === 'ALREADY_REGISTERED' ? 'registered' : 'athlete';
  return first?.path === 'birth_date' || first?.path === 'gender' ? 'eligibility' : null;
};

/**
 * Offers one free seat of a distance to the person who has waited longest and can still be registered; people who no longer can are
 * withdrawn. The caller holds the lock on the seats.
 */
export const offerNext = async (tx: Transaction, distanceid: number): Promise<void> => {
  const change = (entry: Waiting, set: Partial<WaitlistEntry>): Promise<unknown> =>
    updateAudited(tx, waitlist_entries, (row) => sql`${row.waitlist_entryid} = ${entry.waitlist_entryid}`, set);
  const first = await nextOf(tx, distanceid);
  const end = first && (await offeredUntil(tx, distanceid));
  if (!end) return;
  for (let entry: Waiting | null = first; entry; entry = await nextOf(tx, distanceid)) {
    const asked = entry;
    const refusal = await attempt(tx, async () => change(asked, await registerWaiting(tx, asked, end)));
    const cause = refusal && causeOf(refusal);
    if (!cause) return;
    await change(asked, { status: 'withdrawn', withdrawn_because: cause });
  }
};
