import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttp } from '@/providers/http/createHttp';
import { startI18n } from '@/providers/i18n/i18n';
import { createOrganizationQueries } from '@/providers/organization/organizationQueries';
import { createTokenManager } from '@/providers/session/tokenManager';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, host: string, org: number;
const bodies: any[] = [];

beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  host = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

/** The client of the product, speaking to the server over a socket; keeps what it sent. */
const queries = () => {
  const tokens = createTokenManager({ fetchText: async () => ({ status: 200, text: 'olga@' }), suffix: String(org) });
  const send: typeof fetch = (input, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return fetch(input, init);
  };
  return createOrganizationQueries(
    host,
    createHttp({ tokens, language: () => 'es', words: { network: '', report: (id) => id }, fetch: send }),
  );
};

describe('the three queries of the specification, over a socket', () => {
  test('organizations by user: input userid', async () => {
    expect(await queries().organizationsByUser('olga')).toEqual([
      { organizationid: org, name: 'Alfa', email: 'alfa@prueba.test', img: null, phone: null, phone_ext: null },
    ]);
    expect(bodies.at(-1)).toMatchObject({
      variables: { userid: 'olga' },
      query: expect.stringContaining('organizationsByUser(userid: $userid)'),
    });
  });
  test('user roles by organization: inputs organizationid, userid, page 1, perpage 500', async () => {
    const roles = await queries().rolesByOrganization(org, 'olga');
    expect(roles).toContainEqual({ roleid: expect.any(Number), category: 'EVENT', slug: 'events', name: expect.any(String) });
    expect(new Set(roles.flatMap((role) => Object.keys(role)))).toEqual(new Set(['roleid', 'category', 'slug', 'name']));
    expect(bodies.at(-1).variables).toEqual({ organizationid: org, userid: 'olga', page: 1, perpage: 500 });
  });
  test('organization by id: input organizationid, with its store or none', async () => {
    expect(await queries().storeOf(org)).toBeNull();
    const [{ storeid }] = (
      await world.pool.query(`insert into stores (organizationid, name) values ($1, 'Tienda') returning storeid`, [org])
    ).rows as [any];
    expect(await queries().storeOf(org)).toBe(Number(storeid));
    expect(bodies.at(-1)).toMatchObject({ variables: { organizationid: org }, query: expect.stringContaining('store { storeid }') });
  });
});

test('translations are read from /locales/{lng}/{ns}.json, up to 10 at the same time over sockets', async () => {
  let open = 0,
    most = 0;
  const paths: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    open += 1;
    most = Math.max(most, open);
    const answer = (): void => {
      open -= 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    if (paths.length <= 2) return answer(); // the two files of a start
    waiting.push(answer);
    if (waiting.length === 10 || paths.length === 27) waiting.splice(0).forEach((each) => each()); // answered only once ten are open at once
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const i18n = await startI18n({ language: 'es', loadPath: `http://127.0.0.1:${port}/locales/{{lng}}/{{ns}}.json` });
  const load = i18n.loadNamespaces(Array.from({ length: 25 }, (_, at) => `file${at}`));
  const release = setInterval(() => waiting.splice(0).forEach((each) => each()), 500);
  await load;
  clearInterval(release);
  expect(most).toBe(10);
  expect(paths.slice(2).every((path) => /^\/locales\/es\/file\d+\.json$/.test(path))).toBe(true);
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
