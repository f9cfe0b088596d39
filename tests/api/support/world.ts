import type pg from 'pg';
import { addExamples } from '../../support/exampleRows';

export { addPerson } from './addPerson';

type Client = Pick<pg.ClientBase, 'query'>;
type More = Readonly<Record<string, unknown>>;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Its dates lie ahead whenever the tests run, at the same hours of the day. */
const sport = {
  category: 'estelares',
  sport: 'running',
  stateid: 9,
  city: 'Ciudad de México',
  start_at: `${inDays(160)}T13:00:00Z`,
  registration_open_at: `${inDays(40)}T00:00:00Z`,
  registration_close_at: `${inDays(149)}T00:00:00Z`,
  contact_email: 'hola@prueba.test',
};
const insert = async (pool: Client, table: string, key: string, row: More): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await pool.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning ${key}`,
    Object.values(row),
  );
  return Number(rows[0][key]);
};

/** Rows written as the owner, for tests that read. */
export const add = {
  organization: (pool: Client, name: string, more: More = {}) =>
    insert(pool, 'organizations', 'organizationid', {
      name,
      slug: name.toLowerCase().replace(/\W+/g, '-'),
      email: `${name.toLowerCase().replace(/\W+/g, '')}@prueba.test`,
      stateid: 9,
      region: 'centro',
      platforms: ['ASDEPORTE', 'EVENT', 'FMTRI', 'APOLO', 'APOLO-SUSCRIPTIONS'],
      ...more,
    }),
  event: (pool: Client, organizationid: number, slug: string, more: More = {}) =>
    insert(pool, 'events', 'eventid', {
      organizationid,
      slug,
      name: JSON.stringify({ es: `Carrera ${slug}`, en: `Race ${slug}` }),
      region: 'centro',
      ...sport,
      ...more,
    }),
  distance: (pool: Client, eventid: number, code: string, more: More = {}) =>
    insert(pool, 'distances', 'distanceid', { eventid, code, name: code, ...more }),
  athlete: (pool: Client, first_name: string, more: More = {}) =>
    insert(pool, 'web_users', 'web_userid', {
      first_name,
      last_name: 'García',
      gender: 'F',
      birth_date: '1990-02-03',
      email: `${first_name
        .toLowerCase()
        .normalize('NFD')
        .replace(/[^a-z0-9]/g, '')}@atleta.test`,
      asdeporteid: `WEB-${first_name}`,
      ...more,
    }),
  inscription: (pool: Client, eventid: number, distanceid: number, web_userid: number, more: More = {}) =>
    insert(pool, 'inscriptions', 'inscriptionid', {
      eventid,
      distanceid,
      web_userid,
      folio: `F${web_userid}`,
      qr_token: `q${web_userid}`,
      first_name: 'Ana',
      last_name: 'García',
      gender: 'F',
      ...more,
    }),
  coupon: (pool: Client, organizationid: number, code: string, more: More = {}) =>
    insert(pool, 'coupons', 'couponid', { organizationid, code, value: 10, ...more }),
} as const;

/** An event with one row of everything that hangs from it. */
export const addEvent = (
  client: Client,
  organizationid: number,
  slug: string,
  region: string,
  isFmtri = false,
): Promise<Readonly<Record<string, number>>> => addExamples('event', { client, organizationid, slug, region, isFmtri });

/** What an organization holds besides events: a store, a member of staff with keys and an assigned event. */
export const addHouse = (
  client: Client,
  organizationid: number,
  slug: string,
  eventid: number,
): Promise<Readonly<Record<string, number>>> => addExamples('organization', { client, organizationid, slug }, { events: eventid });
