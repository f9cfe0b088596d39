import type { DeskPerson } from '@/domain/registration/desk';
import { inscriptionStatuses } from '@/domain/registration/lifecycle';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { exonerations } from '@/resources/exonerations/exonerations';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { waves } from '@/resources/waves/waves';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { coversDistance } from '../signLinks/coversDistance';

const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const w = columnsOf(waves, 'w');
const k = columnsOf(kit_deliveries, 'k');
const x = columnsOf(exonerations, 'x');
const l = columnsOf(inscription_log, 'l');
const a = columnsOf(fmtri_affiliate_users, 'a');

const raceDay = sql`(coalesce(${d.start_at}, ${e.start_at}) at time zone ${e.timezone})::date`;
const shape = {
  inscriptionid: i.inscriptionid,
  folio: i.folio,
  qr_token: i.qr_token,
  prefix: i.prefix,
  number: i.number,
  name: i.name,
  gender: i.gender,
  age: value<number | null>(sql`extract(year from age(${raceDay}, ${i.birth_date}))::int`),
  distanceid: i.distanceid,
  wave: w.name,
  club: i.club,
  status: i.status,
  kit_status: i.kit_status,
  tshirt_modelid: i.tshirt_modelid,
  tshirt_size: i.tshirt_size,
  waiver: value<string | null>(
    sql`case when ${i.exoneration_status} in ('pending', 'rejected') and not exists (
      select 1 from ${x} where ${x.eventid} = ${i.eventid} and ${x.status} = 'active' and ${x.deleted_at} is null
         and ${coversDistance(x, i.distanceid, d.exonerationid)}
    ) then 'not_required' else ${i.exoneration_status} end`,
  ),
  affiliation: value<DeskPerson['affiliation']>(
    sql`case when not coalesce(${e.fmtri_required}, false) then 'not_required' when ${i.fmtri_affiliationid} is null then 'missing' else 'held' end`,
  ),
  sanction: value<NonNullable<DeskPerson['sanction']> | null>(
    sql`case when ${i.sanction_until} is not null and ${raceDay} between ${i.sanction_from} and ${i.sanction_until} then json_build_object('from', ${i.sanction_from}, 'until', ${i.sanction_until}, 'reason', ${i.sanction_reason}) end`,
  ),
  note: value<string | null>(sql`case when ${i.attention} then coalesce(${i.comment}, '') end`),
  handed: value<Readonly<Record<string, number>>>(sql`coalesce(h.handed, '{}')`),
};
/** What was handed out of each piece, by registration. */
const handedSql = (among: SQL): SQL => sql`
  select inscriptionid, jsonb_object_agg(item, qty) as handed from (
    select ${k.inscriptionid} as inscriptionid, item ->> 'kit_itemid' as item, sum((item ->> 'qty')::int) as qty
      from ${k} cross join jsonb_array_elements(coalesce(${k.items}, '[]')) item
     where ${among} and ${k.status} in ('delivered', 'partial') and ${k.deleted_at} is null and item ->> 'status' <> 'missing' group by 1, 2) parts group by 1`;

/** Photographs belong to the federation: a desk sees those of the registrations that it sees. */
const readPhotos = async (tx: Transaction, ids: readonly number[]): Promise<ReadonlyMap<number, string | null>> => {
  const found = await tx.asOwner(() =>
    select(
      tx,
      { inscriptionid: i.inscriptionid, photo: a.photo },
      sql`from ${i} join ${a} on ${a.web_userid} = ${i.web_userid} where ${i.inscriptionid} = any(${ids}::bigint[]) and ${a.photo} is not null and ${a.deleted_at} is null`,
    ),
  );
  return new Map(found.map(({ inscriptionid, photo }) => [inscriptionid, photo]));
};
const readWhere = (tx: Transaction, where: SQL, among: SQL, rest: SQL): Promise<readonly DeskPerson[]> =>
  select(
    tx,
    shape,
    sql`from ${i} join ${d} on ${d.distanceid} = ${i.distanceid} join ${e} on ${e.eventid} = ${i.eventid}
        left join ${w} on ${w.waveid} = ${i.waveid} left join (${handedSql(among)}) h on h.inscriptionid = ${i.inscriptionid}
       where ${where} and ${i.deleted_at} is null ${rest}`,
  );

/** The event of a registration that the person sees, and the photograph of its athlete. */
export const readPhoto = async (
  tx: Transaction,
  inscriptionid: number,
): Promise<{ readonly eventid: number; readonly photo: string | null } | undefined> => {
  const seen = await selectOne(
    tx,
    { eventid: i.eventid },
    sql`from ${i} where ${i.inscriptionid} = ${inscriptionid} and ${i.deleted_at} is null`,
  );
  return seen && { ...seen, photo: (await readPhotos(tx, [inscriptionid])).get(inscriptionid) ?? null };
};

/** One registration as a desk sees it. */
export const readPerson = async (tx: Transaction, inscriptionid: number): Promise<DeskPerson | undefined> =>
  (await readWhere(tx, sql`${i.inscriptionid} = ${inscriptionid}`, sql`${k.inscriptionid} = ${inscriptionid}`, sql``))[0];

/** How many registrations one answer brings. */
export const peoplePage = 5000;
interface Asked {
  readonly eventid: number;
  readonly after?: number | null | undefined;
  readonly since?: string | null | undefined;
}
const readPage = async (tx: Transaction, { eventid, after, since }: Asked): Promise<readonly DeskPerson[]> => {
  if (!since)
    return readWhere(
      tx,
      sql`${i.eventid} = ${eventid} and ${i.inscriptionid} > ${after ?? 0}`,
      sql`${k.eventid} = ${eventid}`,
      sql`order by ${i.inscriptionid} limit ${peoplePage}`,
    );
  const changed = await selectAll(
    tx,
    l.inscriptionid,
    sql`from ${l} where ${l.eventid} = ${eventid} and ${l.status} = any(${inscriptionStatuses}::text[]) and ${l.created} >= ${since}::timestamptz
         and ${l.inscriptionid} > ${after ?? 0} group by ${l.inscriptionid} order by ${l.inscriptionid} limit ${peoplePage}`,
  );
  if (changed.length === 0) return [];
  const ids = sql`any(${changed}::bigint[])`;
  return readWhere(tx, sql`${i.inscriptionid} = ${ids}`, sql`${k.inscriptionid} = ${ids}`, sql`order by ${i.inscriptionid}`);
};
/**
 * The registrations of an event by key, a page after another. With `since` only those that changed, found by their log: desks ask every few
 * seconds, and its index answers without reading the event.
 */
export const readPeople = async (tx: Transaction, asked: Asked): Promise<readonly DeskPerson[]> => {
  const people = await readPage(tx, asked);
  if (people.length === 0) return people;
  const photos = await readPhotos(
    tx,
    people.map(({ inscriptionid }) => inscriptionid),
  );
  return people.map((person) => ({ ...person, photo: photos.get(person.inscriptionid) ?? null }));
};
