import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { comparisons, fieldAt, type AnyResource, type Comparison, type Filter } from '@/schema';
import { isOneSession } from '../../server/database/oneSession';
import { weighFilter } from '../../server/api/list/filterWeight';
import { FoundKeys } from '../../server/api/list/FoundKeys';
import { isTooHeavy, msOf, settleFilter } from '../../server/api/list/settleFilter';
import type { ApiDeps } from '../../server/kernel/ApiDeps';
import { createMemberCache } from '../../server/kernel/grants';
import { testServer } from '../support/database';
import { longer } from '../support/limits';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const athletes = 14_000;
const url = '/v2/user/web_users';
let world: World, petra: Person, company: number;
beforeAll(async () => {
  world = await openWorld();
  company = await add.organization(world.pool, 'Compañía', { is_platform: true });
  await addPerson(world.pool, 'petra', [{ org: company, profile: 'super-admin' }]);
  petra = world.as('petra', company);
  await world.pool.query(
    `insert into web_users (first_name, last_name, email, status, gender, birth_date)
     select 'Ana', 'Número ' || g, 'ana' || g || '@holds.test', 'active', 'F', '1990-01-01' from generate_series(1, $1::int) g`,
    [athletes],
  );
});
afterAll(() => world.close());

const contains = (value: string): Comparison => ({ field: 'email', op: 'contains', value });
/** Comparisons that cannot be combined. */
const apart = (count: number, word = 'xqz'): Filter => ({
  and: Array.from({ length: 4 }, (_, part) => ({
    or: [contains('ana'), ...Array.from({ length: count / 4 - 1 }, (__, at) => ({ not: { not: contains(`${word}${part}x${at}`) } }))],
  })),
});
const asked = (filter: Filter, more = ''): string => `${url}?_start=0&_end=25&filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
/** How often the database was used during some work. */
const takenDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let taken = 0;
  const count = (): void => void (taken += 1);
  world.pool.on('acquire', count);
  try {
    await work();
  } finally {
    world.pool.off('acquire', count);
  }
  return taken;
};

describe('the weight of a filter', () => {
  const large = new Set(['inscriptions', 'inscription_log', 'web_users', 'payments', 'orders', 'bibs', 'coupons', 'coupon_uses']);
  const rowsOf = (table: string): number => (large.has(table) ? 60_000 : 2000);
  const weigh = (resource: AnyResource, filter: Filter) => weighFilter({ registry, rowsOf }, resource, filter);
  const ms = (resource: AnyResource, filter: Filter): number => msOf(resource, weigh(resource, filter), rowsOf);

  test('lets everything pass that people can put together: every filter that a list offers at once, each with its heaviest comparison', () => {
    for (const resource of registry.all) {
      const chips = (resource.list.filters ?? []).flatMap((path): Filter[] => {
        const field = fieldAt(registry, resource, path);
        const all = (field?.operators ?? []).map((op): Comparison => ({ field: path, op, value: 'ana' }));
        const [heaviest] = [...all].sort((one, other) => ms(resource, other) - ms(resource, one));
        return heaviest ? [{ or: [heaviest, { not: heaviest }] }] : [];
      });
      if (chips.length === 0) continue;
      const filter: Filter = { and: chips };
      expect(
        isTooHeavy(ms(resource, filter), weigh(resource, filter).onceNanos, true),
        `${resource.name}: ${ms(resource, filter)} ms`,
      ).toBe(false);
    }
  });
  test('counts the pieces that are looked for in one text once', () => {
    const users = registry.get('web_users');
    const many: Filter = { or: Array.from({ length: 10 }, (_, at) => contains(`x${at}`)) };
    expect(comparisons(many)).toHaveLength(10);
    expect(ms(users, many)).toBeLessThan(ms(users, apart(12)) / 2);
  });
  test('grows with the rows, and with those behind a link', () => {
    const of = (rows: number) =>
      weighFilter({ registry, rowsOf: () => rows }, registry.get('inscriptions'), { field: 'couponid.coupon_batchid', op: 'eq', value: 1 });
    expect(of(1000).onceNanos).toBeGreaterThan(0);
    expect(of(2000).onceNanos).toBe(2 * of(1000).onceNanos);
  });
});

describe('a filter of many comparisons', () => {
  test('finds what it would find at once', longer, async () => {
    const heavy = await petra.get(asked(apart(80)));
    const light = await petra.get(asked(contains('ana')));
    expect(heavy.status).toBe(200);
    expect(heavy.headers['x-total-count']).toBe(String(athletes));
    expect([heavy.headers['x-total-count'], heavy.body]).toEqual([light.headers['x-total-count'], light.body]);
    const none = await petra.get(asked({ and: [apart(80), contains('nobody')] }));
    expect([none.status, none.body]).toEqual([200, []]);
  });

  test('holds the embedded database in portions, and others are answered in between', longer, async () => {
    const order: string[] = [];
    const taken = await takenDuring(() =>
      Promise.all([
        petra.get(asked(apart(100))).then(({ status }) => order.push(`heavy ${status}`)),
        petra.get(`${url}?_start=0&_end=1`).then(({ status }) => order.push(`light ${status}`)),
      ]),
    );
    expect(taken).toBeGreaterThanOrEqual(testServer() ? 2 : 6);
    if (!testServer()) expect(order).toEqual(['light 200', 'heavy 200']);
  });

  test('is refused where it would cost too much, before it is tried; on PostgreSQL later', longer, async () => {
    let answer: Awaited<ReturnType<Person['get']>> | undefined;
    const taken = await takenDuring(async () => {
      answer = await petra.get(asked(apart(200)));
    });
    if (testServer()) return expect(answer?.status).toBe(200);
    expect(answer).toMatchObject({ status: 400, body: { code: 'FILTER_TOO_HEAVY', message: expect.stringContaining('contiene') } });
    expect(taken).toBeLessThanOrEqual(1); // the sizes of the tables
  });

  test('counts with those of the other roots of a document, none of which is tried', longer, async () => {
    const root = (name: string) => `${name}: web_users(perpage: 1, filter: $filter) { total }`;
    let body: any;
    const taken = await takenDuring(async () => {
      body = (
        await petra.query('user', `query ($filter: Filter) { ${['a', 'b', 'c', 'd', 'e'].map(root).join(' ')} }`, { filter: apart(60) })
      ).body;
    });
    if (testServer()) return expect(body.data.e).toEqual({ total: athletes });
    expect([body.data, body.errors[0].extensions.code]).toEqual([null, 'FILTER_TOO_HEAVY']);
    expect(taken).toBeLessThanOrEqual(1);
  });

  test('is tried no further once its asker has left', longer, async () => {
    const deps: ApiDeps = {
      pool: world.pool,
      registry,
      hooks: new Map(),
      verifyBearer: async () => ({ asdeporteId: 'petra', sid: 'sid-petra', org: company }),
      translate: (key) => key,
      sessionIdleMs: 3_600_000,
      members: createMemberCache(),
    };
    const settle = (isGone: () => boolean) =>
      settleFilter(
        {
          deps,
          resource: registry.get('web_users'),
          call: { authorization: '', locale: 'es', ip: '', userAgent: '', requestId: 'x', caller: { isGone, onGone: () => () => {} } },
        },
        apart(80),
      );
    if (!isOneSession(world.pool)) return expect(await settle(() => true)).toEqual(apart(80));
    expect(await settle(() => false)).toBeInstanceOf(FoundKeys);
    let looks = 0;
    const whole = await takenDuring(() => settle(() => false));
    const some = await takenDuring(() => expect(settle(() => (looks += 1) > 4)).rejects.toThrow('BUSY'));
    expect(some).toBeLessThan(whole);
  });
});

test('the roots of one document take turns with the requests of others, and never all connections', longer, async () => {
  let busiest = 0,
    taken = 0,
    takenBefore = Number.POSITIVE_INFINITY;
  const look = (): void => {
    taken += 1;
    busiest = Math.max(busiest, world.pool.totalCount - world.pool.idleCount);
  };
  const document = `{ ${Array.from({ length: 10 }, (_, at) => `r${at}: web_users(perpage: 200) { total items { web_userid email } }`).join(' ')} }`;
  world.pool.on('acquire', look);
  try {
    expect((await petra.query('user', document)).body.errors).toBeUndefined();
    expect(busiest).toBeLessThanOrEqual(testServer() ? 8 : 1); // of ten: four, and those whose commit is on its way
    taken = 0;
    await Promise.all([
      petra.query('user', document),
      petra.get(`${url}?_start=0&_end=1`).then(() => {
        takenBefore = taken;
      }),
    ]);
    if (!testServer()) expect(takenBefore).toBeLessThan(5); // of eleven
  } finally {
    world.pool.off('acquire', look);
  }
});

test('an action over such a filter finds its records before it locks any, and does what it does to a selection', longer, async () => {
  const filter: Filter = { and: [apart(120), contains('ana1111')] }; // ana1111 and ana11110 to ana11119
  const taken = await takenDuring(async () => {
    const { body } = await petra.post(`${url}/actions/block`, { filter, input: { reason: 'Prueba' } });
    expect(body).toMatchObject({ ok: 11, skipped: [], failed: [] });
  });
  expect(taken).toBeGreaterThan(1);
  expect((await petra.get(asked({ field: 'status', op: 'eq', value: 'blocked' }))).headers['x-total-count']).toBe('11');
});
