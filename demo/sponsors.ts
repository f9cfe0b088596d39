import type pg from 'pg';
import { nth } from '@/schema/must';
import { day, iso, type Calendar } from './calendar';
import { insertRows, type Row } from './insertRows';
import { keepPictures, type Picture } from './pictures';

const brands = [
  { key: 'cumbre', name: 'Agua Cumbre', tier: 'supplier', sky: '#0b4f8a', land: '#7cc4ff', mark: '#ffffff' },
  { key: 'horizonte', name: 'Banco Horizonte', tier: 'title', sky: '#12372a', land: '#fbfada', mark: '#adbc9f' },
  { key: 'meta', name: 'Radio Meta 98.5', tier: 'media', sky: '#5b1a8b', land: '#f6d6ff', mark: '#ffb300' },
  { key: 'trote', name: 'Calzado El Trote', tier: 'gold', sky: '#8a1c1c', land: '#ffd7c2', mark: '#ffffff' },
  { key: 'movimiento', name: 'Clínica Movimiento', tier: 'silver', sky: '#005f60', land: '#c8f4f0', mark: '#ffffff' },
  { key: 'ocelote', name: 'Bicicletas Ocelote', tier: 'bronze', sky: '#3b2f14', land: '#f3d9a4', mark: '#e0a526' },
] as const;
const square = 320,
  perEvent = 4,
  grantsEach = 25,
  sellsFrom = 7,
  promised = 500;

interface Held {
  readonly eventid: number;
  readonly organizationid: number;
  readonly start_at: Date | string;
  readonly registration_open_at: Date | string;
  readonly status: string;
}

const terms = {
  es: 'Válido una vez por inscripción, hasta agotar existencias. Presenta tu folio.',
  en: 'Valid once for each registration, while stocks last. Show your folio.',
};
const pictureOf = ({ key, sky, land, mark }: (typeof brands)[number]): Picture => ({
  key: `logo-${key}`,
  kind: 'logo',
  width: square,
  height: square,
  sky,
  land,
  mark,
});

/** The benefits of the sponsors of one event: water at the finish and a code for the shop. */
const benefitsOf = (
  { eventid, organizationid, start_at, registration_open_at, status }: Held,
  sponsorids: readonly number[],
  { now }: Calendar,
): readonly Row[] => {
  const start = new Date(start_at).getTime(),
    opened = iso(Math.min(now, new Date(registration_open_at).getTime()));
  const base = {
    organizationid,
    eventid,
    description: null,
    per_user_limit: 1,
    terms,
    apolo: false,
    fmtri: false,
    status: start < now ? 'ended' : status === 'draft' ? 'draft' : 'active',
    starts_at: opened,
    created: opened,
    updated: opened,
  };
  return [
    {
      ...base,
      sponsorid: sponsorids[0],
      name: { es: 'Hidratación en la meta', en: 'Water at the finish' },
      kind: 'gift',
      redemption: 'qr',
      code: null,
      qty: promised,
      ends_at: iso(Math.max(start, now) + day),
      sort: 0,
    },
    {
      ...base,
      sponsorid: sponsorids[3],
      name: { es: '15 % en calzado para correr', en: '15% off running shoes' },
      kind: 'discount',
      redemption: 'single_code',
      code: `TROTE${eventid}`,
      qty: null,
      ends_at: iso(Math.max(start, now) + 30 * day),
      sort: 1,
    },
  ];
};

const grantSql = `
  insert into benefit_grants (benefitid, eventid, inscriptionid, state, granted_at, redeemed_at, created, updated)
  select b.benefitid, b.eventid, i.inscriptionid, case when b.status = 'ended' then 'redeemed' else 'granted' end, i.created, case when b.status = 'ended' then i.updated end, i.created, i.updated
    from benefits b cross join lateral (
      select inscriptionid, created, updated from inscriptions where eventid = b.eventid and status in ('paid', 'assign_number') and deleted_at is null order by inscriptionid limit ${grantsEach}) i
   where b.sort = 0 and b.status <> 'draft' order by 1, 3`;

/** The sponsors of every known event, two benefits for each event and who has them. */
export const seedSponsors = async (client: pg.ClientBase, calendar: Calendar, organizationid: number): Promise<void> => {
  const logos = await keepPictures(client, organizationid, brands.map(pictureOf));
  const { rows: events } = await client.query<Held>(
    'select eventid, organizationid, start_at, registration_open_at, status from events order by eventid',
  );
  const created = iso(calendar.today - sellsFrom * day);
  const chosen = ({ eventid }: Held) => Array.from({ length: perEvent }, (_, at) => nth(brands, (eventid + at) % brands.length));
  const held = events.map((event, at) => ({ event, numbers: Array.from({ length: perEvent }, (_, of) => at * perEvent + of + 1) }));
  await insertRows(
    client,
    'sponsors',
    held.flatMap(({ event, numbers }) =>
      chosen(event).map(({ key, name, tier }, at): Row => ({
        sponsorid: nth(numbers, at),
        eventid: event.eventid,
        organizationid: event.organizationid,
        name,
        tier,
        logo: logos.get(`logo-${key}`)?.url,
        url: `https://${key}.example.com/`,
        contact_name: 'Mercadotecnia',
        contact_email: `patrocinios@${key}.test`,
        sort: at,
        active: true,
        data_sharing: at === 0 ? 'aggregated' : 'none',
        created,
        updated: created,
      })),
    ),
  );
  await client.query("select setval(pg_get_serial_sequence('sponsors', 'sponsorid'), max(sponsorid)) from sponsors");
  await insertRows(
    client,
    'benefits',
    held.flatMap(({ event, numbers }) => benefitsOf(event, numbers, calendar)),
  );
  await client.query(grantSql);
};
