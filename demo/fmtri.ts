import type pg from 'pg';
import { must } from '@/schema/must';
import { dateOf, day, hour, iso, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import { insertRows, type Row } from './insertRows';
import { platformOrganization } from './organizations';
import { keepPictures } from './pictures';
import { createRandom, seedOf } from './random';

const chapter = 181,
  most = 320,
  papers = ['curp', 'acta', 'foto', 'certificado_medico'] as const,
  digits = 6;
const reasons = {
  suspended: 'Documentación en revisión por la asociación estatal.',
  sanctioned: 'Conducta antideportiva en competencia oficial.',
  cancelled: 'Se pidió dos veces.',
  rejected: 'El certificado médico no es legible.',
} as const;

interface Known {
  readonly web_userid: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly second_last_name: string | null;
  readonly gender: string;
  readonly birth_date: string;
  readonly stateid: number;
  readonly club: string | null;
  readonly blood_type: string | null;
  readonly emergency_contact_name: string | null;
  readonly emergency_contact_phone: string | null;
}
/**
 * People in races that require an affiliation, and then people with a number of the federation. Each table is read once, no matter how many
 * races there are.
 */
const knownSql = `
  with racing as materialized (select distinct i.web_userid from inscriptions i join events e using (eventid) where e.fmtri_required)
  select w.web_userid::int, w.first_name, w.last_name, w.second_last_name, w.gender, w.birth_date::text, w.stateid::int, w.club, w.blood_type, w.emergency_contact_name, w.emergency_contact_phone
    from web_users w left join racing r using (web_userid)
   where w.stateid is not null and w.birth_date is not null and w.status = 'active' and (w.fmtri_number is not null or r.web_userid is not null)
   order by (r.web_userid is not null) desc, w.web_userid limit ${most}`;

interface Kind {
  readonly typeid: number;
  readonly audience: string;
  readonly price_cents: number;
}
interface Offer {
  readonly rows: readonly Row[];
  readonly of: (audience: string, season: number) => Kind;
}
const yearly = [
  ['atleta', 'Atleta', 'Athlete', 95_000, 18, null],
  ['infantil', 'Infantil', 'Youth', 45_000, 6, 17],
  ['elite', 'Élite', 'Elite', 120_000, 16, null],
  ['paratriatlon', 'Paratriatlón', 'Paratriathlon', 45_000, 14, null],
  ['entrenador', 'Entrenador', 'Coach', 140_000, 18, null],
  ['oficial_tecnico', 'Oficial técnico', 'Technical official', 60_000, 18, null],
  ['club', 'Club', 'Club', 250_000, null, null],
] as const;

const offerOf = (season: number, eventid: number | null): Offer => {
  const base = {
    validity: 'calendar_year',
    months: null,
    eventid: null,
    late_price_cents: null,
    late_from: null,
    age_min: null,
    age_max: null,
    requires_docs: [],
    requires_approval: false,
    insurance: false,
    insurance_policy: null,
  };
  const stamp = (year: number) => ({ created: iso(Date.UTC(year - 1, 10, 20, 18)), updated: iso(Date.UTC(year - 1, 10, 20, 18)) });
  const kinds = [season - 1, season].flatMap((year, before) =>
    yearly.map(([audience, es, en, price, age_min, age_max], at) => ({
      ...base,
      typeid: before * yearly.length + at + 1,
      name: { es: `${es} ${year}`, en: `${en} ${year}` },
      slug: `${audience.replace('_', '-')}-${year}`,
      audience,
      season: year,
      price_cents: price,
      age_min,
      age_max,
      late_price_cents: audience === 'atleta' ? price + 20_000 : null,
      late_from: audience === 'atleta' ? `${year}-07-01` : null,
      requires_docs: age_min === null ? [] : [...papers],
      requires_approval: true,
      insurance: age_min !== null,
      insurance_policy: age_min === null ? null : `POL-${year}-0417`,
      status: before === 0 ? 'archived' : 'active',
      ...stamp(year),
    })),
  );
  const next = kinds.length + 1;
  const days = [
    {
      ...base,
      typeid: next,
      name: { es: 'Un día', en: 'One day' },
      slug: 'un-dia',
      audience: 'atleta',
      validity: 'one_day',
      season: null,
      price_cents: 18_000,
      status: 'active',
      ...stamp(season),
    },
    {
      ...base,
      typeid: next + 1,
      name: { es: 'Semestral de prueba', en: 'Trial half year' },
      slug: 'semestral-de-prueba',
      audience: 'atleta',
      validity: 'months',
      months: 6,
      season: null,
      price_cents: 60_000,
      status: 'draft',
      ...stamp(season),
    },
    ...(eventid === null
      ? []
      : [
          {
            ...base,
            typeid: next + 2,
            name: { es: 'Solo para el evento', en: 'For the event only' },
            slug: `evento-${eventid}`,
            audience: 'atleta',
            validity: 'event',
            eventid,
            season: null,
            price_cents: 15_000,
            status: 'active',
            ...stamp(season),
          },
        ]),
  ];
  return {
    rows: [...kinds, ...days],
    of: (audience, year) =>
      must(
        kinds.find((kind) => kind.audience === audience && kind.season === year),
        `the affiliation of ${audience} in ${year}`,
      ),
  };
};

const standingOf = (roll: number, { today }: Calendar) =>
  roll < 0.02
    ? {
        status: 'sanctioned',
        sanction_from: dateOf(today - 30 * day),
        sanction_until: dateOf(today + 60 * day),
        status_reason: reasons.sanctioned,
      }
    : roll < 0.045
      ? { status: 'suspended', sanction_from: null, sanction_until: null, status_reason: reasons.suspended }
      : { status: 'active', sanction_from: null, sanction_until: null, status_reason: null };
const audienceOf = (known: Known, season: number, roll: number): string =>
  season - Number(known.birth_date.slice(0, 4)) < 18 ? 'infantil' : roll < 0.04 ? 'elite' : roll < 0.06 ? 'paratriatlon' : 'atleta';
const fates = [
  ['active', 76],
  ['pending_review', 9],
  ['pending_payment', 7],
  ['draft', 2],
  ['rejected', 3],
  ['cancelled', 3],
] as const;

interface Asked {
  readonly affiliate_userid: number;
  readonly name: string;
  readonly kind: Kind;
  readonly season: number;
  readonly status: string;
  readonly start: number;
  readonly held: boolean;
}
const affiliationOf = (
  { affiliate_userid, name, kind, season, status, start, held }: Asked,
  affiliationid: number,
  { now }: Calendar,
): Row => {
  const asked = Math.min(now, start - 3 * day + 16 * hour),
    wasPaid = !['draft', 'pending_payment'].includes(status),
    isDecided = wasPaid && !['pending_review', 'cancelled'].includes(status);
  const decided = iso(Math.min(now, asked + 2 * day));
  return {
    affiliationid,
    affiliate_userid,
    name,
    typeid: kind.typeid,
    audience: kind.audience,
    season,
    starts_on: dateOf(start),
    ends_on: `${season}-12-31`,
    status,
    price_cents: kind.price_cents,
    number: isDecided && status !== 'rejected' ? `${season}-${String(affiliationid).padStart(digits, '0')}` : null,
    paid_at: wasPaid ? iso(asked) : null,
    payment_method: wasPaid ? (['transfer', 'pos', 'cash'] as const)[affiliationid % 3] : null,
    payment_reference: wasPaid && affiliationid % 3 === 0 ? `SPEI ${700_000 + affiliationid}` : null,
    reviewed_by_userid: isDecided ? demoUserOf('fmtri-admin') : null,
    reviewed_at: isDecided ? decided : null,
    reject_reason: status === 'rejected' ? reasons.rejected : null,
    status_reason: status === 'cancelled' ? reasons.cancelled : held ? reasons.suspended : null,
    held,
    insurance_folio: isDecided ? `FS-${season}-${affiliationid}` : null,
    created: iso(asked),
    updated: isDecided ? decided : iso(asked),
  };
};

/** People who entered a race that requires it, with an affiliation that is valid on its day. */
const enteredSql = `
  update inscriptions i set fmtri_affiliationid = a.affiliationid from events e, fmtri_affiliate_users u, fmtri_affiliations a
   where e.eventid = i.eventid and e.fmtri_required and u.web_userid = i.web_userid and a.affiliate_userid = u.affiliate_userid and a.status in ('active', 'expired') and a.audience in ('atleta', 'infantil', 'elite', 'paratriatlon')
     and (e.start_at at time zone e.timezone)::date between a.starts_on and a.ends_on`;

/** The people in the register of the federation, its offers in this season and the last, and the affiliations. */
export const seedFmtri = async (client: pg.ClientBase, calendar: Calendar): Promise<void> => {
  const { now, today } = calendar;
  const season = Number(dateOf(now).slice(0, 4)),
    firstDay = Date.parse(`${season}-01-01T06:00:00Z`),
    gone = Math.max(0, Math.floor((today - firstDay) / day));
  const { rows: events } = await client.query<{ eventid: number }>(
    `select eventid::int from events where fmtri_required and start_at > $1 and status = 'published' order by start_at limit 1`,
    [iso(now)],
  );
  const offer = offerOf(season, events[0]?.eventid ?? null);
  await insertRows(client, 'fmtri_affiliation_types', offer.rows);
  const { rows: people } = await client.query<Known>(knownSql);
  const [sheet] = [
    ...(
      await keepPictures(client, platformOrganization, [
        { key: 'documento', kind: 'paper', width: 620, height: 877, sky: '#fdfdfb', land: '#b9bec7', mark: '#8a1c1c' },
      ])
    ).values(),
  ];
  const affiliates: Row[] = [],
    asked: Asked[] = [];
  people.forEach((known, at) => {
    const chance = createRandom(seedOf(chapter, known.web_userid)),
      affiliate_userid = at + 1,
      name = [known.first_name, known.last_name, known.second_last_name].filter(Boolean).join(' ');
    const standing = standingOf(chance.next(), calendar),
      isOut = standing.status !== 'active';
    const audience = audienceOf(known, season, chance.next()),
      isMinor = audience === 'infantil';
    const coach_level = !isMinor && chance.chance(0.05) ? chance.between(1, 3) : null,
      official_level = !isMinor && chance.chance(0.04) ? chance.between(1, 5) : null;
    const fate = isOut ? 'suspended' : chance.weighted(fates),
      isLeft = chance.chance(0.12);
    const start = firstDay + Math.min(gone, chance.between(0, 120)) * day;
    const created = iso(firstDay - chance.between(20, 1400) * day);
    const docs = papers.map((type) => ({
      type,
      file: sheet,
      ...(fate === 'rejected' && type === 'certificado_medico'
        ? { status: 'rejected', reason: reasons.rejected }
        : {
            status: ['draft', 'pending_payment', 'pending_review'].includes(fate) && chance.chance(0.4) ? 'pending' : 'accepted',
            reason: null,
          }),
      expires_at: type === 'certificado_medico' ? `${season}-12-31` : null,
    }));
    affiliates.push({
      affiliate_userid,
      ...known,
      fmtri_number: `FM${100_000 + known.web_userid}`,
      coach_level,
      official_level,
      docs,
      ...standing,
      created,
      updated: created,
    });
    const before = audienceOf(known, season - 1, 1);
    if (season - 1 - Number(known.birth_date.slice(0, 4)) > 6 && chance.chance(0.6))
      asked.push({
        affiliate_userid,
        name,
        kind: offer.of(before, season - 1),
        season: season - 1,
        status: 'expired',
        start: Date.parse(`${season - 1}-01-01T06:00:00Z`) + chance.between(0, 120) * day,
        held: false,
      });
    if (!isLeft || isOut)
      asked.push({ affiliate_userid, name, kind: offer.of(audience, season), season, status: fate, start, held: isOut });
    if (coach_level !== null && !isOut)
      asked.push({ affiliate_userid, name, kind: offer.of('entrenador', season), season, status: 'active', start, held: false });
    if (official_level !== null && !isOut)
      asked.push({ affiliate_userid, name, kind: offer.of('oficial_tecnico', season), season, status: 'active', start, held: false });
  });
  await insertRows(client, 'fmtri_affiliate_users', affiliates);
  await insertRows(
    client,
    'fmtri_affiliations',
    asked.map((each, at) => affiliationOf(each, at + 1, calendar)),
  );
  await client.query(enteredSql);
  await client.query(
    'update web_users w set fmtri_number = a.fmtri_number from fmtri_affiliate_users a where a.web_userid = w.web_userid and w.fmtri_number is distinct from a.fmtri_number',
  );
};
