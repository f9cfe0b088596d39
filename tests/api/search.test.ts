import { liteClient } from 'algoliasearch/lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldText, highlight } from '../../server/features/search/highlight';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, event: number, other: number, ana: Person, olga: Person, fer: Person, norte: Person, kira: Person, timing: Person;
const ids: Record<string, number> = {};
const names = { appId: 'dorsal', key: 'public' };
const address = (appId = names.appId, key = names.key) => `/1/indexes/*/queries?x-algolia-application-id=${appId}&x-algolia-api-key=${key}`;
const ask = (as: Person, indexes: readonly string[], query: string, more: object = {}) =>
  as.post(address(), { requests: indexes.map((indexName) => ({ indexName, query, ...more })) });
const hits = async (as: Person, index: string, query: string, more: object = {}) => {
  const { status, body } = await ask(as, [index], query, more);
  expect(status).toBe(200);
  return body.results[0].hits as Record<string, any>[];
};
const keys = async (as: Person, index: string, query: string) =>
  (await hits(as, index, query)).map(({ objectID }) => Object.keys(ids).find((name) => ids[name] === Number(objectID)) ?? objectID);

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true });
  const alfa = await add.organization(pool, 'Alfa'),
    beta = await add.organization(pool, 'Beta');
  event = await add.event(pool, alfa, 'carrera-uno', { region: 'centro' });
  other = await add.event(pool, beta, 'carrera-dos', { region: 'norte' });
  const distance = await add.distance(pool, event, '10K'),
    second = await add.distance(pool, other, '5K');
  const inscribe = (name: string, eventid: number, distanceid: number, athlete: number, more: object) =>
    add.inscription(pool, eventid, distanceid, athlete, { qr_token: name, status: 'paid', ...more });
  ids['maria'] = await inscribe('maria', event, distance, await add.athlete(pool, 'maria'), {
    first_name: 'María',
    last_name: 'Núñez',
    email: 'maria@atleta.test',
    folio: 'AAAA2222',
    number: 412,
  });
  ids['mario'] = await inscribe('mario', event, distance, await add.athlete(pool, 'mario'), {
    first_name: 'Mario',
    last_name: 'Sol',
    email: 'sol@atleta.test',
    folio: 'X4122222',
    number: 7,
  });
  ids['away'] = await inscribe('away', other, second, await add.athlete(pool, 'away'), {
    first_name: 'Mariana',
    last_name: 'Lejos',
    email: 'lejos@atleta.test',
    folio: 'EEEE6666',
    number: 412,
  });
  await add.coupon(pool, alfa, 'VERANO');
  await add.coupon(pool, beta, 'VERANO2');
  await addPerson(pool, 'ana', [{ org: company, profile: 'super-admin', regions: ['national'] }]);
  await addPerson(pool, 'nora', [{ org: company, profile: 'regional-admin', regions: ['norte'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'super-admin' }]);
  await addPerson(pool, 'fer', [{ org: beta, profile: 'super-admin' }]);
  await addPerson(pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
  await addPerson(pool, 'tino', [{ org: alfa, profile: 'timing' }]);
  ana = world.as('ana', company);
  norte = world.as('nora', company);
  olga = world.as('olga', alfa);
  fer = world.as('fer', beta);
  kira = world.as('kira', alfa);
  timing = world.as('tino', alfa);
});
afterAll(() => world.close());

describe('a search client', () => {
  test('of the real library gets its answers over the network, several indexes with one request', async () => {
    const at = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }));
    const client = liteClient(names.appId, names.key, {
      hosts: [{ url: at.host, protocol: 'http', accept: 'readWrite' }],
      baseHeaders: { authorization: ana.authorization },
    });
    const { results } = await client.search<Record<string, unknown>>({
      requests: [
        { indexName: 'inscriptions', query: 'nunez' },
        { indexName: 'coupons', query: 'verano' },
      ],
    });
    const found = results.map((each) => ('hits' in each ? each.hits : []));
    expect(found.map((each) => each.length)).toEqual([1, 2]);
    expect(found[0]![0]).toMatchObject({
      objectID: String(ids['maria']),
      _highlightResult: { name: { value: 'María <em>Núñez</em>', matchLevel: 'full' }, last_name: { fullyHighlighted: true } },
    });
  });
  test('finds registrations by name, folio, bib number and e-mail, the whole value first', async () => {
    expect(await keys(ana, 'inscriptions', 'maria nunez')).toEqual(['maria']);
    expect(await keys(ana, 'inscriptions', 'eeee6666')).toEqual(['away']);
    expect(await keys(olga, 'inscriptions', '412')).toEqual(['maria']); // another has it inside its folio
    expect(await keys(olga, 'inscriptions', '4122')).toEqual(['mario']);
    expect(await keys(olga, 'inscriptions', '7')).toEqual(['mario']);
    expect(await keys(ana, 'inscriptions', 'SOL@atleta.test')).toEqual(['mario']);
  });
  test('finds events, athletes, users and coupons', async () => {
    expect(await hits(ana, 'events', 'carrera-uno')).toMatchObject([{ objectID: String(event) }]);
    expect((await hits(ana, 'web_users', 'maria')).length).toBeGreaterThan(0);
    expect((await hits(ana, 'users', 'olga')).length).toBe(1);
    expect((await hits(ana, 'coupons', 'verano')).map(({ code }) => code)).toEqual(['VERANO', 'VERANO2']); // the whole code before the longer one, though that is newer
  });
  test('gets the attributes that it asks for, and the marks', async () => {
    const [hit] = await hits(ana, 'inscriptions', 'nunez', {
      attributesToRetrieve: ['folio', 'name', 'nope'],
      highlightPreTag: '[',
      highlightPostTag: ']',
    });
    expect(hit).toMatchObject({ folio: 'AAAA2222', _highlightResult: { name: { value: 'María [Núñez]' } } });
    expect(hit).not.toHaveProperty('email');
    expect(hit).not.toHaveProperty('paid_cents');
  });
});

describe('what is found is what the person may see', () => {
  test('their own organization, not another one', async () => {
    expect(await keys(olga, 'inscriptions', 'mari')).toEqual(['mario', 'maria']);
    expect(await keys(fer, 'inscriptions', 'mari')).toEqual(['away']);
    expect(await keys(fer, 'inscriptions', 'AAAA2222')).toEqual([]);
    expect(await keys(fer, 'inscriptions', '412')).toEqual(['away']);
    expect((await hits(olga, 'coupons', 'verano')).map(({ code }) => code)).toEqual(['VERANO']);
  });
  test('their region', async () => {
    expect(await keys(norte, 'inscriptions', 'mari')).toEqual(['away']);
    expect(await keys(norte, 'inscriptions', 'AAAA2222')).toEqual([]);
    expect(await hits(norte, 'events', 'carrera-uno')).toEqual([]);
  });
  test('no contact data for whom it is masked: neither by it nor in what is found', async () => {
    expect(await keys(kira, 'inscriptions', 'maria@atleta.test')).toEqual([]);
    expect(await keys(kira, 'inscriptions', 'atleta')).toEqual([]);
    const [hit] = await hits(kira, 'inscriptions', 'nunez', { attributesToRetrieve: ['name', 'email', 'phone'] });
    expect(hit).toMatchObject({ objectID: String(ids['maria']), email: null });
    expect(JSON.stringify(hit)).not.toContain('atleta.test');
    expect(Object.keys(hit!['_highlightResult'])).not.toContain('email');
  });
  test('nothing of an index that no key opens, and no index that does not exist', async () => {
    expect((await ask(timing, ['coupons'], 'verano')).status).toBe(403);
    expect((await ask(timing, ['inscriptions', 'coupons'], 'verano')).status).toBe(403);
    expect((await ask(ana, ['secrets'], 'verano')).status).toBe(404);
    expect((await ask(ana, ['__proto__'], 'verano')).status).toBe(404);
  });
  test('nothing for nobody, whatever the public key, and nothing for another application', async () => {
    const body = { requests: [{ indexName: 'events', query: 'carrera' }] };
    expect((await world.app.inject({ method: 'POST', url: address(), payload: body })).statusCode).toBe(401);
    expect((await ana.post(address('dorsal', 'other'), body)).status).toBe(403);
    expect((await ana.post('/1/indexes/*/queries', body)).status).toBe(403);
    expect((await ana.post(address().replace('*', 'events'), body)).status).toBe(404);
  });
});

describe('a search is bounded', () => {
  test.each([
    ['more queries than sixty', { requests: Array.from({ length: 61 }, () => ({ indexName: 'events', query: 'carrera' })) }],
    ['more hits than twenty', { requests: [{ indexName: 'events', query: 'carrera', hitsPerPage: 21 }] }],
    ['another page than the first', { requests: [{ indexName: 'events', query: 'carrera', page: 3 }] }],
    ['a text beyond measure', { requests: [{ indexName: 'events', query: 'x'.repeat(201) }] }],
    ['parameters that are not answered', { requests: [{ indexName: 'events', query: 'carrera', filters: 'organizationid:2' }] }],
    ['nothing', { requests: [] }],
  ])('%s are refused', async (_, body) => expect((await ana.post(address(), body)).status).toBe(400));
  test('one letter and no letter find nothing, and signs are themselves', async () => {
    expect(await hits(ana, 'events', 'c')).toEqual([]);
    expect(await hits(ana, 'events', '')).toEqual([]);
    expect(await hits(ana, 'events', '%%')).toEqual([]);
  });
  test('answers as many as asked', async () => expect(await hits(ana, 'inscriptions', 'mari', { hitsPerPage: 2 })).toHaveLength(2));
  test('an address that asks too often waits', async () => {
    const busy = await openWorld({ mostRequests: 2 });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1)
      statuses.push((await busy.app.inject({ method: 'POST', url: address(), payload: { requests: [] } })).statusCode);
    await busy.close();
    expect(statuses).toEqual([401, 401, 429]);
  });
});

describe('the marks', () => {
  const marks = { before: '[', after: ']' };
  test('are around every word, accents and case aside, and once where matches touch', () => {
    expect(highlight('José Núñez', ['jose', 'nun'].map(foldText), marks)).toMatchObject({
      value: '[José] [Núñ]ez',
      matchLevel: 'full',
      fullyHighlighted: false,
    });
    expect(highlight('banana', ['ana', 'ban'], marks).value).toBe('[banana]');
    expect(highlight('Ana', ['ana', 'sol'], marks)).toMatchObject({ value: '[Ana]', matchLevel: 'partial', matchedWords: ['ana'] });
    expect(highlight('Luz', ['ana'], marks)).toEqual({ value: 'Luz', matchLevel: 'none', fullyHighlighted: false, matchedWords: [] });
  });
});
