import type { InjectOptions } from 'fastify';
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { services } from '@/schema';
import { localPush } from '../../server/adapters/push/localPush';
import { localGateway, localWebhookSecret } from '../../server/adapters/paymentGateway/localGateway';
import { createAccounts } from '../../server/auth/accounts';
import { createPasswords } from '../../server/auth/passwords';
import { readConfig } from '../../server/config';
import { localOf, mirrorsOf } from '../../server/mirrored';
import { openTestDatabase } from '../support/database';
import { effort, isLong, seed } from '../support/effort';
import { longer } from '../support/limits';
import { drawFrom, hostile, hostileText } from './support/hostile';
import { documentsOf, variablesOf } from './support/hostileDocuments';
import { headersOf, requestOf, type Ground, type Operation } from './support/hostileOperations';
import { isPublicRoute, openPublicGround } from './support/publicGround';
import { publicRequestTo, requestTo, watchRoutes, type Asked, type Asker, type Route } from './support/hostileRoutes';
import { openWorldOn, type World } from './support/openWorld';
import { add, addEvent, addHouse, addPerson } from './support/world';

/** Number of requests: REST, GraphQL, and every other route of the application. */
const ofRest = effort(1800, 33_000),
  ofGraphql = effort(500, 10_000),
  /** Beyond one request to each of the other routes. */
  ofOthers = effort(60, 6000),
  ofPublic = effort(560, 7000),
  patienceMs = 5000,
  asksBetweenLooks = 40;
const limit = isLong ? { timeout: 600_000 } : {};
/** Takes a paper that was asked for, as a file: these requests are refused there, never by a failure. */
const takesFile = new Set(['POST /affiliation/:token/papers']);
const secret = 'a secret of tests that is long enough',
  password = 'una frase larga y secreta';

let world: World, ground: Ground;
const { routes, observe } = watchRoutes();
const address = (service: string): string => `/v2/${service}`;

beforeAll(async () => {
  const database = await openTestDatabase({ holding: 'reference' }),
    { pool } = database;
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: secret, NODE_ENV: 'test' });
  world = await openWorldOn(database, {
    observe,
    formSilentMs: 1000,
    gateway: localGateway(pool, secret),
    push: localPush(secret),
    localRecords: localOf(mirrorsOf(config, database)),
  });
  const company = await add.organization(pool, 'Compañía', { is_platform: true });
  for (const [at, name] of ['alfa', 'beta'].entries()) {
    const organizationid = await add.organization(pool, name);
    const { events } = await addEvent(pool, organizationid, name, at === 0 ? 'centro' : 'norte');
    await addHouse(pool, organizationid, name, events!);
    for (const profile of ['organizer', 'timing', 'finance', 'marketing'])
      await addPerson(pool, `${profile}-${name}`, [{ org: organizationid, profile }]);
  }
  await addPerson(pool, 'petra', [{ org: company, profile: 'super-admin' }]);
  await addPerson(pool, 'newcomer');
  await addPerson(pool, 'cora', [{ org: company, profile: 'super-admin' }]);
  const { rows } = await pool.query<{ organizationid: string; name: string }>('select organizationid, name from organizations');
  const of = (name: string): string => rows.find((each) => each.name === name)!.organizationid;
  const keys = new Map(
    await Promise.all(
      registry.all.map(
        async ({ name, key }) =>
          [
            name,
            (await pool.query<Record<string, number>>(`select "${key}" from "${name}" order by 1 limit 3`)).rows.map((row) =>
              Number(row[key]),
            ),
          ] as const,
      ),
    ),
  );
  const bearers = [
    `Bearer petra@${of('Compañía')}`,
    `Bearer petra@${of('Compañía')}`,
    `Bearer organizer-alfa@${of('alfa')}`,
    `Bearer organizer-alfa@${of('alfa')}`,
    `Bearer timing-alfa@${of('alfa')}`,
    `Bearer finance-beta@${of('beta')}`,
    'Bearer newcomer@',
  ];
  ground = { bearers, keys };
});
afterAll(async () => {
  if (isLong) console.log(`TEST_SEED=${seed}\n${tried.join('\n')}\nasked ${asked}`);
  await world.close();
});

const operationsOf = async (service: string): Promise<readonly Operation[]> => {
  const { paths, components } = (await world.app.inject({ url: `${address(service)}/openapi.json` })).json();
  return Object.entries(paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, tags }]): Operation => ({
      method: method.toUpperCase() as Asked['method'],
      path: `${address(service)}${path}`,
      resource: tags?.[0],
      parameters,
      body: requestBody?.content['application/json']?.schema,
      known: components.schemas,
    })),
  );
};

/** The forbidden contents of an answer, with the request that led to it. */
const send = async (request: Asked, refused: (status: number, body: string) => boolean): Promise<number> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(request)}`)), patienceMs);
  });
  const reply = await Promise.race([world.app.inject(request), late]).finally(() => clearTimeout(timer));
  if (refused(reply.statusCode, reply.body))
    throw new Error(`${reply.statusCode} to ${JSON.stringify(request)}: ${reply.body.slice(0, 300)}`);
  return reply.statusCode;
};
/** The number of answers of each kind. */
const answersOf = (seen: ReadonlyMap<number, number>): string =>
  [...seen]
    .sort()
    .map(([status, count]) => `${status} ${count}`)
    .join(', ');
const tried: string[] = [];
let asked = 0;
/** Sends all requests and then reports everything that was wrong. */
const hammer = async (
  count: number,
  next: () => Asked,
  refused: (status: number, body: string) => boolean,
  before: () => Promise<void> = async () => undefined,
): Promise<ReadonlyMap<number, number>> => {
  const wrong: string[] = [],
    seen = new Map<number, number>();
  for (let at = 0; at < count && wrong.length < 10; at += 1) {
    await before();
    asked += 1;
    await send(next(), refused).then(
      (status) => seen.set(status, (seen.get(status) ?? 0) + 1),
      (error: Error) => wrong.push(error.message),
    );
  }
  expect(wrong, `TEST_SEED=${seed}`).toEqual([]);
  return seen;
};
/** The answers of the server to ordinary requests. */
const health = async (): Promise<readonly number[]> => [
  (await world.app.inject({ url: '/readyz' })).statusCode,
  (await world.app.inject({ url: '/v2/organization/permissions', headers: { authorization: ground.bearers[0]! } })).statusCode,
];

describe('whatever is sent, no answer is a failure of the server', () => {
  test('by every page that needs no sign-in, most often with the address of something that is there', isLong ? limit : longer, async () => {
    const draw = drawFrom(seed + 200),
      { app, pool } = world,
      known = await openPublicGround(app, pool, secret, ground.bearers[0]!);
    const open = routes.filter(({ url }) => isPublicRoute(url));
    const reached = new Set<Route>();
    let count = 0,
      route = open[0]!;
    const next = (): Asked => {
      const left = open.filter((each) => !reached.has(each));
      route = open[count - 1] ?? draw.of(left.length > 0 && draw.chance(0.5) ? left : open);
      return publicRequestTo(draw, route, known);
    };
    const seen = await hammer(
      ofPublic,
      next,
      (status) => {
        if (status < 400) reached.add(route);
        return status >= 500;
      },
      async () => {
        if (count % asksBetweenLooks === 0) await pool.query('delete from auth_limits');
        count += 1;
      },
    );
    const refused = open.filter((each) => !reached.has(each)).map(({ method, url }) => `${method} ${url}`);
    expect(refused.filter((each) => !takesFile.has(each))).toEqual([]);
    tried.push(`${open.length} public routes: ${answersOf(seen)}`);
    expect(await health()).toEqual([200, 200]);
  });

  test.each(services.map((service, at) => [service, at] as const))('by REST to %s', limit, async (service, at) => {
    const draw = drawFrom(seed + at),
      operations = await operationsOf(service);
    let count = 0;
    const seen = await hammer(
      operations.length + Math.round(ofRest / services.length),
      () => requestOf(draw, operations[(count += 1) - 1] ?? draw.of(operations), ground),
      (status) => status >= 500,
    );
    expect(count).toBeGreaterThan(operations.length);
    expect(await health()).toEqual([200, 200]);
    expect(seen.get(200) ?? 0).toBeGreaterThan(0);
    tried.push(`${service}, ${operations.length} operations: ${answersOf(seen)}`);
  });

  /** Signs a person in, no matter what earlier requests did to the account. */
  const enter = async (): Promise<Asker> => {
    const { pool, app } = world;
    const { rows } = await pool.query<{ userid: number }>("select userid::int from users where asdeporteid = 'cora'");
    await createAccounts(pool, createPasswords(secret), false).setPassword(rows[0]!.userid, password);
    await pool.query('delete from auth_limits');
    const jar = new Map<string, string>();
    const ask = async (request: InjectOptions) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
      const reply = await app.inject({ ...request, headers: { ...request.headers, cookie } });
      for (const { name, value } of reply.cookies) jar.set(name, value);
      return { reply, cookie };
    };
    const { csrfToken } = (await ask({ url: '/api/auth/csrf' })).reply.json<{ csrfToken: string }>();
    const payload = { csrfToken, email: 'cora@prueba.test', password, json: 'true' };
    await ask({ method: 'POST', url: '/api/auth/callback/credentials', payload });
    const page = await ask({ url: '/api/auth/account' });
    const token = /name="token" value="([^"]+)"/.exec(page.reply.body)?.[1];
    if (!token) throw new Error(`nobody is signed in: ${page.reply.statusCode}`);
    return {
      bearer: ground.bearers[0]!,
      cookie: page.cookie,
      csrfToken,
      token,
      password,
      secrets: { '/api/payments/webhook': localWebhookSecret(secret), '/api/push/webhook': localPush(secret).webhookSecret! },
    };
  };
  const isSignedIn = async ({ cookie }: Asker): Promise<boolean> =>
    (await world.app.inject({ url: '/api/auth/session', headers: { cookie } })).json() !== null;
  /** Routes that no OpenAPI document describes. */
  const othersOf = async (): Promise<readonly Route[]> => {
    const described = new Set((await Promise.all(services.map(operationsOf))).flat().map(({ method, path }) => `${method} ${path}`));
    return routes.filter(({ method, url }) => !described.has(`${method} ${url.replace(/:(\w+)/g, '{$1}')}`) && !url.endsWith('/_/graphql'));
  };

  test('by every other route of the running application: signing in, uploads, searches, files, reports of others', limit, async () => {
    const draw = drawFrom(seed + 50),
      others = await othersOf();
    expect(routes.map(({ method, url }) => `${method} ${url}`)).toEqual(
      expect.arrayContaining([
        'POST /api/auth/account/second-factor/change',
        'POST /api/auth/invitation',
        'POST /api/authenticate',
        'POST /api/push/webhook',
        'POST /api/payments/webhook',
        'POST /api/upload',
        'PUT /api/local/orders/:ref',
        'GET /v2/organization/permissions',
        'GET /v2/general/reports-bi/ages',
        'GET /v2/inscription/inscription_documents/:id/file',
        'POST /v2/user/invitations/:id/accept',
      ]),
    );
    let asker = await enter(),
      count = 0;
    const nowhere = { method: 'GET', url: '/*' } as const;
    const next = (): Asked =>
      requestTo(draw, others[count - 1] ?? draw.of([...others, nowhere]), { ...asker, bearer: draw.of(ground.bearers) });
    const seen = await hammer(
      others.length + ofOthers,
      next,
      (status) => status >= 500,
      async () => {
        if (count % asksBetweenLooks === 0 && !(await isSignedIn(asker))) asker = await enter();
        count += 1;
      },
    );
    expect(count).toBeGreaterThan(others.length);
    tried.push(`${others.length} other routes: ${answersOf(seen)}`);
    expect(await health()).toEqual([200, 200]);
  });

  test.each(services.filter((service) => service !== 'kits').map((service, at) => [service, at] as const))(
    'by GraphQL to %s',
    limit,
    async (service, at) => {
      const url = `${address(service)}/_/graphql`,
        draw = drawFrom(seed + 100 + at);
      const described = await world.app.inject({
        method: 'POST',
        url,
        headers: { authorization: ground.bearers[0]! },
        payload: { query: getIntrospectionQuery() },
      });
      const documents = documentsOf(draw, buildClientSchema(described.json().data));
      const next = (): Asked => {
        const headers = headersOf(draw, ground),
          payload = {
            query: draw.chance(0.95) ? documents() : hostileText(draw),
            ...(draw.chance(0.7) && { variables: variablesOf(draw) }),
            ...(draw.chance(0.03) && { operationName: hostile(draw) }),
          };
        if (draw.chance(0.05))
          return {
            method: 'GET',
            url: `${url}?${new URLSearchParams({ query: payload.query, variables: draw.chance(0.5) ? '{}' : hostileText(draw) }).toString()}`,
            headers,
          };
        return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(payload) };
      };
      const seen = await hammer(Math.round(ofGraphql / 7), next, (status, body) => status >= 500 || /"statusCode":5\d\d/.test(body));
      tried.push(`graphql ${service}: ${answersOf(seen)}`);
      expect(await health()).toEqual([200, 200]);
    },
  );

  test('in as many requests as SECURITY.md says', () => {
    expect(asked).toBeGreaterThanOrEqual(effort(5000, 50_000));
  });
});
