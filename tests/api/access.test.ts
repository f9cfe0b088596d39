import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app';
import { readConfig } from '../../server/config';
import type { Database } from '../../server/database/openDatabase';
import { seedReference } from '../../server/reference/seedReference';
import { openTestDatabase } from '../support/database';
import { accessTable, actionTable, masked, profileSlugs, regional, seesOtherOrganizations, type ProfileSlug } from './accessTable';
import { addEvent, addHouse, addOrganization, addPerson, verifyBearer } from './support/world';

/** Where rows stand, as seen by the profiles: in the own organisation, or in another one of some region. */
const places = ['own', 'centro', 'norte', 'nacional', 'fmtri'] as const;
type Place = (typeof places)[number];
type Verb = 'list' | 'show' | 'create' | 'edit' | 'delete';

/** entity → the service that answers for it. */
const service: Readonly<Record<string, string>> = {
  organizations: 'organization', stores: 'organization', roles: 'organization', profiles: 'organization', profile_roles: 'organization', memberships: 'organization',
  membership_roles: 'organization', membership_events: 'organization', users: 'user', web_users: 'user', events: 'event', distances: 'event', price_tiers: 'event',
  age_categories: 'event', inscriptions: 'inscription', inscription_log: 'inscription', coupons: 'event', coupon_batches: 'event', countries: 'general', states: 'general',
};
/** Entities whose region is that of the event they hang from; the region of the others is that of their organisation. */
const byEvent = new Set(['events', 'distances', 'inscriptions', 'inscription_log', 'coupons', 'coupon_batches']);
const catalogs = new Set(['countries', 'states', 'roles']);
/** Belongs to nobody: seen by whoever holds its key on the platform, and by nobody elsewhere. */
const platformWide = new Set(['web_users']);
/** Shared by all: the profiles of the system and those of other organisations, for the platform. */
const unregional = new Set(['profiles', 'profile_roles']);
const neverAppended = new Set(['inscription_log']);

let database: Database, app: FastifyInstance;
const tokens = {} as Record<ProfileSlug, string>;
const rows = {} as Record<Place, Record<string, number>>;

beforeAll(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  await seedReference(pool);
  const platform = await addOrganization(pool, 'plataforma', 'centro', true);
  const own = await addOrganization(pool, 'propia', 'centro');
  const elsewhere = { centro: await addOrganization(pool, 'otra-centro', 'centro'), norte: await addOrganization(pool, 'otra-norte', 'norte'), nacional: await addOrganization(pool, 'otra-nacional', 'nacional') };
  const place = async (organizationid: number, slug: string, region: string, fmtri = false) => {
    const event = await addEvent(pool, organizationid, slug, region, fmtri);
    return { ...event, ...(await addHouse(pool, organizationid, slug, event['events']!)), countries: 1, states: 9, roles: 1 };
  };
  rows.own = await place(own, 'evento-propio', 'centro');
  rows.centro = await place(elsewhere.centro, 'evento-centro', 'centro');
  rows.norte = await place(elsewhere.norte, 'evento-norte', 'norte');
  rows.nacional = await place(elsewhere.nacional, 'evento-nacional', 'nacional');
  rows.fmtri = { ...rows.centro, ...(await addEvent(pool, elsewhere.centro, 'evento-fmtri', 'centro', true)) };
  for (const slug of profileSlugs) {
    const onPlatform = seesOtherOrganizations.includes(slug);
    const regions = slug === regional ? ['centro', 'bajio'] : [];
    tokens[slug] = (await addPerson(pool, slug, onPlatform ? platform : own, slug, regions)).token;
  }
  app = await buildApp({ pool, config: readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(40) }), verifyBearer, mostRequests: false });
}, 120_000);
afterAll(async () => { await app.close(); await database.close(); });

const letter = (entity: string, verb: Verb, profile: ProfileSlug): string => {
  const cells = accessTable[entity]!;
  const row = verb === 'list' || verb === 'show' ? cells.read : cells[verb];
  return row[profileSlugs.indexOf(profile)]!;
};

/** Whether rows of a place can be seen by somebody who holds the key, and whether they can be changed. */
const reach = (entity: string, profile: ProfileSlug, place: Place): { readonly seen: boolean; readonly touched: boolean } => {
  const onPlatform = seesOtherOrganizations.includes(profile);
  if (catalogs.has(entity)) return { seen: true, touched: onPlatform };
  if (platformWide.has(entity)) return { seen: onPlatform, touched: onPlatform };
  if (!onPlatform) return { seen: place === 'own', touched: place === 'own' };
  if (profile !== regional || unregional.has(entity)) return { seen: true, touched: true };
  const region = place === 'own' || place === 'fmtri' ? 'centro' : place;
  return { seen: region === 'centro' || region === 'nacional', touched: region === 'centro' };
};

const expected = (entity: string, verb: Exclude<Verb, 'list' | 'create'>, profile: ProfileSlug, place: Place): number => {
  const open = letter(entity, verb, profile), read = letter(entity, 'show', profile);
  const { seen, touched } = reach(entity, profile, place);
  const meets = (cell: string) => cell === 'y' || (cell === 'f' && place === 'fmtri' && byEvent.has(entity));
  const visible = seen && meets(read);
  if (!seen) return 404; // what is not there for somebody is not there, whatever their keys
  if (verb === 'show') return visible ? 200 : read === '-' ? 403 : 404;
  if (!visible) return read === '-' ? 403 : 404;
  return meets(open) && touched ? 409 : 403; // a wrong version is a conflict: the door was open
};

const send = (profile: ProfileSlug, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', entity: string, path = '', payload?: object) =>
  app.inject({ method, url: `/v2/${service[entity]}/${entity}${path}`, headers: { authorization: tokens[profile] }, ...(payload && { payload }) });

const wrongVersion = { version: 999_999 };
const cases = Object.keys(accessTable).flatMap((entity) => profileSlugs.map((profile) => [entity, profile] as const));

describe.each(cases)('%s for %s', (entity, profile) => {
  test('lists as the table says', async () => {
    const { statusCode } = await send(profile, 'GET', entity);
    expect(statusCode).toBe(letter(entity, 'list', profile) === '-' ? 403 : 200);
  });
  test('creates as the table says', async () => {
    const { statusCode } = await send(profile, 'POST', entity, '', {});
    const open = letter(entity, 'create', profile) === 'y';
    expect(statusCode).toBe(open ? 400 : 403); // an empty record is refused for its fields where the door is open
  });
  test('shows, edits and deletes as the table says, wherever the row stands', async () => {
    const answers: Record<string, number> = {}, wanted: Record<string, number> = {};
    for (const place of places) {
      const id = rows[place][entity]!;
      answers[`${place} show`] = (await send(profile, 'GET', entity, `/${id}`)).statusCode;
      wanted[`${place} show`] = expected(entity, 'show', profile, place);
      if (!neverAppended.has(entity)) {
        answers[`${place} edit`] = (await send(profile, 'PATCH', entity, `/${id}`, wrongVersion)).statusCode;
        wanted[`${place} edit`] = expected(entity, 'edit', profile, place);
      }
      answers[`${place} delete`] = (await send(profile, 'DELETE', entity, `/${id}`, wrongVersion)).statusCode;
      wanted[`${place} delete`] = expected(entity, 'delete', profile, place);
    }
    expect(answers).toEqual(wanted);
  });
});

const actionCases = Object.entries(actionTable).flatMap(([entity, actions]) => Object.entries(actions).flatMap(([action, cells]) => profileSlugs.map((profile, index) => [entity, action, profile, cells[index]!] as const)));
describe.each(actionCases)('%s %s for %s', (entity, action, profile, open) => {
  test('is open or closed as the table says', async () => {
    const { statusCode } = await send(profile, 'POST', entity, `/${rows.own[entity]}/${action}`, { dry_run: true, input: action === 'generate' ? { type: 'percent', value: 10 } : {} });
    const visible = letter(entity, 'show', profile) === 'y';
    const reached = reach(entity, profile, 'own').touched;
    expect([200, 409].includes(statusCode) ? 'open' : statusCode).toBe(open === 'y' && reached ? 'open' : visible ? 403 : letter(entity, 'show', profile) === '-' ? 403 : 404);
  });
});

test('the lists of an organisation hold its own rows and no other', async () => {
  for (const entity of ['events', 'distances', 'inscriptions', 'coupons', 'memberships', 'stores', 'inscription_log', 'organizations', 'users']) {
    const { payload } = await send('organizer', 'GET', entity);
    const foreign = new Set(places.filter((place) => place !== 'own').map((place) => rows[place][entity]));
    const keys = (JSON.parse(payload) as Record<string, unknown>[]).map((row) => Object.entries(row).find(([name]) => name.endsWith('id'))![1]);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => foreign.has(key as number))).toEqual([]);
  }
});

test.each(profileSlugs.filter((profile) => letter('inscriptions', 'list', profile) === 'y'))('%s reads contact data of athletes unless the table masks it', async (profile) => {
  const { payload } = await send(profile, 'GET', 'inscriptions');
  const [first] = JSON.parse(payload) as { readonly email: string | null; readonly phone: string | null; readonly name: string }[];
  const isMasked = masked.includes(profile);
  expect([first!.email === null, first!.phone === null, first!.name]).toEqual([isMasked, isMasked, 'Ana Ríos']);
});

test('a matrix that expects the wrong cell fails: the table is compared, not echoed', async () => {
  const { statusCode } = await send('web-editor', 'GET', 'inscriptions');
  expect(statusCode).not.toBe(letter('inscriptions', 'list', 'super-admin') === 'y' ? 200 : 403);
});
