import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { fullName, printedNumber } from './Head';
import type { Proof, ProofDesk } from './Proof';
import { moment, type Reads } from './Reads';

const adultAge = 18,
  mostDesks = 4;
/** What is around an inscription; a desk that serves some initials is named to those alone. */
const aroundSql = `
  select coalesce(w.locale, 'es'), o.name, e.contact_email, coalesce(e.name ->> coalesce(w.locale, 'es'), e.name ->> 'es'), ${moment('e.start_at')}, e.timezone, array[e.city, s.name, e.venue], d.name, c.name, v.name,
         ${moment('coalesce(v.start_at, d.start_at, e.start_at)')}, m.name, $6::date > (e.start_at at time zone e.timezone)::date - interval '${adultAge} years',
         (select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'opens_at', ${moment('k.opens_at')}, 'closes_at', ${moment('k.closes_at')}) order by k.opens_at, k.name), '[]') from (
           select * from desks where eventid = e.eventid and deleted_at is null
              and (letter_range is null or upper(left(immutable_unaccent($7), 1)) between immutable_unaccent(left(letter_range, 1)) and immutable_unaccent(right(letter_range, 1))) order by opens_at, name limit ${mostDesks}) k),
         ${moment('i.created')}
    from inscriptions i join events e on e.eventid = i.eventid join organizations o on o.organizationid = e.organizationid join web_users w on w.web_userid = i.web_userid
         left join states s on s.stateid = e.stateid left join distances d on d.distanceid = $2 left join age_categories c on c.age_categoryid = $3 left join waves v on v.waveid = $4 left join tshirt_models m on m.tshirt_modelid = $5
   where i.inscriptionid = $1`;

/** Reads what the proof of an inscription says, as the inscription will be when its change is through. */
export const readProof = async (tx: Reads, now: Inscription): Promise<Proof> => {
  const { inscriptionid, distanceid, age_categoryid, waveid, tshirt_modelid, birth_date, folio, last_name } = now;
  const around = [inscriptionid, distanceid, age_categoryid ?? null, waveid ?? null, tshirt_modelid ?? null, birth_date ?? null, last_name];
  const [found] = await tx.asOwner(() => tx.run(aroundSql, around)); // the athlete belongs to no organisation, and whoever prints may not read them
  const [
    locale,
    organization,
    contact,
    event,
    start_at,
    timezone,
    place,
    distance,
    category,
    wave,
    starts_at,
    shirt,
    isMinor,
    desks,
    registered_at,
  ] = found!;
  return {
    locale: locale === 'en' ? 'en' : 'es',
    organization: String(organization),
    contact: String(contact),
    event: String(event),
    start_at: String(start_at),
    timezone: String(timezone),
    place: (place as readonly (string | null)[]).filter((each): each is string => Boolean(each)),
    distance: String(distance),
    category: category as string | null,
    wave: wave as string | null,
    starts_at: String(starts_at),
    shirt: shirt as string | null,
    size: now.tshirt_size ?? null,
    name: fullName(now),
    folio: String(folio),
    number: printedNumber(now),
    qr: String(now.qr_token),
    paid_cents: now.paid_cents - now.refunded_cents,
    isMinor: isMinor === true,
    mustSign: now.exoneration_status === 'pending' || now.exoneration_status === 'rejected',
    desks: desks as readonly ProofDesk[],
    registered_at: String(registered_at),
  };
};
