import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { age_categories } from '@/resources/age_categories/age_categories';
import { desks } from '@/resources/desks/desks';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { organizations } from '@/resources/organizations/organizations';
import { states } from '@/resources/states/states';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { waves } from '@/resources/waves/waves';
import { web_users } from '@/resources/web_users/web_users';
import { fullName, printedNumber } from './Head';
import type { Proof, ProofDesk } from './Proof';
import { moment, type Reads } from './Reads';
import { signLinkOf } from '../signLinks/signLinks';
import { signsOnline } from '../signLinks/signsOnline';
import { columnsOf, orNull, type Expression } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { jsonObject, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const adultAge = 18,
  mostDesks = 4;
const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const o = columnsOf(organizations, 'o');
const w = columnsOf(web_users, 'w');
const s = columnsOf(states, 's');
const d = columnsOf(distances, 'd');
const c = columnsOf(age_categories, 'c');
const v = columnsOf(waves, 'v');
const m = columnsOf(tshirt_models, 'm');
const k = columnsOf(desks, 'k');
const desk: Expression<ProofDesk> = jsonObject({ name: k.name, opens_at: moment(k.opens_at), closes_at: moment(k.closes_at) });
const locale = sql`coalesce(${w.locale}, 'es')`;
/** Where kits are picked up. A desk for certain initials is shown only to those athletes. */
const desksFor = (last_name: string) => {
  const all = columnsOf(desks);
  const initial = sql`upper(left(immutable_unaccent(${last_name}), 1))`;
  const ends = ['left', 'right'].map((side) => sql`immutable_unaccent(${sql.raw(side)}(${all.letter_range}, 1))`);
  return value<readonly ProofDesk[]>(sql`
    (select coalesce(jsonb_agg(${desk} order by ${k.opens_at}, ${k.name}), '[]') from (
       select * from ${all} where ${all.eventid} = ${e.eventid} and ${all.deleted_at} is null
          and (${all.letter_range} is null or ${initial} between ${sql.join(ends, sql` and `)}) order by ${all.opens_at}, ${all.name} limit ${sql.raw(String(mostDesks))}) k)`);
};
/** The records around an inscription. */
const aroundOf = ({ last_name, birth_date, distanceid }: Inscription) => ({
  locale: value<string>(locale),
  organization: o.name,
  contact: e.contact_email,
  event: value<string>(sql`coalesce(${e.name} ->> ${locale}, ${e.name} ->> 'es')`),
  start_at: moment(e.start_at),
  timezone: e.timezone,
  place: value<readonly (string | null)[]>(sql`array[${e.city}, ${s.name}, ${e.venue}]`),
  distance: d.name,
  category: orNull(c.name),
  wave: orNull(v.name),
  starts_at: moment(value<string>(sql`coalesce(${v.start_at}, ${d.start_at}, ${e.start_at})`)),
  shirt: orNull(m.name),
  isMinor: value<boolean | null>(
    sql`${birth_date ?? null}::date > (${e.start_at} at time zone ${e.timezone})::date - interval '${sql.raw(String(adultAge))} years'`,
  ),
  desks: desksFor(last_name),
  signsOnline: signsOnline(e, sql`${distanceid}::bigint`),
  registered_at: moment(i.created),
});
const readAround = (tx: Reads, now: Inscription) =>
  selectOne(
    tx,
    aroundOf(now),
    sql`from ${i} join ${e} on ${e.eventid} = ${i.eventid} join ${o} on ${o.organizationid} = ${e.organizationid} join ${w} on ${w.web_userid} = ${i.web_userid}
         left join ${s} on ${s.stateid} = ${e.stateid} left join ${d} on ${d.distanceid} = ${now.distanceid} left join ${c} on ${c.age_categoryid} = ${now.age_categoryid ?? null}
         left join ${v} on ${v.waveid} = ${now.waveid ?? null} left join ${m} on ${m.tshirt_modelid} = ${now.tshirt_modelid ?? null}
   where ${i.inscriptionid} = ${now.inscriptionid}`,
  );

/** Reads the contents of the proof of an inscription, as the inscription will be after its change. */
export const readProof = async (tx: Reads, now: Inscription): Promise<Proof> => {
  const found = await tx.asOwner(() => readAround(tx, now)); // the athlete belongs to no organization, and the person who prints may not be allowed to read them
  if (!found) throw notFound();
  const mustSign = now.exoneration_status === 'pending' || now.exoneration_status === 'rejected';
  const signAt = mustSign && found.signsOnline ? signLinkOf(tx, now.inscriptionid)?.address : undefined;
  return {
    locale: found.locale === 'en' ? 'en' : 'es',
    organization: found.organization,
    contact: String(found.contact),
    event: found.event,
    start_at: found.start_at,
    timezone: found.timezone,
    place: found.place.filter((each): each is string => Boolean(each)),
    distance: found.distance,
    category: found.category,
    wave: found.wave,
    starts_at: found.starts_at,
    shirt: found.shirt,
    size: now.tshirt_size ?? null,
    name: fullName(now),
    folio: String(now.folio),
    number: printedNumber(now),
    qr: String(now.qr_token),
    paid_cents: now.paid_cents - now.refunded_cents,
    isMinor: found.isMinor === true,
    mustSign,
    ...(signAt && { signAt }), // a key that is not there leaves the fingerprint of other proofs as it was
    desks: found.desks,
    registered_at: found.registered_at,
  };
};
