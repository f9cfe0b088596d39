import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { httpBiHost } from '../../server/adapters/biHost/httpBiHost';
import { signBiToken } from '../../server/adapters/biHost/biToken';
import { noGrants } from '@/schema';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const secret = 'a-signing-secret-of-at-least-32-chars',
  root = '/v2/general/reports-bi/dashboards',
  product = 'https://dorsal.example.com';
let host: Server, origin: string, world: World, alfa: number, event: number;
let says: { status: number; body: unknown };
/** The checks of the host for a token: its claims, or undefined when the host would refuse it. */
const judge = async (token: string | undefined, at = new Date()) => {
  const { payload, protectedHeader } = await jwtVerify(token ?? '', new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    typ: 'bi+jwt',
    issuer: product,
    audience: origin,
    currentDate: at,
  });
  return { payload, protectedHeader };
};
/** An outside host that follows the protocol: a list for the bearer, a page for the token in its address. */
const serve = (): Promise<void> => {
  host = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url!, origin);
    const token =
      pathname === '/v1/dashboards' ? request.headers.authorization?.replace('Bearer ', '') : (searchParams.get('token') ?? undefined);
    judge(token).then(
      ({ payload }) => {
        if (pathname === '/v1/dashboards')
          return reply
            .writeHead(says.status, { 'content-type': 'application/json', ...(says.status === 302 && { location: '/elsewhere' }) })
            .end(JSON.stringify(says.body));
        return pathname === `/v1/embed/${String(payload['dashboard'])}` ? reply.writeHead(200).end('page') : reply.writeHead(404).end();
      },
      () => reply.writeHead(401).end(),
    );
  });
  return new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
};
const viewer = { asdeporteId: 'olga', grants: noGrants(1), locale: 'es' } as const;

beforeAll(async () => {
  await serve();
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  world = await openWorld({ biHost: httpBiHost(`http://llave:${secret}@${new URL(origin).host}/v1/`, product) });
  const company = await add.organization(world.pool, 'Compañía', { is_platform: true });
  alfa = await add.organization(world.pool, 'Alfa');
  event = await add.event(world.pool, alfa, 'rio-2027');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer', events: [event] }]);
  await addPerson(world.pool, 'nora', [{ org: company, profile: 'regional-admin', regions: ['norte'] }]);
  await addPerson(world.pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
});
afterAll(async () => {
  await world.close();
  await new Promise((resolve) => host.close(resolve));
});
beforeEach(() => {
  says = {
    status: 200,
    body: {
      dashboards: [
        { id: 'ventas', title: 'Ventas' },
        { id: 'rutas', title: 'Rutas', description: 'Por ciudad' },
      ],
    },
  };
});

describe('the BI host', () => {
  test('lists its dashboards for who asks, and opens one at an address of theirs alone', async () => {
    const olga = world.as('olga', alfa);
    expect((await olga.get(root)).body).toEqual({
      host: 'remote',
      dashboards: [
        { id: 'ventas', title: 'Ventas', description: null },
        { id: 'rutas', title: 'Rutas', description: 'Por ciudad' },
      ],
    });
    const { status, body, headers } = await olga.post(`${root}/ventas/embed`);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.url.startsWith(`${origin}/v1/embed/ventas?token=`)).toBe(true);
    expect((await fetch(body.url)).status).toBe(200);
    const { payload, protectedHeader } = await judge(new URL(body.url).searchParams.get('token')!);
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'bi+jwt', kid: 'llave' });
    expect(payload).toMatchObject({
      iss: product,
      aud: origin,
      sub: 'olga',
      dashboard: 'ventas',
      locale: 'es',
      contact: false,
      scope: { organizationid: alfa, all_organizations: false, regions: [], events: [event], only_events: true },
    });
    expect(new Date(payload.exp! * 1000).toISOString()).toBe(body.expires_at);
    expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(120);
  });
  test('gets the regions of a person of the company, and that contact data may be shown', async () => {
    const { body } = await world.as('nora', 1, 'en').post(`${root}/rutas/embed`);
    const { payload } = await judge(new URL(body.url).searchParams.get('token')!);
    expect(payload).toMatchObject({
      sub: 'nora',
      locale: 'en',
      contact: true,
      scope: { all_organizations: true, regions: ['norte'], only_events: false },
    });
  });
  test('lets nobody in with an address that has expired, that is of another dashboard, or that was changed', async () => {
    const { body } = await world.as('olga', alfa).post(`${root}/ventas/embed`);
    const token = new URL(body.url).searchParams.get('token')!;
    await expect(judge(token, new Date(Date.parse(body.expires_at) + 1000))).rejects.toThrow('"exp" claim timestamp check failed');
    const late = await signBiToken(
      { keyId: 'llave', secret, issuer: product, audience: origin },
      viewer,
      new Date(Date.now() - 5000),
      'ventas',
    );
    expect((await fetch(`${origin}/v1/embed/ventas?token=${late}`)).status).toBe(401);
    expect((await fetch(body.url.replace('/ventas', '/rutas'))).status).toBe(404);
    const [head, claims, mark] = token.split('.') as [string, string, string];
    const widened = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), dashboard: 'rutas' }),
    ).toString('base64url');
    expect((await fetch(`${origin}/v1/embed/rutas?token=${head}.${widened}.${mark}`)).status).toBe(401);
  });
  test('opens no dashboard that it does not list for the person', async () => {
    expect((await world.as('olga', alfa).post(`${root}/secreto/embed`)).status).toBe(404);
    expect((await world.as('olga', alfa).post(`${root}/..%2F..%2Fadmin/embed`)).status).toBe(404);
  });
  test('is asked nothing without the key', async () => {
    expect((await world.as('kira', alfa).get(root)).status).toBe(403);
    expect((await world.as('kira', alfa).post(`${root}/ventas/embed`)).status).toBe(403);
  });
  test.each([
    [500, {}],
    [200, { dashboards: [{ id: '../x', title: 'T' }] }],
    [200, 'no'],
    [302, {}],
  ])('that answers %s %j is said to be away, in words', async (status, body) => {
    says = { status, body };
    expect(await world.as('olga', alfa).get(root)).toMatchObject({
      status: 503,
      body: { message: 'El servidor de tableros no responde. Inténtalo de nuevo en unos minutos.' },
    });
  });
});

describe('without a BI host', () => {
  let local: World;
  beforeAll(async () => {
    local = await openWorld();
    await addPerson(local.pool, 'olga', [{ org: await add.organization(local.pool, 'Alfa'), profile: 'organizer' }]);
  });
  afterAll(() => local.close());
  test('the dashboards are the charts of this server, and say that they are local', async () => {
    const olga = local.as('olga', 1, 'en');
    const { body } = await olga.get(root);
    expect(body.host).toBe('local');
    expect(body.dashboards[0]).toEqual({ id: 'pace', title: 'Pace of sales', description: expect.stringContaining('last edition') });
    expect((await olga.post(`${root}/pace/embed`)).body).toEqual({ url: 'http://127.0.0.1:3000/reports-bi#pace', expires_at: null });
    expect((await olga.post(`${root}/ventas/embed`)).status).toBe(404);
  });
  test('pages frame a host that is configured, and its origin alone', async () => {
    const app = await buildApp({
      pool: local.pool,
      config: readConfig({
        LOG_LEVEL: 'silent',
        NODE_ENV: 'test',
        AUTH_SECRET: secret,
        BI_HOST: `https://llave:${secret}@bi.example.com/v1`,
      }),
    });
    expect((await app.inject({ url: '/healthz' })).headers['content-security-policy']).toMatch(
      /(^|;)frame-src https:\/\/bi\.example\.com(;|$)/,
    );
    await app.close();
  });
  test('pages frame nobody', async () =>
    expect((await local.app.inject({ url: '/healthz' })).headers['content-security-policy']).toContain("frame-src 'none'"));
});
