import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedAccess } from '../access';
import { accessTable, actionTable, masked, profileSlugs, regional, seesOtherOrganizations, type ProfileSlug } from './accessTable';
import { isLong } from '../support/effort';
import { addExamples } from '../support/exampleRows';
import { openWorld, type World } from './support/openWorld';
import { addSavedView } from './support/savedViewRows';
import { sayAnswers } from './support/sayAnswers';
import { add, addEvent, addHouse, addPerson } from './support/world';

/** Where rows are, from the point of view of the profiles: in the own organization, or in another one of some region. */
const places = ['own', 'centro', 'norte', 'nacional', 'fmtri'] as const;
type Place = (typeof places)[number];
type Verb = 'list' | 'show' | 'create' | 'edit' | 'delete';

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
  const reference = await addExamples('reference', { client: pool, organizationid: own, slug: 'referencia' });
  const place = async (organizationid: number, slug: string, region: string, fmtri = false) => {
    const event = await addEvent(pool, organizationid, slug, region, fmtri);
    return { ...event, ...(await addHouse(pool, organizationid, slug, event['events']!)), ...reference };
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

/** Whether a person with the key can see rows in a place, and whether they can change them. */
const reach = (entity: string, profile: ProfileSlug, place: Place): { readonly seen: boolean; readonly touched: boolean } => {
  const onPlatform = seesOtherOrganizations.includes(profile);
  const { rows: whose } = expectedAccess[entity]!;
  if (whose === 'owner' || whose === 'asker') return { seen: false, touched: false }; // rows of the test world refer to records of somebody else
  if (whose === 'about') return { ...reach('events', profile, place), touched: false };
  if (whose === 'catalog') return { seen: true, touched: onPlatform };
  if (whose === 'platform') return { seen: onPlatform, touched: onPlatform };
  if (!onPlatform) return { seen: place === 'own', touched: place === 'own' };
  if (profile !== regional || whose === 'everyRegion') return { seen: true, touched: true };
  const region = place === 'own' || place === 'fmtri' ? 'centro' : place;
  return { seen: region === 'centro' || region === 'nacional', touched: region === 'centro' };
};

const entities = Object.keys(accessTable);
/**
 * The places where a profile is asked about a row. A row that is in several places is asked for once. Other organizations are alike to
 * everybody but those who have regions, so in the gate one of them is asked for, another one for each entity and profile; a long run asks for all.
 */
const placesOf = (entity: string, profile: ProfileSlug): readonly Place[] => {
  const apart = places.filter((place, at) => places.findIndex((each) => rows[each][entity] === rows[place][entity]) === at);
  if (isLong || profile === regional) return apart;
  const own = apart.filter((place) => place === 'own' || (place === 'fmtri' && profile === 'fmtri-admin'));
  const others = apart.filter((place) => !own.includes(place));
  return [...own, ...others.filter((_, at) => at === (entities.indexOf(entity) + profileSlugs.indexOf(profile)) % others.length)];
};

const expected = (entity: string, verb: Exclude<Verb, 'list' | 'create'>, profile: ProfileSlug, place: Place): number => {
  const open = letter(entity, verb, profile),
    read = letter(entity, 'show', profile);
  const { seen, touched } = reach(entity, profile, place);
  const meets = (cell: string) => cell === 'y' || (cell === 'f' && place === 'fmtri' && expectedAccess[entity]!.rows === 'event');
  if (read === '-' && open === '-') return 403; // people without a permission for such records do not learn which of them exist
  if (!seen || (read !== '-' && !meets(read))) return 404; // a record that a person may not see does not exist for them
  if (verb === 'show') return 200;
  return meets(open) && touched ? 409 : 403; // a wrong version is a conflict, so access was allowed
};

const send = (profile: ProfileSlug, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', entity: string, path = '', payload?: object) =>
  world.app.inject({
    method,
    url: `/v2/${expectedAccess[entity]!.service}/${entity}${path}`,
    headers: { authorization: tokens[profile] },
    ...(payload && { payload }),
  });

const wrongVersion = { version: 999_999 };
const cases = entities.flatMap((entity) => profileSlugs.map((profile) => [entity, profile] as const));

describe.each(cases)('%s for %s', (entity, profile) => {
  test('lists as the table says', async () => {
    const { statusCode } = await send(profile, 'GET', entity);
    expect(statusCode).toBe(letter(entity, 'list', profile) === '-' ? 403 : 200);
  });
  test('creates as the table says', async () => {
    const { statusCode } = await send(profile, 'POST', entity, '', {});
    const open = letter(entity, 'create', profile) === 'y';
    expect(statusCode).toBe(open ? 400 : 403); // with access, an empty record is refused because of its fields
  });
  test('shows, edits and deletes as the table says, wherever the row is, and tells nobody whether a record exists that they may not see', async () => {
    const isEditable = !expectedAccess[entity]!.isAppendOnly;
    const ask = async (id: number): Promise<Readonly<Record<string, number>>> => ({
      show: (await send(profile, 'GET', entity, `/${id}`)).statusCode,
      ...(isEditable && { edit: (await send(profile, 'PATCH', entity, `/${id}`, wrongVersion)).statusCode }),
      delete: (await send(profile, 'DELETE', entity, `/${id}`, wrongVersion)).statusCode,
    });
    const history = async (id: number): Promise<number> => (await send(profile, 'GET', entity, `/${id}/history`)).statusCode;
    const answers: Partial<Record<Place, object>> = {},
      wanted: Partial<Record<Place, object>> = {};
    const absent = 999_999;
    let hidden: number | undefined;
    for (const place of placesOf(entity, profile)) {
      const id = rows[place][entity]!;
      answers[place] = await ask(id);
      wanted[place] = {
        show: expected(entity, 'show', profile, place),
        ...(isEditable && { edit: expected(entity, 'edit', profile, place) }),
        delete: expected(entity, 'delete', profile, place),
      };
      if (expected(entity, 'show', profile, place) !== 200 && hidden === undefined) {
        hidden = id;
        expect({ ...(await ask(absent)), history: await history(absent) }).toEqual({ ...answers[place], history: await history(id) });
      }
    }
    expect(answers).toEqual(wanted);
  });
});

const actionCases = Object.entries(actionTable).flatMap(([entity, actions]) =>
  Object.entries(actions).flatMap(([action, { cells }]) =>
    profileSlugs.map((profile, index) => [entity, action, profile, cells[index]!] as const),
  ),
);
/** The key that an action of a record needs, by the place of the record. */
const doorOf = (entity: string, profile: ProfileSlug, open: string, place: Place, isReading: boolean): number | 'open' => {
  const read = letter(entity, 'show', profile);
  const { seen, touched } = reach(entity, profile, place);
  const visible = read === 'y' || (read === 'f' && place === 'fmtri' && expectedAccess[entity]!.rows === 'event');
  if (read === '-' && open === '-') return 403;
  if (!seen || (read !== '-' && !visible)) return 404;
  if (isReading) return open === '-' ? 403 : 'open';
  return open === 'y' && touched ? 'open' : 403;
};

describe.each(actionCases)('%s %s for %s', (entity, action, profile, open) => {
  const input = action === 'generate' ? { type: 'percent', value: 10 } : {};
  /** With access, an incomplete input is refused because of its fields. */
  const knock = async (path: string): Promise<number | 'open'> => {
    const { statusCode } = await send(profile, 'POST', entity, `${path}/${action}`, { dry_run: true, input });
    return [200, 400, 409].includes(statusCode) ? 'open' : statusCode;
  };
  test('is open or closed as the table says', async () => {
    const { on, reads, writesIn } = actionTable[entity]![action]!;
    if (on === 'list') {
      // a list has no record to hide
      expect(await knock('/actions')).toBe(open === 'y' && reach(writesIn ?? entity, profile, 'own').touched ? 'open' : 403);
      return;
    }
    const found: Partial<Record<Place, number | 'open'>> = {},
      wanted: Partial<Record<Place, number | 'open'>> = {};
    for (const place of placesOf(entity, profile)) {
      found[place] = await knock(`/${rows[place][entity]}`);
      wanted[place] = doorOf(entity, profile, open, place, reads === true);
    }
    expect(found).toEqual(wanted);
  });
});

/** Complete records, except for the event in which they will be created. */
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

const personal = Object.keys(expectedAccess).filter((entity) => expectedAccess[entity]!.rows === 'owner');
describe.each(personal.flatMap((entity) => profileSlugs.map((profile) => [entity, profile] as const)))('%s of %s', (entity, profile) => {
  test('are open to their owner, and to nobody else of the same organization or of the platform', async () => {
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
});

test('the lists of an organization hold its own rows and no other', async () => {
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
