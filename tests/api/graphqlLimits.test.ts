import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { services } from '@/schema';
import { listDocument, oneDocument } from '@/schema/project/graphql';
import { buildApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World, olga: Person, platform: Person, alfa: number;
const many = (count: number, each: (index: number) => string): string => Array.from({ length: count }, (_, index) => each(index)).join(' ');

beforeAll(async () => {
  world = await openWorld();
  alfa = await add.organization(world.pool, 'Alfa');
  await addEvent(world.pool, alfa, 'alfa', 'centro');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  const company = await add.organization(world.pool, 'Compañía', { is_platform: true });
  await addPerson(world.pool, 'petra', [{ org: company, profile: 'super-admin' }]);
  olga = world.as('olga', alfa, 'en');
  platform = world.as('petra', company, 'en');
});
afterAll(() => world.close());

const refusal = async (query: string, variables?: unknown) => {
  const { body } = await olga.query('event', query, variables);
  expect(JSON.stringify(body.data ?? null).slice(0, 200)).toBe('null');
  return body.errors![0];
};
/** Fragments, each of which spreads the next one ten times. */
const bomb = (length: number): string =>
  `{ events { items { ...F0 } } } ${many(length, (at) => `fragment F${at} on Event { ${at + 1 < length ? many(10, () => `...F${at + 1}`) : 'eventid'} }`)}`;

describe('a document without a bearer', () => {
  const send = (query: string, headers: Record<string, string> = {}) =>
    world.app.inject({ method: 'POST', url: '/v2/event/_/graphql', payload: { query }, headers });
  test('is not looked at: wrong or right, the answer is to sign in, and no name is given', async () => {
    for (const query of ['{ events { total } }', '{ evens { total } }', '{', '{ __schema { types { name } } }', bomb(14), bomb(14)]) {
      const reply = await send(query);
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        {
          data: null,
          errors: [{ message: 'Inicia sesión para continuar.', extensions: { statusCode: 401, code: 'UNAUTHENTICATED', errors: [] } }],
        },
      ]);
    }
    expect((await send('{ service }', { authorization: 'Bearer nobody' })).statusCode).toBe(401);
  });
  test('is refused in a GET as well', async () => {
    expect((await world.app.inject({ url: `/v2/event/_/graphql?query=${encodeURIComponent('{ service }')}` })).statusCode).toBe(401);
  });
});

describe('what a document may ask', () => {
  test('counts fragments written out, in no time, however often it is sent', async () => {
    const began = performance.now();
    for (const _ of [1, 2, 3])
      expect(await refusal(bomb(14))).toEqual({
        message: 'At most 2000 selections, with fragments written out',
        extensions: { statusCode: 400, code: 'INVALID', errors: [] },
      });
    expect(performance.now() - began).toBeLessThan(2000);
    expect((await olga.query('event', bomb(3))).body.errors).toBeUndefined();
  });
  test('bounds the levels, through fragments too', async () => {
    const levels = (count: number) =>
      `{ events { items { distances { ${'price_tiers { '.repeat(count)} price_tierid ${'}'.repeat(count)} } } } }`;
    expect((await refusal(levels(3))).message).toBe('At most 6 levels');
    for (const count of [900, 1300]) expect((await refusal(levels(count))).message).toBe('At most 6 levels');
    expect((await refusal('{ a'.repeat(3900))).extensions.statusCode).toBe(400);
    expect(
      (
        await refusal(
          '{ events { ...P } } fragment P on EventPage { items { ...E } } fragment E on Event { distances { price_tiers { distance { event { title } } } } }',
        )
      ).message,
    ).toBe('At most 6 levels');
    expect((await refusal('{ events { ...A } } fragment A on EventPage { ...B } fragment B on EventPage { ...A }')).message).toMatch(
      /^Cannot spread fragment/,
    );
  });
  test('counts aliases by rows by roots before anything is read', async () => {
    const aliases = (count: number) => `items { ${many(count, (at) => `a${at}: eventid`)} }`;
    const long = {
      message: 'The answer would be longer than 5 MB: ask for fewer records, or for less of each.',
      extensions: { statusCode: 400, code: 'ANSWER_TOO_LONG', errors: [] },
    };
    expect(await refusal(`{ events(perpage: 1000) { ${aliases(1300)} } }`)).toEqual(long);
    expect(await refusal(`query Q($n: Int = 1000) { events(perpage: $n) { ${aliases(1300)} } }`)).toEqual(long);
    expect(await refusal(`query Q($n: Int = 1) { events(perpage: $n) { ${aliases(1300)} } }`, { n: 1000 })).toEqual(long);
    expect(await refusal(`{ ${many(10, (at) => `r${at}: events(perpage: 1000) { ${aliases(100)} }`)} }`)).toEqual(long);
    expect(
      (await olga.query('event', `query Q($n: Int = 1000) { events(perpage: $n) { ${aliases(1300)} } }`, { n: 5 })).body.errors,
    ).toBeUndefined();
  });
  test('counts the lists within rows when they have been read', async () => {
    const {
      rows: [{ distanceid }],
    } = await world.pool.query('select distanceid from distances limit 1');
    await world.pool.query(
      `insert into age_categories (distanceid, name, branch, age_min, age_max) select $1, 'Categoría ' || n, 'F', 18, 39 from generate_series(1, 400) n`,
      [distanceid],
    );
    const asked = (count: number) =>
      `{ distance(distanceid: ${distanceid}) { age_categories { ${many(count, (at) => `n${at}: age_categoryid`)} } } }`;
    expect((await olga.query('event', asked(20))).body.errors).toBeUndefined();
    const tooLong = { message: expect.stringMatching(/longer than 5 MB/), path: ['distance'] };
    expect(await refusal(asked(1200))).toMatchObject(tooLong);
    expect(
      await refusal(
        asked(1200)
          .replace(/distance\(.*?\) \{/, 'distances(perpage: 1) { items {')
          .replace(/\}$/, '} }'),
      ),
    ).toMatchObject({ ...tooLong, path: ['distances'] });
  });
  test('leaves no answer of more than 5 MB, whatever was likely', async () => {
    const html = `<p>${'á'.repeat(30_000)}</p>`;
    await world.pool.query('update convocatories set sections = $1', [
      JSON.stringify([{ key: 'generales', title: 'Generales', body_html: html }]),
    ]);
    const {
      rows: [{ convocatoryid }],
    } = await world.pool.query('select convocatoryid from convocatories limit 1');
    const { body, status } = await olga.query(
      'event',
      `{ convocatory(convocatoryid: ${convocatoryid}) { ${many(100, (at) => `b${at}: sections`)} } }`,
    );
    expect([status, body.data, body.errors?.[0].message]).toEqual([
      200,
      null,
      'The answer would be longer than 5 MB: ask for fewer records, or for less of each.',
    ]);
  });
  test('is all that the product itself asks: every list with every column, and every record whole', async () => {
    for (const service of services.filter((each) => each !== 'kits'))
      for (const resource of registry.all.filter((each) => each.service === service)) {
        const lists = await platform.query(
          service,
          listDocument(resource, registry, {
            columns: Object.keys(resource.all).filter((name) => !resource.all[name]!.embeds),
            totals: true,
          }),
          { perpage: 100 },
        );
        expect(
          lists.body.errors?.map(({ message }) => message),
          resource.name,
        ).toBeUndefined();
        const [one] = (await platform.query(service, oneDocument(resource, registry), { id: 999_999 })).body.errors!;
        expect([resource.name, one.extensions.statusCode]).toEqual([resource.name, 404]);
      }
  });
});

describe('a filter', () => {
  const either = (count: number) => ({ or: Array.from({ length: count }, (_, at) => ({ field: 'eventid', op: 'eq', value: at + 1 })) });
  test('holds 200 comparisons in all, in whatever groups', async () => {
    const groups = (count: number) => ({ and: Array.from({ length: count }, () => either(50)) });
    expect(
      (await olga.query('event', 'query Q($filter: Filter) { events(filter: $filter) { total } }', { filter: groups(4) })).body.errors,
    ).toBeUndefined();
    expect(
      (await refusal('query Q($filter: Filter) { events(filter: $filter) { total } }', { filter: groups(5) })).extensions.errors,
    ).toEqual([{ path: 'filter', code: 'TOO_MANY_COMPARISONS', message: 'At most 200 comparisons.' }]);
    expect((await olga.get(`/v2/event/events?filter=${encodeURIComponent(JSON.stringify(groups(50)))}`)).status).toBe(400);
  });
});

describe('the schema', () => {
  test('describes itself to the ordinary tools in development', async () => {
    for (const _ of ['interpreted', 'compiled']) {
      const { body } = await olga.query('event', getIntrospectionQuery());
      expect(body.errors).toBeUndefined();
      expect((body.data as any).__schema.types.map(({ name }: { name: string }) => name)).toContain('Event');
    }
    expect(
      (
        await olga.query(
          'event',
          getIntrospectionQuery({
            specifiedByUrl: true,
            schemaDescription: true,
            inputValueDeprecation: true,
            directiveIsRepeatable: true,
            oneOf: true,
          }),
        )
      ).body.errors,
    ).toBeUndefined();
    expect((await refusal('{ evens { total } }')).message).toBe(
      'Cannot query field "evens" on type "Query". Did you mean "event", "events", or "waves"?',
    );
  });
  test('is asked for in bounds: aliases of its whole count like rows', async () => {
    expect(
      (
        await refusal(
          `{ ${many(10, (at) => `s${at}: __schema { ${many(25, (each) => `t${each}: types { fields { name description args { name } } }`)} }`)} }`,
        )
      ).message,
    ).toMatch(/longer than 5 MB/);
    expect(
      (await refusal('{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }')).message,
    ).toMatch(/introspection depth/i);
  });
  test('is not described in production, and names that were meant are not suggested there', async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'a secret of tests that is long enough', NODE_ENV: 'test' });
    const app = await buildApp({
      pool: world.pool,
      config: { ...config, production: true },
      verifyBearer: async () => ({ asdeporteId: 'olga', sid: 'sid-olga', org: alfa }),
      mostRequests: false,
    });
    const ask = async (query: string) =>
      (await app.inject({ method: 'POST', url: '/v2/event/_/graphql', payload: { query }, headers: { authorization: 'Bearer x' } })).json();
    expect((await ask(getIntrospectionQuery())).errors[0].message).toMatch(/introspection/);
    expect((await ask('{ evens { total } }')).errors).toEqual([
      {
        message: 'Cannot query field "evens" on type "Query".',
        locations: [{ line: 1, column: 3 }],
        extensions: { statusCode: 400, code: 'INVALID', errors: [] },
      },
    ]);
    expect((await ask('{ events { total } }')).data.events.total).toBe(1);
    await app.close();
  });
});
