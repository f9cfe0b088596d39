import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTable, actionTable, masked, profileSlugs, regional, seesOtherOrganizations, type ProfileSlug } from './accessTable';
import { openWorld, type World } from './support/openWorld';
import { addSavedView } from './support/savedViewRows';
import { sayAnswers } from './support/sayAnswers';
import { add, addEvent, addHouse, addPerson } from './support/world';

/** Where rows stand, as seen by the profiles: in the own organisation, or in another one of some region. */
const places = ['own', 'centro', 'norte', 'nacional', 'fmtri'] as const;
type Place = (typeof places)[number];
type Verb = 'list' | 'show' | 'create' | 'edit' | 'delete';

/** entity → the service that answers for it. */
const service: Readonly<Record<string, string>> = {
  followup_links: 'event',
  organizations: 'organization',
  stores: 'organization',
  roles: 'organization',
  profiles: 'organization',
  profile_roles: 'organization',
  memberships: 'organization',
  membership_roles: 'organization',
  membership_events: 'organization',
  users: 'user',
  web_users: 'user',
  events: 'event',
  distances: 'event',
  price_tiers: 'event',
  kits: 'kits',
  kit_items: 'kits',
  desks: 'kits',
  kit_deliveries: 'kits',
  asenters: 'kits',
  access_scans: 'kits',
  innovasport_pickups: 'kits',
  tribike_orders: 'kits',
  age_categories: 'event',
  inscriptions: 'inscription',
  inscription_log: 'inscription',
  inscription_documents: 'inscription',
  inscription_letters: 'inscription',
  waitlist_entries: 'inscription',
  coupons: 'event',
  coupon_batches: 'event',
  countries: 'general',
  states: 'general',
  bib_pools: 'event',
  bibs: 'event',
  coupon_uses: 'event',
  tshirt_models: 'event',
  tshirt_stock: 'event',
  tshirt_movements: 'event',
  orders: 'inscription',
  payments: 'inscription',
  wallets: 'user',
  wallet_movements: 'user',
  waves: 'event',
  event_questions: 'event',
  question_answers: 'inscription',
  convocatories: 'event',
  exonerations: 'event',
  exoneration_signatures: 'inscription',
  saved_views: 'general',
  sponsors: 'event',
  benefits: 'event',
  benefit_grants: 'event',
  promotion_bins: 'general',
  serials: 'general',
  serial_events: 'general',
  stages: 'general',
  carousels: 'general',
  carousel_items: 'general',
  notifications: 'general',
  notification_deliveries: 'general',
  store_products: 'organization',
  user_merges: 'user',
  report_jobs: 'general',
  report_templates: 'general',
  report_schedules: 'general',
  import_jobs: 'inscription',
  import_rows: 'inscription',
  external_inscriptions: 'inscription',
  apolo_plans: 'user',
  apolo_subscriptions: 'user',
  subscription_charges: 'user',
  inbody_measurements: 'user',
  fmtri_affiliation_types: 'fmtri',
  fmtri_affiliate_users: 'fmtri',
  fmtri_affiliations: 'fmtri',
  result_sets: 'tyr',
  results: 'tyr',
  result_claims: 'tyr',
  certificate_templates: 'tyr',
  certificates: 'tyr',
};
/** Entities whose region is that of the event they hang from; the region of the others is that of their organisation. */
const byEvent = new Set([
  'followup_links',
  'events',
  'distances',
  'inscriptions',
  'inscription_log',
  'inscription_documents',
  'inscription_letters',
  'waitlist_entries',
  'coupons',
  'coupon_batches',
  'bib_pools',
  'bibs',
  'coupon_uses',
  'orders',
  'payments',
  'tshirt_models',
  'tshirt_stock',
  'waves',
  'event_questions',
  'question_answers',
  'convocatories',
  'exonerations',
  'exoneration_signatures',
  'sponsors',
  'benefits',
  'benefit_grants',
  'import_jobs',
  'external_inscriptions',
  'result_sets',
  'results',
  'result_claims',
  'certificate_templates',
  'certificates',
]);
const catalogs = new Set(['countries', 'states', 'roles']);
/** Belongs to nobody: seen by whoever holds its key on the platform, and by nobody elsewhere. */
const platformWide = new Set([
  'web_users',
  'wallets',
  'wallet_movements',
  'promotion_bins',
  'stages',
  'carousels',
  'carousel_items',
  'notifications',
  'notification_deliveries',
  'user_merges',
  'apolo_plans',
  'apolo_subscriptions',
  'subscription_charges',
  'inbody_measurements',
  'fmtri_affiliation_types',
  'fmtri_affiliate_users',
  'fmtri_affiliations',
]);
/** Shared by all: the profiles of the system and those of other organisations, for the platform. */
const unregional = new Set(['profiles', 'profile_roles', 'serials', 'serial_events']);
/** Of one person each: seen and written by its owner, and by nobody else whatever their keys. */
const personal = new Set(['saved_views']);
/** Belongs to the one person who asked for it; what the rows of the world ask for is somebody else's. */
const asked = new Set(['report_jobs', 'report_schedules']);
const neverAppended = new Set(['access_scans', 'inscription_log', 'wallet_movements', 'tshirt_movements', 'subscription_charges']);

/** Actions that belong to a list and to no record of it. */
/** A reading action asks no more than to see the record. */
const reading = new Set(['events pace']);
/** Entities in which an action of a list writes, where it is another than its own. */
const writesIn: Readonly<Record<string, string>> = { 'roles set_access': 'profiles' };
const ofList = new Set([
  'followup_links open',
  'promotion_bins test',
  'innovasport_pickups refresh',
  'tribike_orders refresh',
  'roles set_access',
  'sponsors order',
]);

let world: World;
const tokens = {} as Record<ProfileSlug, string>;
const ownRows = {} as Record<ProfileSlug, Record<string, number>>;
const rows = {} as Record<Place, Record<string, number>>;

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const platform = await add.organization(pool, 'plataforma', { is_platform: true });
  const own = await add.organization(pool, 'propia');
  const other = (region: string) => add.organization(pool, `otra-${region}`, { region });
  const elsewhere = { centro: await other('centro'), norte: await other('norte'), nacional: await other('nacional') };
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
    const org = onPlatform ? platform : own;
    const userid = await addPerson(pool, slug, [{ org, profile: slug, regions: slug === regional ? ['centro', 'bajio'] : [] }]);
    ownRows[slug] = await addSavedView(pool, userid, onPlatform ? platform : own);
    tokens[slug] = world.as(slug, org).authorization;
  }
});
afterAll(() => {
  sayAnswers('access matrix', world.answers);
  return world.close();
});

const letter = (entity: string, verb: Verb, profile: ProfileSlug): string => {
  const cells = accessTable[entity]!;
  const row = verb === 'list' || verb === 'show' ? cells.read : cells[verb];
  return row[profileSlugs.indexOf(profile)]!;
};

/** Whether rows of a place can be seen by somebody who holds the key, and whether they can be changed. */
const reach = (entity: string, profile: ProfileSlug, place: Place): { readonly seen: boolean; readonly touched: boolean } => {
  const onPlatform = seesOtherOrganizations.includes(profile);
  if (personal.has(entity)) return { seen: false, touched: false };
  if (asked.has(entity)) return { seen: false, touched: false };
  if (catalogs.has(entity)) return { seen: true, touched: onPlatform };
  if (platformWide.has(entity)) return { seen: onPlatform, touched: onPlatform };
  if (!onPlatform) return { seen: place === 'own', touched: place === 'own' };
  if (profile !== regional || unregional.has(entity)) return { seen: true, touched: true };
  const region = place === 'own' || place === 'fmtri' ? 'centro' : place;
  return { seen: region === 'centro' || region === 'nacional', touched: region === 'centro' };
};

const expected = (entity: string, verb: Exclude<Verb, 'list' | 'create'>, profile: ProfileSlug, place: Place): number => {
  const open = letter(entity, verb, profile),
    read = letter(entity, 'show', profile);
  const { seen, touched } = reach(entity, profile, place);
  const meets = (cell: string) => cell === 'y' || (cell === 'f' && place === 'fmtri' && byEvent.has(entity));
  const visible = seen && meets(read);
  if (!seen) return 404; // what is not there for somebody is not there, whatever their keys
  if (verb === 'show') return visible ? 200 : read === '-' ? 403 : 404;
  if (!visible) return read === '-' ? 403 : 404;
  return meets(open) && touched ? 409 : 403; // a wrong version is a conflict: the door was open
};

const send = (profile: ProfileSlug, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', entity: string, path = '', payload?: object) =>
  world.app.inject({
    method,
    url: `/v2/${service[entity]}/${entity}${path}`,
    headers: { authorization: tokens[profile] },
    ...(payload && { payload }),
  });

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
    const answers: Record<string, number> = {},
      wanted: Record<string, number> = {};
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

const actionCases = Object.entries(actionTable).flatMap(([entity, actions]) =>
  Object.entries(actions).flatMap(([action, cells]) =>
    profileSlugs.map((profile, index) => [entity, action, profile, cells[index]!] as const),
  ),
);
/** Behind which door an action of a record stands, by where the record stands. */
const doorOf = (entity: string, profile: ProfileSlug, open: string, place: Place, isReading: boolean): number | 'open' => {
  const read = letter(entity, 'show', profile);
  const { seen, touched } = reach(entity, profile, place);
  const visible = read === 'y' || (read === 'f' && place === 'fmtri' && byEvent.has(entity));
  if (!seen) return 404;
  if (!visible) return read === '-' ? 403 : 404;
  if (isReading) return open === '-' ? 403 : 'open';
  return open === 'y' && touched ? 'open' : 403;
};

describe.each(actionCases)('%s %s for %s', (entity, action, profile, open) => {
  const input = action === 'generate' ? { type: 'percent', value: 10 } : {};
  /** An input that lacks something is refused behind the door. */
  const knock = async (path: string): Promise<number | 'open'> => {
    const { statusCode } = await send(profile, 'POST', entity, `${path}/${action}`, { dry_run: true, input });
    return [200, 400, 409].includes(statusCode) ? 'open' : statusCode;
  };
  test('is open or closed as the table says', async () => {
    if (ofList.has(`${entity} ${action}`)) {
      // a list has no record to hide
      expect(await knock('/actions')).toBe(
        open === 'y' && reach(writesIn[`${entity} ${action}`] ?? entity, profile, 'own').touched ? 'open' : 403,
      );
      return;
    }
    const found: Partial<Record<Place, number | 'open'>> = {},
      wanted: Partial<Record<Place, number | 'open'>> = {};
    for (const place of places) {
      found[place] = await knock(`/${rows[place][entity]}`);
      wanted[place] = doorOf(entity, profile, open, place, reading.has(`${entity} ${action}`));
    }
    expect(found).toEqual(wanted);
  });
});

/** Whole records, but for the event in which they are to be. */
const whole: Readonly<Record<string, (at: number) => object>> = {
  distances: (at) => ({ name: 'Nueva', code: `N${at}`, price_tiers: [], age_categories: [] }),
  waves: (at) => ({ name: `Bloque ${at}`, start_at: '2027-05-01T13:00:00Z' }),
  bib_pools: (at) => ({ name: `Serie ${at}`, start: 10_000 + at, end: 10_000 + at }),
  tshirt_models: (at) => ({ name: `Modelo ${at}`, sizes: [{ size: 'M', ordered: 1 }] }),
};
describe.each(Object.keys(whole).flatMap((entity) => profileSlugs.map((profile, at) => [entity, profile, at] as const)))(
  '%s of %s',
  (entity, profile, at) => {
    test('are made only in events that the person may change, whatever else is right about them', async () => {
      const count = async (eventid: number): Promise<number> =>
        Number((await world.pool.query(`select count(*) as rows from ${entity} where eventid = $1`, [eventid])).rows[0].rows);
      const found: Partial<Record<Place, boolean>> = {},
        wanted: Partial<Record<Place, boolean>> = {};
      for (const [order, place] of places.entries()) {
        const eventid = rows[place]['events']!,
          before = await count(eventid);
        const { statusCode, payload } = await send(profile, 'POST', entity, '', { eventid, ...whole[entity]!(at * places.length + order) });
        expect([201, 400, 403], payload).toContain(statusCode);
        found[place] = statusCode === 201;
        wanted[place] = letter(entity, 'create', profile) === 'y' && reach(entity, profile, place).touched;
        expect((await count(eventid)) - before, payload).toBe(found[place] ? 1 : 0);
      }
      expect(found).toEqual(wanted);
    });
  },
);

describe.each([...personal].flatMap((entity) => profileSlugs.map((profile) => [entity, profile] as const)))(
  '%s of %s',
  (entity, profile) => {
    test('are open to their owner, and to nobody else of the same organisation or of the platform', async () => {
      const id = ownRows[profile][entity]!;
      const answers = async (who: ProfileSlug): Promise<readonly number[]> => [
        (await send(who, 'GET', entity, `/${id}`)).statusCode,
        (await send(who, 'PATCH', entity, `/${id}`, wrongVersion)).statusCode,
        (await send(who, 'DELETE', entity, `/${id}`, wrongVersion)).statusCode,
        (await send(who, 'GET', entity, `/${id}/history`)).statusCode,
      ];
      expect(await answers(profile)).toEqual([200, 409, 409, 200]);
      for (const other of ['super-admin', 'organizer', 'sponsor-viewer'] as const)
        if (other !== profile) expect(await answers(other)).toEqual([404, 404, 404, 404]);
      const listed = JSON.parse((await send(profile, 'GET', entity)).payload) as Record<string, unknown>[];
      expect(listed.map((row) => row['saved_viewid'])).toEqual([id]);
    });
  },
);

test('the lists of an organisation hold its own rows and no other', async () => {
  for (const entity of [
    'events',
    'distances',
    'inscriptions',
    'coupons',
    'memberships',
    'stores',
    'inscription_log',
    'organizations',
    'users',
  ]) {
    const { payload } = await send('organizer', 'GET', entity);
    const foreign = new Set(places.filter((place) => place !== 'own').map((place) => rows[place][entity]));
    const keys = (JSON.parse(payload) as Record<string, unknown>[]).map(
      (row) => Object.entries(row).find(([name]) => name.endsWith('id'))![1],
    );
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => foreign.has(key as number))).toEqual([]);
  }
});

test.each(profileSlugs.filter((profile) => letter('inscriptions', 'list', profile) === 'y'))(
  '%s reads contact data of athletes unless the table masks it',
  async (profile) => {
    const { payload } = await send(profile, 'GET', 'inscriptions');
    const [first] = JSON.parse(payload) as { readonly email: string | null; readonly phone: string | null; readonly name: string }[];
    const isMasked = masked.includes(profile);
    expect([first!.email === null, first!.phone === null, first!.name]).toEqual([isMasked, isMasked, 'Ana Ríos']);
  },
);

test('a matrix that expects the wrong cell fails: the table is compared, not echoed', async () => {
  const { statusCode } = await send('web-editor', 'GET', 'inscriptions');
  expect(statusCode).not.toBe(letter('inscriptions', 'list', 'super-admin') === 'y' ? 200 : 403);
});
