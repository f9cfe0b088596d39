import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { buildApp, type AppDeps } from '../../server/app';
import { readConfig } from '../../server/config';
import type { Database } from '../../server/database/openDatabase';
import { seedReference } from '../../server/reference/seedReference';
import { openTestDatabase } from '../support/database';

export interface Answer<T = any> { readonly status: number; readonly body: T; readonly headers: Readonly<Record<string, unknown>> }
/** One signed-in person in one organisation. */
export interface Person {
  readonly get: <T = any>(url: string) => Promise<Answer<T>>;
  readonly post: <T = any>(url: string, body?: unknown) => Promise<Answer<T>>;
  readonly patch: <T = any>(url: string, body: unknown) => Promise<Answer<T>>;
  readonly remove: <T = any>(url: string, body: unknown) => Promise<Answer<T>>;
  readonly query: <T = any>(service: string, query: string, variables?: unknown) => Promise<Answer<{ data: T; errors?: any[] }>>;
}
export interface World {
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
  readonly database: Database;
  /** Signs a person in; the text of the token is only its name, which the verifier of these tests takes apart. */
  readonly as: (name: string, org?: number | null, language?: string) => Person;
  readonly close: () => Promise<void>;
}

const verifyBearer: NonNullable<AppDeps['verifyBearer']> = async (header) => {
  const [, name, org] = /^Bearer (\S+)@(\d*)$/.exec(header ?? '') ?? [];
  if (!name) throw Object.assign(new Error('no token'), { statusCode: 401 });
  return { asdeporteId: name, sid: `sid-${name}`, org: org ? Number(org) : null };
};

const personOf = (app: FastifyInstance, name: string, org: number | null, language: string): Person => {
  const headers = { authorization: `Bearer ${name}@${org ?? ''}`, 'accept-language': language };
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Answer> => {
    const reply = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body as object }) });
    return { status: reply.statusCode, headers: reply.headers, body: reply.headers['content-type']?.toString().includes('json') ? reply.json() : reply.body };
  };
  return {
    get: (url) => send('GET', url), post: (url, body = {}) => send('POST', url, body), patch: (url, body) => send('PATCH', url, body), remove: (url, body) => send('DELETE', url, body),
    query: (service, query, variables) => send('POST', `/v2/${service}/_/graphql`, { query, variables }),
  };
};

/** Adds a person with a live session and, in an organisation, the keys of a profile. */
export const addPerson = async (pool: pg.Pool, name: string, memberships: readonly { readonly org: number; readonly profile: string; readonly regions?: readonly string[]; readonly events?: readonly number[] }[] = []): Promise<number> => {
  const { rows } = await pool.query(`insert into users (asdeporteid, email, first_name, last_name, status) values ($1, $2, $1, 'Prueba', 'active') returning userid`, [name, `${name}@prueba.test`]);
  const userid = Number(rows[0].userid);
  await pool.query(`insert into auth_sessions (sid, userid, expires) values ($1, $2, now() + interval '1 hour')`, [`sid-${name}`, userid]);
  for (const { org, profile, regions = [], events } of memberships) {
    const made = await pool.query(`insert into memberships (userid, organizationid, status, event_scope, profileid) values ($1, $2, 'active', $3, (select profileid from profiles where slug = $4)) returning membershipid`, [userid, org, events ? 'selected' : 'all', profile]);
    const id = made.rows[0].membershipid;
    await pool.query(`insert into membership_roles (membershipid, organizationid, roleid, access, source) select $1, $2, pr.roleid, pr.access, 'profile' from profile_roles pr join profiles p using (profileid) where p.slug = $3`, [id, org, profile]);
    await pool.query(`insert into membership_roles (membershipid, organizationid, roleid, access, source) select $1, $2, roleid, 'edit', 'direct' from roles where slug = any($3) on conflict do nothing`, [id, org, regions]);
    for (const event of events ?? []) await pool.query(`insert into membership_events (membershipid, organizationid, eventid) values ($1, $2, $3)`, [id, org, event]);
  }
  return userid;
};

/** An application over a database of its own that holds the reference data. */
export const openWorld = async (changes: Partial<AppDeps> = {}): Promise<World> => {
  const database = await openTestDatabase();
  await seedReference(database.pool);
  const config = readConfig({ LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent', AUTH_SECRET: 'a secret of tests that is long enough', NODE_ENV: 'test' });
  const app = await buildApp({ pool: database.pool, config, verifyBearer, mostRequests: false, ...changes });
  await app.ready();
  return {
    app, database, pool: database.pool,
    as: (name, org = null, language = 'es') => personOf(app, name, org, language),
    close: async () => { await app.close(); await database.close(); },
  };
};

const sport = { category: 'estelares', sport: 'running', stateid: 9, city: 'Ciudad de México', start_at: '2027-05-01T13:00:00Z', registration_open_at: '2027-01-01T00:00:00Z', registration_close_at: '2027-04-20T00:00:00Z', contact_email: 'hola@prueba.test' };
const insert = async (pool: pg.Pool, table: string, key: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await pool.query(`insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning ${key}`, Object.values(row));
  return Number(rows[0][key]);
};

/** Rows written as the owner, for tests that read. */
export const add = {
  organization: (pool: pg.Pool, name: string, more: Readonly<Record<string, unknown>> = {}) =>
    insert(pool, 'organizations', 'organizationid', { name, slug: name.toLowerCase().replace(/\W+/g, '-'), email: `${name.toLowerCase().replace(/\W+/g, '')}@prueba.test`, stateid: 9, region: 'centro', platforms: ['ASDEPORTE', 'EVENT', 'FMTRI'], ...more }),
  event: (pool: pg.Pool, organizationid: number, slug: string, more: Readonly<Record<string, unknown>> = {}) =>
    insert(pool, 'events', 'eventid', { organizationid, slug, name: JSON.stringify({ es: `Carrera ${slug}`, en: `Race ${slug}` }), region: 'centro', ...sport, ...more }),
  distance: (pool: pg.Pool, eventid: number, code: string, more: Readonly<Record<string, unknown>> = {}) => insert(pool, 'distances', 'distanceid', { eventid, code, name: code, ...more }),
  athlete: (pool: pg.Pool, first_name: string, more: Readonly<Record<string, unknown>> = {}) =>
    insert(pool, 'web_users', 'web_userid', { first_name, last_name: 'García', gender: 'F', birth_date: '1990-02-03', email: `${first_name.toLowerCase().normalize('NFD').replace(/[^a-z0-9]/g, '')}@atleta.test`, asdeporteid: `WEB-${first_name}`, ...more }),
  inscription: (pool: pg.Pool, eventid: number, distanceid: number, web_userid: number, more: Readonly<Record<string, unknown>> = {}) =>
    insert(pool, 'inscriptions', 'inscriptionid', { eventid, distanceid, web_userid, folio: `F${web_userid}`, qr_token: `q${web_userid}`, first_name: 'Ana', last_name: 'García', gender: 'F', ...more }),
  coupon: (pool: pg.Pool, organizationid: number, code: string, more: Readonly<Record<string, unknown>> = {}) => insert(pool, 'coupons', 'couponid', { organizationid, code, value: 10, ...more }),
} as const;
