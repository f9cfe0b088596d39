// @vitest-environment node
import { QueryClient } from '@tanstack/react-query';
import type { DataProvider } from '@refinedev/core';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadGrants } from '@/providers/access/grants';
import { createAuditLogProvider, type AuditEntry } from '@/providers/auditLog/createAuditLogProvider';
import { createDataProviders } from '@/providers/data/createDataProviders';
import { createHttp, type Http } from '@/providers/http/createHttp';
import { createOrganizationQueries } from '@/providers/organization/organizationQueries';
import { createTokenManager, type TokenManager } from '@/providers/session/tokenManager';
import { registry } from '@/resources';
import { openWorld, type World } from '../api/support/openWorld';
import { add, addPerson } from '../api/support/world';

let world: World, host: string, http: Http, event: DataProvider, alfa: number, olga: number;
let minted = 0,
  sent: { body: any; headers: Headers }[] = [];
const expired = new Set<string>();
const suffix = '.marca';

const spy: typeof fetch = async (input, init) => {
  const text = input instanceof Request ? await input.clone().text() : String(init?.body ?? '');
  sent.push({ body: text ? JSON.parse(text) : undefined, headers: new Headers(init?.headers) });
  return fetch(input, init);
};
const managerOf = (name: string, org: () => number): TokenManager =>
  createTokenManager({ fetchText: async () => ({ status: 200, text: `${name}@${org()}#${(minted += 1)}` }), suffix });
const httpOf = (tokens: TokenManager, send: typeof fetch = spy): Http =>
  createHttp({ tokens, language: () => 'es', words: { network: 'Error de red', report: (id) => id }, fetch: send });

beforeAll(async () => {
  world = await openWorld({
    verifyBearer: async (header) => {
      const [, name, org, mint] = /^Bearer (\S+)@(\d*)#(\d+)\.marca$/.exec(header ?? '') ?? [];
      if (!name || expired.has(mint!)) throw Object.assign(new Error('no token'), { statusCode: 401 });
      return { asdeporteId: name, sid: `sid-${name}`, org: Number(org) };
    },
  });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  host = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  alfa = await add.organization(world.pool, 'Alfa');
  olga = await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  for (let at = 1; at <= 60; at += 1)
    await add.coupon(world.pool, alfa, `C${String(at).padStart(2, '0')}`, {
      uses_count: at,
      ...(at % 2 === 0 && { ends_at: '2027-01-01T06:00:00Z' }),
    });
  http = httpOf(managerOf('olga', () => alfa));
  event = createDataProviders(host, http, registry)['event']!;
});
afterAll(() => world.close());

const codes = async (params: Partial<Parameters<DataProvider['getList']>[0]>): Promise<readonly string[]> =>
  (await event.getList({ resource: 'coupons', sorters: [{ field: 'code', order: 'asc' }], ...params })).data.map((row) =>
    String(row['code']),
  );

describe('reading through @refinedev/graphql', () => {
  test('two filters on one field both count, together with a nested or', async () => {
    const filters = [
      { field: 'uses_count', operator: 'gte' as const, value: 10 },
      { field: 'uses_count', operator: 'lte' as const, value: 30 },
      {
        operator: 'or' as const,
        value: [
          { field: 'uses_count', operator: 'eq' as const, value: 12 },
          {
            operator: 'and' as const,
            value: [
              { field: 'uses_count', operator: 'gte' as const, value: 29 },
              { field: 'uses_count', operator: 'ne' as const, value: 30 },
            ],
          },
        ],
      },
    ];
    expect(await codes({ filters })).toEqual(['C12', 'C29']);
  });
  test('more than twenty ids, between, null and their denials', async () => {
    const { data } = await event.getList({ resource: 'coupons', pagination: { pageSize: 100 } });
    const ids = data.slice(0, 31).map((row) => row['couponid'] as number);
    expect(await codes({ filters: [{ field: 'couponid', operator: 'in', value: ids }], pagination: { pageSize: 100 } })).toHaveLength(31);
    expect(await codes({ filters: [{ field: 'couponid', operator: 'nin', value: ids }], pagination: { pageSize: 100 } })).toHaveLength(29);
    expect(await codes({ filters: [{ field: 'uses_count', operator: 'between', value: [3, 5] }] })).toEqual(['C03', 'C04', 'C05']);
    expect(await codes({ filters: [{ field: 'uses_count', operator: 'nbetween', value: [2, 60] }] })).toEqual(['C01']);
    expect(await codes({ filters: [{ field: 'ends_at', operator: 'null', value: true }], pagination: { pageSize: 100 } })).toHaveLength(30);
    expect(await codes({ filters: [{ field: 'ends_at', operator: 'nnull', value: true }], pagination: { pageSize: 100 } })).toHaveLength(
      30,
    );
  });
  test('pages, orders, searches and counts only when asked', async () => {
    const page = await event.getList({
      resource: 'coupons',
      pagination: { currentPage: 2, pageSize: 5 },
      sorters: [{ field: 'code', order: 'desc' }],
    });
    expect(page.data.map((row) => row['code'])).toEqual(['C55', 'C54', 'C53', 'C52', 'C51']);
    expect(page.total).toBe(60);
    expect(await codes({ meta: { search: 'c07' } })).toEqual(['C07']);
    sent = [];
    expect((await event.getList({ resource: 'coupons', meta: { count: false, columns: ['code'] } })).total).toBe(-1);
    expect(sent[0]!.body.query).not.toContain('total');
    expect(sent[0]!.body.query).not.toContain('uses_count');
  });
  test('answers the declared totals next to the rows', async () => {
    const page = await event.getList({ resource: 'events', meta: { totals: true } });
    expect(page['totals']).toEqual({ sold_count: 0, revenue_cents: 0, refunded_cents: 0 });
  });
  test('reads one, and many beyond a page', async () => {
    const { data } = await event.getList({ resource: 'coupons', pagination: { mode: 'off' } });
    expect(data).toHaveLength(60);
    const ids = data.slice(0, 40).map((row) => row['couponid'] as number);
    expect((await event.getMany!({ resource: 'coupons', ids: [...ids.slice(1), String(ids[0])] })).data).toHaveLength(40);
    expect((await event.getOne({ resource: 'coupons', id: ids[0]! })).data).toMatchObject({ couponid: ids[0], version: 1 });
  });
  test('refuses an operator that the language does not have', async () => {
    await expect(codes({ filters: [{ field: 'code', operator: 'containss', value: 'x' }] })).rejects.toThrow('no operator "containss"');
  });
  test('throws the status and what is wrong by field', async () => {
    await expect(event.getOne({ resource: 'coupons', id: 999_999 })).rejects.toMatchObject({ statusCode: 404 });
    const failed = await event
      .getList({ resource: 'coupons', filters: [{ field: 'nope', operator: 'eq', value: 1 }] })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ statusCode: 400 });
    expect(Object.keys((failed as { errors: object }).errors).length).toBeGreaterThan(0);
  });
  test('leaves the meta of the caller as it is', async () => {
    const meta = Object.freeze({ columns: ['code'] });
    await event.getList({ resource: 'coupons', meta });
    expect(meta).toEqual({ columns: ['code'] });
  });
  test('gives up when the caller does', async () => {
    const queries = new QueryClient();
    let asked = false;
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        asked = true;
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason));
      });
    const slow = createDataProviders(
      host,
      httpOf(
        managerOf('olga', () => alfa),
        hanging,
      ),
      registry,
    )['event']!;
    const list = queries.fetchQuery({
      queryKey: ['slow'],
      retry: false,
      queryFn: ({ signal }) => slow.getList({ resource: 'coupons', meta: { queryContext: { signal } as never } }),
    });
    list.catch(() => undefined);
    await vi.waitFor(() => expect(asked).toBe(true));
    await queries.cancelQueries({ queryKey: ['slow'] });
    await expect(list).rejects.toBeInstanceOf(Error);
  });
});

describe('writing through @refinedev/simple-rest', () => {
  test('creates, patches under its version, refuses a stale one and deletes', async () => {
    const { data: made } = await event.create({ resource: 'coupons', variables: { code: 'NUEVO', value: 15, organizationid: alfa } });
    expect(made).toMatchObject({ code: 'NUEVO', version: 1 });
    const id = made['couponid'] as number;
    const { data: patched } = await event.update({ resource: 'coupons', id, variables: { value: 20, version: 1 } });
    expect(patched).toMatchObject({ value: 20, version: 2 });
    const stale = await event.update({ resource: 'coupons', id, variables: { value: 30, version: 1 } }).catch((error: unknown) => error);
    expect(stale).toMatchObject({ statusCode: 409 });
    sent = [];
    await event.deleteOne({ resource: 'coupons', id, variables: { version: 2 } });
    expect(sent[0]!.body).toEqual({ version: 2 });
    await expect(event.getOne({ resource: 'coupons', id })).rejects.toMatchObject({ statusCode: 404 });
  });
  test('says which field is wrong', async () => {
    const wrong = await event
      .create({ resource: 'coupons', variables: { code: 'malo!', value: 15, organizationid: alfa } })
      .catch((error: unknown) => error);
    expect(wrong).toMatchObject({ statusCode: 400, errors: { code: [expect.any(String)] } });
  });
  test('gives instants in Mexico City time and leaves plain dates alone', async () => {
    const { data: made } = await event.create({
      resource: 'coupons',
      variables: { code: 'FECHA', value: 5, organizationid: alfa, ends_at: '2026-03-01T18:00:00Z' },
    });
    expect(made['ends_at']).toBe('2026-03-01T12:00:00.000-06:00');
    const { data: read } = await event.getOne({ resource: 'coupons', id: made['couponid'] as number });
    expect(read['ends_at']).toBe(made['ends_at']);
  });
  test('speaks the language of the person and carries the suffixed token', async () => {
    sent = [];
    await event.create({ resource: 'coupons', variables: { code: 'LENGUA', value: 5, organizationid: alfa } });
    expect(sent[0]!.headers.get('accept-language')).toBe('es');
    expect(sent[0]!.headers.get('authorization')).toMatch(/^Bearer olga@\d+#\d+\.marca$/);
  });
  test('reads the history that the server wrote', async () => {
    const { data: made } = await event.create({ resource: 'coupons', variables: { code: 'HISTORIA', value: 5, organizationid: alfa } });
    const id = made['couponid'] as number;
    await event.update({ resource: 'coupons', id, variables: { value: 6, version: 1 } });
    const history = (await createAuditLogProvider(host, http, registry).get!({
      resource: 'coupons',
      meta: { id },
    })) as readonly AuditEntry[];
    expect(history[0]!.changes).toContainEqual({ field: 'value', old: 5, new: 6 });
    expect(history[0]!.at).toMatch(/-06:00$/);
  });
});

describe('a refused token', () => {
  test('is minted once more for all who wait, and every request goes through', async () => {
    sent = [];
    await event.getList({ resource: 'coupons' });
    expired.add(/#(\d+)/.exec(sent[0]!.headers.get('authorization')!)![1]!);
    const before = minted;
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => event.getList({ resource: 'coupons', meta: { columns: ['code'] } })),
      ...Array.from({ length: 5 }, (_, at) =>
        event.create({ resource: 'coupons', variables: { code: `OTRA-${at}`, value: 1, organizationid: alfa } }),
      ),
    ]);
    expect(answers).toHaveLength(15);
    expect(minted - before).toBe(1);
  });
  test('that stays refused is a 401, once', async () => {
    const stubborn = createDataProviders(
      host,
      httpOf(createTokenManager({ fetchText: async () => ({ status: 200, text: 'nobody' }), suffix })),
      registry,
    )['event']!;
    await expect(stubborn.getList({ resource: 'coupons' })).rejects.toMatchObject({ statusCode: 401 });
    await expect(stubborn.create({ resource: 'coupons', variables: {} })).rejects.toMatchObject({ statusCode: 401 });
  });
  test('that cannot be minted keeps its 401', async () => {
    const none = createDataProviders(
      host,
      httpOf(createTokenManager({ fetchText: async () => ({ status: 401, text: '' }), suffix })),
      registry,
    )['event']!;
    await expect(none.getList({ resource: 'coupons' })).rejects.toMatchObject({ statusCode: 401 });
    await expect(none.create({ resource: 'coupons', variables: {} })).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe('the organization of a person', () => {
  test('is asked by the three queries of the specification', async () => {
    const queries = createOrganizationQueries(host, http);
    expect(await queries.organizationsByUser('olga')).toMatchObject([{ organizationid: alfa, name: 'Alfa' }]);
    expect((await queries.rolesByOrganization(alfa, olga)).map(({ slug }) => slug)).toContain('event-coupon');
    expect(await queries.storeOf(alfa)).toBeNull();
  });
  test('has a permission document', async () => {
    expect(await loadGrants(host, http, alfa, olga, async () => [])).toMatchObject({
      organizationid: alfa,
      is_platform: false,
      keys: { 'event-coupon': 'edit', organizations: 'view' },
    });
  });
});
