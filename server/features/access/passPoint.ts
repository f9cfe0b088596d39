import type { ScanAnswer, ScannedPerson } from '@/domain/registration/accessPoint';
import { closedBy, directionsOf, judgeScan, type Direction, type Verdict } from '@/domain/registration/judgeScan';
import { correctedInstant } from '@/domain/registration/deviceClock';
import { access_scans } from '@/resources/access_scans/access_scans';
import type { AccessPoint } from '@/resources/asenters/asenters';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { updateAudited } from '../../api/write/audited';
import { reaches } from '../../api/list/visible';
import { insertRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, DomainError, invalid } from '../../kernel/DomainError';
import { pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { findScanned, type Found } from './findScanned';
import { factsOf, readBenefits, readPasses, readPeople, type SeenPerson } from './scannedFacts';

/** A scan that arrives later than this was judged by a device without a network. */
const lateMs = 60_000;
/** What a device says about one scan. */
export interface ScanInput {
  readonly code?: string | null | undefined;
  readonly inscriptionid?: number | null | undefined;
  readonly direction: Direction;
  readonly client_uuid: string;
  readonly scanned_at: string;
  readonly device_id?: string | null | undefined;
  readonly device_now?: string | null | undefined;
}

const s = columnsOf(access_scans, 's');
const e = columnsOf(events, 'e');
/** Where being let in means having come to the race: an expo is days before, and a car is not an athlete. */
const arrivals = new Set(['start', 'finish', 'vip', 'transition', 'athlete_village']);

/** A closed point lets nobody in. What a device read while it was open counts, whenever it arrives. */
const judgePoint = ({ status, updated, mode }: AccessPoint, { direction }: ScanInput, at: string): void => {
  const closed = closedBy(status);
  if (closed && Date.parse(at) >= Date.parse(updated)) throw conflict(closed, [{ path: 'status', code: closed }]);
  if (!directionsOf({ mode: mode ?? 'entry' }).includes(direction)) throw invalid([{ path: 'input.direction', code: 'NOT_A_CHOICE' }]);
};

/** The outcome of a scan that arrived before: the device asks again because it never heard the answer. */
const readKnown = (tx: Transaction, client_uuid: string) =>
  selectOne(
    tx,
    pick(s, 'scanid', 'asenterid', 'inscriptionid', 'result', 'direction', 'scanned_at', 'raw_code', 'forced_by_userid'),
    sql`from ${s} where ${s.client_uuid} = ${client_uuid}`,
  );

const personOf = async (tx: Transaction, { eventid }: AccessPoint, inscriptionid: number): Promise<SeenPerson | undefined> =>
  (await readPeople(tx, eventid, sql`"i"."inscriptionid" = ${inscriptionid}`))[0];

const cardOf = ({ inscriptionid, folio, prefix, number, name, status, distanceid, waveid, attention }: SeenPerson): ScannedPerson => ({
  inscriptionid,
  folio,
  prefix,
  number,
  name,
  status,
  distanceid,
  waveid,
  attention,
});

const find = async (tx: Transaction, point: AccessPoint, { code, inscriptionid }: ScanInput): Promise<Found> => {
  if (inscriptionid) return { inscriptionid };
  if (code) return findScanned(tx, code, point.eventid);
  throw invalid([{ path: 'input.code', code: 'REQUIRED' }]);
};
const nameOfEvent = async (tx: Transaction, found: Found): Promise<ScanAnswer['elsewhere']> => {
  if (!('cause' in found) || found.eventid === undefined) return null;
  if (!(await reaches(tx, events, found.eventid, 'show'))) return null;
  return (await selectOne(tx, pick(e, 'name'), sql`from ${e} where ${e.eventid} = ${found.eventid}`))?.name ?? null;
};

interface Judged {
  readonly found: Found;
  readonly person: SeenPerson | undefined;
  readonly verdict: Verdict;
}
const judge = async (tx: Transaction, point: AccessPoint, input: ScanInput, at: string): Promise<Judged> => {
  const found = await find(tx, point, input);
  const person = 'cause' in found ? undefined : await personOf(tx, point, found.inscriptionid);
  if (!person && input.inscriptionid) throw invalid([{ path: 'input.inscriptionid', code: 'INVALID_REFERENCE' }]);
  const passes = person ? (await readPasses(tx, point.asenterid, [person.inscriptionid])).get(person.inscriptionid) : undefined;
  const facts = person ? factsOf(person, passes) : 'cause' in found ? found.cause : 'not_found';
  return { found, person, verdict: judgeScan({ ...point, mode: point.mode ?? 'entry' }, facts, input.direction, at) };
};

/** The first time that somebody is let in is when they arrived. */
const noteArrival = async (tx: Transaction, { kind }: AccessPoint, inscriptionid: number, at: string): Promise<void> => {
  if (!arrivals.has(kind)) return;
  await updateAudited(
    tx,
    inscriptions,
    (row) => sql`${row.inscriptionid} = ${inscriptionid} and (${row.checked_in_at} is null or ${row.checked_in_at} > ${at})`,
    { checked_in_at: at },
  );
};

const answerAgain = async (tx: Transaction, point: AccessPoint, input: ScanInput): Promise<ScanAnswer | null> => {
  const known = await readKnown(tx, input.client_uuid);
  if (!known) return null;
  if (known.asenterid !== point.asenterid)
    throw new DomainError('KEY_REUSED', { errors: [{ path: 'input.client_uuid', code: 'KEY_REUSED' }] });
  const person = known.inscriptionid === null ? undefined : await personOf(tx, point, known.inscriptionid);
  return {
    scanid: known.scanid,
    result: known.result,
    cause: null,
    since: null,
    direction: known.direction,
    scanned_at: known.scanned_at,
    isForced: known.forced_by_userid !== null,
    person: person ? cardOf(person) : null,
    elsewhere: null,
    benefits: person ? await readBenefits(tx, person.inscriptionid, undefined) : [],
  };
};

/**
 * One scan at a point, which the caller has locked: two doors that read the same code at once are judged one after the other. Each leaves
 * one row, whatever it answers and however often it arrives. `reason` lets somebody pass whom the rules refuse.
 */
export const passPoint = async (tx: Transaction, point: AccessPoint, input: ScanInput, reason?: string): Promise<ScanAnswer> => {
  const again = await answerAgain(tx, point, input);
  if (again) return again;
  const { at, skew_s } = correctedInstant({ ...input, at: input.scanned_at });
  judgePoint(point, input, at);
  const { found, person, verdict } = await judge(tx, point, input, at);
  const result = reason === undefined ? verdict.result : 'ok';
  const scanid = await insertRow(tx, access_scans, {
    asenterid: point.asenterid,
    eventid: point.eventid,
    inscriptionid: person?.inscriptionid ?? null,
    raw_code: input.code || person?.folio || '',
    direction: input.direction,
    result,
    forced_by_userid: reason === undefined ? null : tx.userid,
    reason: reason ?? null,
    device_id: input.device_id ?? null,
    scanned_at: at,
    synced_at: new Date().toISOString(),
    came_late: Date.now() - Date.parse(at) > lateMs,
    clock_skew_s: skew_s,
    client_uuid: input.client_uuid,
  });
  if (person && result === 'ok' && input.direction === 'entry') await noteArrival(tx, point, person.inscriptionid, at);
  return {
    ...verdict,
    result,
    scanid,
    direction: input.direction,
    scanned_at: at,
    isForced: reason !== undefined,
    person: person ? cardOf(person) : null,
    elsewhere: await nameOfEvent(tx, found),
    benefits: person ? await readBenefits(tx, person.inscriptionid, 'cause' in found ? undefined : found.benefit_grantid) : [],
  };
};
