import type { PreparedPage, WatchedPoint } from '@/domain/registration/accessPoint';
import { access_scans } from '@/resources/access_scans/access_scans';
import type { AccessPoint } from '@/resources/asenters/asenters';
import { benefit_grants } from '@/resources/benefit_grants/benefit_grants';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { waves } from '@/resources/waves/waves';
import { columnsOf, orNull } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { digestOf, readGrants, readPasses, readPeople, readPrepared } from './scannedFacts';

const i = columnsOf(inscriptions, 'i');
const s = columnsOf(access_scans, 's');
const g = columnsOf(benefit_grants, 'g');
const d = columnsOf(distances, 'd');
const w = columnsOf(waves, 'w');
const e = columnsOf(events, 'e');

const pageSize = 2000,
  lastScans = 15;
const kept = { token: digestOf(sql`${i.qr_token}`), chip: sql`${i.chip_code}` };

interface PageAsked {
  readonly after?: number | null | undefined;
  readonly since?: string | null | undefined;
}
/** A page of the registrations of the event, with who passed the point; with `since` only those that changed after it. */
export const preparePoint = async (
  tx: Transaction,
  { asenterid, eventid }: AccessPoint,
  { after, since }: PageAsked,
): Promise<PreparedPage> => {
  const [as_of = ''] = (await select(tx, { now: value<string>(sql`now()`) }, sql``)).map(({ now }) => now);
  const scannedSince = sql`exists (select 1 from ${s} where ${s.asenterid} = ${asenterid} and ${s.inscriptionid} = ${i.inscriptionid} and ${s.synced_at} > ${since ?? null}::timestamptz)`;
  const grantedSince = sql`${i.inscriptionid} in (select ${g.inscriptionid} from ${g} where ${g.eventid} = ${eventid} and greatest(${g.updated}, g.deleted_at) > ${since ?? null}::timestamptz)`;
  const changed = since ? sql`(${i.updated} > ${since}::timestamptz or ${scannedSince} or ${grantedSince})` : sql`true`;
  const people = await readPeople(
    tx,
    eventid,
    sql`${i.inscriptionid} > ${after ?? 0} and ${changed} order by ${i.inscriptionid} limit ${sql.raw(String(pageSize))}`,
    kept,
  );
  const ids = people.map(({ inscriptionid }) => inscriptionid);
  const passes = await readPasses(tx, asenterid, ids),
    grants = await readGrants(tx, eventid, ids);
  const last = people.at(-1);
  return {
    as_of,
    people: people.map((person) => {
      const { inscriptionid: id } = person;
      return { ...person, passes: passes.get(id) ?? [], grants: grants.get(id) ?? [] };
    }),
    next: last && people.length === pageSize ? last.inscriptionid : null,
    distances: await select(
      tx,
      { id: d.distanceid, name: d.name },
      sql`from ${d} where ${d.eventid} = ${eventid} and d.deleted_at is null`,
    ),
    waves: await select(tx, { id: w.waveid, name: w.name }, sql`from ${w} where ${w.eventid} = ${eventid} and w.deleted_at is null`),
    benefits: await readPrepared(tx, eventid),
  };
};

const count = (where: ReturnType<typeof sql>) => value<number>(sql`count(*) filter (where ${where})`);
/** A point while people pass it: what it counted on all devices, and the last scans. */
export const watchPoint = async (tx: Transaction, point: AccessPoint): Promise<WatchedPoint> => {
  const { asenterid, eventid } = point;
  const event = await selectOne(
    tx,
    { endsAt: value<string>(sql`coalesce(${e.end_at}, ${e.start_at})`) },
    sql`from ${e} where ${e.eventid} = ${eventid}`,
  );
  const counted = await selectOne(
    tx,
    {
      entries: count(sql`${s.result} = 'ok' and ${s.direction} = 'entry'`),
      exits: count(sql`${s.result} = 'ok' and ${s.direction} = 'exit'`),
      refused: count(sql`${s.result} <> 'ok'`),
      // Somebody who was let in without a registration is a person too.
      unnamed: count(sql`${s.result} = 'ok' and ${s.direction} = 'entry' and ${s.inscriptionid} is null`),
    },
    sql`from ${s} where ${s.asenterid} = ${asenterid}`,
  );
  const within = await selectOne(
    tx,
    { count: value<number>(sql`count(*)`) },
    sql`from (select distinct on (${s.inscriptionid}) ${s.direction} as way from ${s}
      where ${s.asenterid} = ${asenterid} and ${s.result} = 'ok' and ${s.inscriptionid} is not null
      order by ${s.inscriptionid}, ${s.scanned_at} desc, ${s.scanid} desc) p where p.way = 'entry'`,
  );
  const last = await select(
    tx,
    {
      scanid: s.scanid,
      result: s.result,
      direction: s.direction,
      scanned_at: s.scanned_at,
      raw_code: s.raw_code,
      name: orNull(i.name),
      prefix: orNull(i.prefix),
      number: orNull(i.number),
      isForced: value<boolean>(sql`${s.forced_by_userid} is not null`),
      device_id: s.device_id,
    },
    sql`from ${s} left join ${i} on ${i.inscriptionid} = ${s.inscriptionid} where ${s.asenterid} = ${asenterid}
      order by ${s.scanned_at} desc, ${s.scanid} desc limit ${sql.raw(String(lastScans))}`,
  );
  const { entries = 0, exits = 0, refused = 0, unnamed = 0 } = counted ?? {};
  const { name, status, mode, allow_reentry, distanceids, waveids, statuses, opens_at, closes_at } = point;
  return {
    name,
    endsAt: event?.endsAt ?? '',
    status: status ?? 'active',
    rules: { mode: mode ?? 'entry', allow_reentry: allow_reentry === true, distanceids, waveids, statuses, opens_at, closes_at },
    counts: { entries, exits, refused, inside: (within?.count ?? 0) + unnamed },
    last,
  };
};
