import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { createRecordService } from '../../server/adapters/recordService/createRecordService';
import { httpRecords } from '../../server/adapters/recordService/httpRecords';
import { localRecords } from '../../server/adapters/recordService/localRecords';
import { recordRoutes } from '../../server/adapters/recordService/recordRoutes';
import { ServiceRefusal, type RecordService } from '../../server/adapters/recordService/RecordService';
import { placeRecord } from '../../server/features/mirrors/placeRecord';
import { syncMirror, type Synced } from '../../server/features/mirrors/syncMirror';
import { bikeOrders } from '../../server/features/mirrors/bikeOrders';
import type { Mirror } from '../../server/adapters/recordService/Mirror';
import { recordProvider } from '../../server/features/exchange/mirrorState';
import { storePickups } from '../../server/features/exchange/storePickups';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { statementsDuring, wholeTablesOf } from '../support/wholeTableReads';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World,
  outside: FastifyInstance,
  address: string,
  kept: RecordService,
  held: RecordService,
  boss: Person,
  viewer: Person,
  stranger: Person,
  event: number,
  folio: string,
  inscription: number,
  athlete: number;
/** What the service outside does with the next requests: answers with this status, or answers and loses the answer. */
let failing: number | 'lost' | undefined;
const asked: string[] = [];
const soon = 300;

beforeAll(async () => {
  const late = (service: string, notes: string | null): RecordService => {
    const records = () => localRecords(world.pool, service, notes);
    return {
      name: 'local',
      changes: (cursor) => records().changes(cursor),
      report: (report) => records().report(report),
      put: (ref, body) => records().put(ref, body),
    };
  };
  held = late('bike_service', 'incident_notes');
  world = await openWorld({ localRecords: [{ mirror: bikeOrders, records: held }] });
  kept = late('outside', 'incident_notes');
  outside = Fastify();
  outside.addHook('onRequest', async ({ method, url }, reply) => {
    asked.push(`${method} ${url}`);
    if (typeof failing === 'number') return reply.code(failing).send({});
  });
  outside.addHook('onSend', async (_request, reply) => {
    if (failing === 'lost') reply.raw.destroy();
  });
  const guard = async ({ headers }: { readonly headers: { readonly authorization?: string | undefined } }): Promise<void> => {
    if (headers.authorization !== 'Bearer a/key') throw Object.assign(new Error('unknown key'), { statusCode: 401 });
  };
  for (const collection of ['orders', 'pickups']) recordRoutes(outside, `/v1/${collection}`, guard, kept);
  await outside.listen({ host: '127.0.0.1', port: 0 });
  address = `http://a%2Fkey@127.0.0.1:${(outside.server.address() as AddressInfo).port}/v1/`;

  const platform = await add.organization(world.pool, 'plataforma', { is_platform: true }),
    house = await add.organization(world.pool, 'casa');
  event = await add.event(world.pool, house, 'tri-2027', {});
  const distance = await add.distance(world.pool, event, 'Sprint');
  athlete = await add.athlete(world.pool, 'Ana');
  inscription = await add.inscription(world.pool, event, distance, athlete, { status: 'paid' });
  folio = (await world.pool.query('select folio from inscriptions where inscriptionid = $1', [inscription])).rows[0].folio;
  await addPerson(world.pool, 'boss', [{ org: platform, profile: 'super-admin' }]);
  await addPerson(world.pool, 'viewer', [{ org: platform, profile: 'finance' }]);
  await addPerson(world.pool, 'stranger', [{ org: house, profile: 'organizer' }]);
  [boss, viewer, stranger] = [world.as('boss', platform), world.as('viewer', platform), world.as('stranger', house)];
});
afterAll(async () => {
  await outside.close();
  await world.close();
});
beforeEach(async () => {
  failing = undefined;
  asked.length = 0;
  for (const table of ['local_records', 'mirror_states', 'mirror_troubles', 'mirror_reports', 'tribike_orders', 'innovasport_pickups'])
    await world.pool.query(`delete from ${table}`);
  await recordProvider(world.pool, bikeOrders, httpRecords(address, 'orders'));
  await recordProvider(world.pool, storePickups, httpRecords(address, 'pickups'));
});

const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> =>
  (await world.pool.query(text, values as unknown[])).rows;
const bike = (more: object = {}) => ({
  external_ref: 'TB-1',
  folio,
  service: 'round_trip',
  origin_store: 'Polanco',
  bike_brand: 'Trek',
  price_cents: 289_000,
  payment_status: 'paid',
  status: 'paid',
  tag_code: 'TAG1',
  ...more,
});
// A second ago, because the column rounds to milliseconds and a moment that was rounded up is not here yet.
const due = () => world.pool.query("update mirror_states set next_at = now() - interval '1 second'");
const sync = async (mirror: Mirror = bikeOrders): Promise<Synced> => {
  await due();
  return syncMirror({ pool: world.pool, registry }, mirror, httpRecords(address, mirror.collection), soon);
};
const orders = (): Promise<any[]> =>
  rows(
    'select tribike_orderid::int as id, external_ref, inscriptionid::int, web_userid::int, eventid::int, status, incident_notes, version::int, price_cents::int, organizationid is not null as owned from tribike_orders order by external_ref',
  );
const act = (action: string, input: object = {}, who = boss) => who.post(`/v2/kits/tribike_orders/${action}`, { input });
const moment = async (): Promise<string> => (await rows('select now()::text as now'))[0].now;
const refresh = (who = boss) => act('actions/refresh', {}, who);

describe.each(['local', 'remote'] as const)('the %s service', (name) => {
  let service: RecordService, store: RecordService;
  beforeEach(() => {
    [service, store] = name === 'local' ? [held, held] : [httpRecords(address, 'orders'), kept];
  });
  test('says its name, and serves what it keeps in the order of its changes', async () => {
    await store.put('A', { status: 'paid' });
    await store.put('B', { status: 'paid' });
    await store.put('A', { status: 'closed' });
    const page = await service.changes(null);
    expect([service.name, page.records]).toEqual([name, [{ status: 'paid' }, { status: 'closed' }]]);
    expect(await service.changes(page.cursor)).toEqual({ records: [], cursor: page.cursor });
    await store.put('C', { status: 'created' });
    expect((await service.changes(page.cursor)).records).toEqual([{ status: 'created' }]);
  });
  test('hears a report once for each key, and answers the record as it is then', async () => {
    await store.put('A', { status: 'paid' });
    const report = { key: 'report-1', ref: 'A', status: 'incident', notes: 'Raspón' };
    expect(await service.report(report)).toEqual({ status: 'incident', incident_notes: 'Raspón' });
    await store.put('A', { status: 'closed' });
    expect(await service.report(report)).toEqual({ status: 'closed' });
    expect(await service.report({ ...report, key: 'report-2', notes: null })).toEqual({ status: 'incident', incident_notes: null });
  });
  test('refuses a report of what it does not know, once and for all', async () => {
    await expect(service.report({ key: 'report-1', ref: 'Z', status: 'incident', notes: null })).rejects.toBeInstanceOf(ServiceRefusal);
  });
});

describe('the service over HTTP', () => {
  test('is away, not refused, while it fails or does not know our key', async () => {
    for (failing of [500, 503, 429, 401, 403])
      await expect(httpRecords(address, 'orders').changes(null)).rejects.toThrow(new Error(`the service answered ${failing}`));
    failing = undefined;
    await expect(httpRecords(address.replace('a%2Fkey', 'other'), 'orders').changes(null)).rejects.toThrow('the service answered 401');
  });
  test('is none in production without an address, and local where people try the product out', () => {
    const make = (bikeService: string | undefined, production: boolean) =>
      createRecordService(bikeOrders, bikeService, production, world.pool)?.name;
    expect([make(undefined, false), make(undefined, true), make('https://key@bikes.example.com', true)]).toEqual([
      'local',
      undefined,
      'remote',
    ]);
  });
});

describe('an order of the bike service', () => {
  test('is taken over with its registration, athlete and event, and once however often it is reported', async () => {
    await kept.put('TB-1', bike());
    expect(await sync()).toEqual({ reported: 0, applied: 1, aside: 0, error: null });
    const [order] = await orders();
    expect(order).toMatchObject({
      external_ref: 'TB-1',
      inscriptionid: inscription,
      web_userid: athlete,
      eventid: event,
      status: 'paid',
      price_cents: 289_000,
      owned: true,
      version: 1,
    });
    await kept.put('TB-1', bike());
    await sync();
    await world.pool.query('update mirror_states set cursor = null');
    await sync();
    expect(await orders()).toEqual([order]);
    expect((await rows(`select 1 from audits where resource = 'tribike_orders' and recordid = $1`, [order.id])).length).toBe(1);
  });
  test('that changed changes here, with its history', async () => {
    await kept.put('TB-1', bike());
    await sync();
    await kept.put('TB-1', bike({ status: 'in_transit', future_field: 1 }));
    await sync();
    const [{ id, status, version }] = await orders();
    expect([status, version]).toEqual(['in_transit', 2]);
    expect(
      await rows(
        `select verb, before, after from audits where resource = 'tribike_orders' and recordid = $1 order by auditid desc limit 1`,
        [id],
      ),
    ).toEqual([{ verb: 'edit', before: { status: 'paid' }, after: { status: 'in_transit' } }]);
    expect((await boss.get(`/v2/kits/tribike_orders/${id}`)).body).toMatchObject({
      status: 'in_transit',
      last_synced_at: expect.any(String),
    });
  });
  test('without a folio names its event and its athlete', async () => {
    const [{ email }] = await rows('select email from web_users where web_userid = $1', [athlete]);
    await kept.put('TB-1', bike({ folio: null, event: 'tri-2027', email: email.toUpperCase() }));
    expect(await sync()).toMatchObject({ applied: 1 });
    expect(await orders()).toMatchObject([{ inscriptionid: null, web_userid: athlete, eventid: event }]);
  });
  test('finds its athlete by an index, however many there are', async () => {
    const [{ email }] = await rows('select email from web_users where web_userid = $1', [athlete]);
    const named = { event: 'tri-2027', email };
    const statements = await statementsDuring(world.pool, () =>
      inSystemTransaction({ pool: world.pool, registry }, (tx) => placeRecord(tx, named, false)),
    );
    const [looking, ...others] = statements.filter(({ text }) => text.includes('from "web_users"'));
    expect(others).toEqual([]);
    expect(await wholeTablesOf(world.pool, looking!)).toEqual([]);
  });
  test('that belongs to nothing here is kept aside with its reason, holds nobody else up, and is tried again', async () => {
    await kept.put('TB-0', bike({ external_ref: 'TB-0', folio: 'AAAAAAAA', tag_code: null }));
    await kept.put('TB-1', bike());
    expect(await sync()).toEqual({ reported: 0, applied: 1, aside: 1, error: null });
    expect((await refresh()).body.result.left).toEqual([
      { ref: 'TB-0', path: 'folio', message: 'errors.unknownFolio', params: { value: 'AAAAAAAA' } },
    ]);
    await world.pool.query(`update inscriptions set folio = 'AAAAAAAA' where inscriptionid = $1`, [inscription]);
    try {
      await sync();
    } finally {
      await world.pool.query('update inscriptions set folio = $2 where inscriptionid = $1', [inscription, folio]);
    }
    expect((await orders()).map(({ external_ref }) => external_ref)).toEqual(['TB-0', 'TB-1']);
    expect((await refresh()).body.result.left).toEqual([]);
  });
  test.each([
    ['a status that nobody knows', { status: 'lost' }, 'status', 'validation.notAChoice'],
    ['no store', { origin_store: undefined }, 'origin_store', 'validation.required'],
    ['a brand that is too long', { bike_brand: 'x'.repeat(81) }, 'bike_brand', 'validation.tooLong'],
    ['an event that is not that of its registration', { event: 'otro' }, 'event', 'errors.unknownEvent'],
    ['nothing that it belongs to', { folio: undefined }, 'event', 'validation.required'],
  ])('with %s is kept aside and says so', async (_what, more, path, message) => {
    await kept.put('TB-1', bike(more));
    expect(await sync()).toMatchObject({ applied: 0, aside: 1 });
    expect([await orders(), await rows('select ref, path, message from mirror_troubles')]).toEqual([[], [{ ref: 'TB-1', path, message }]]);
  });
  test('whose tag another order has is kept aside', async () => {
    await kept.put('TB-1', bike());
    await kept.put('TB-2', bike({ external_ref: 'TB-2' }));
    expect(await sync()).toMatchObject({ applied: 1, aside: 1 });
    expect(await rows('select ref, path, message from mirror_troubles')).toEqual([
      { ref: 'TB-2', path: 'tag_code', message: 'validation.notUnique' },
    ]);
  });
});

describe('an outage', () => {
  const state = async (since: string) =>
    (
      await rows(
        "select attempts, error, synced_at is not null as synced, next_at > $2::timestamptz + interval '10 seconds' as later from mirror_states where service = $1",
        ['bike_service', since],
      )
    )[0];
  test('keeps its reason, waits longer each time, and ends without a trace', async () => {
    await kept.put('TB-1', bike());
    failing = 503;
    expect(await sync()).toMatchObject({ error: 'the service answered 503' });
    const last = await moment();
    await sync();
    expect(await state(last)).toEqual({ attempts: 2, error: 'the service answered 503', synced: false, later: true });
    expect((await refresh()).body.result).toMatchObject({ error: 'the service answered 503', synced_at: null });
    failing = undefined;
    await syncMirror({ pool: world.pool, registry }, bikeOrders, httpRecords(address, 'orders'), soon); // because somebody asked
    expect([await state(last), (await orders()).length]).toEqual([{ attempts: 0, error: null, synced: true, later: true }, 1]);
  });
  test('in the middle of an answer loses nothing', async () => {
    await kept.put('TB-1', bike());
    failing = 'lost';
    expect((await sync()).error).not.toBeNull();
    failing = undefined;
    expect(await sync()).toMatchObject({ applied: 1, error: null });
  });
  test('is not looked at again before its time, unless somebody refreshes', async () => {
    await sync();
    asked.length = 0;
    const turn = () => syncMirror({ pool: world.pool, registry }, bikeOrders, httpRecords(address, 'orders'), soon);
    await turn();
    expect(asked).toEqual([]);
    expect((await refresh()).body.result).toMatchObject({ provider: 'remote', synced_at: expect.any(String), error: null, left: [] });
    await turn();
    await turn();
    expect(asked).toEqual(['GET /v1/orders']);
  });
  test('of a service that answers something else is reported as that', async () => {
    const nonsense: RecordService = {
      name: 'remote',
      report: async () => ({}),
      put: async () => {},
      changes: async () => {
        const { z } = await import('zod');
        return z.object({ records: z.array(z.unknown()), cursor: z.string() }).parse({});
      },
    };
    await due();
    expect(await syncMirror({ pool: world.pool, registry }, bikeOrders, nonsense, soon)).toMatchObject({
      error: 'the service answered something else',
    });
  });
  test('two processes at once take a page over once', async () => {
    for (let at = 0; at < 20; at += 1) await kept.put(`TB-${at}`, bike({ external_ref: `TB-${at}`, tag_code: null }));
    await due();
    const turn = () => syncMirror({ pool: world.pool, registry }, bikeOrders, httpRecords(address, 'orders'), soon);
    await Promise.all([turn(), turn()]);
    expect((await orders()).map(({ version }) => version)).toEqual(Array(20).fill(1));
    expect(await rows('select 1 from mirror_troubles')).toEqual([]);
  });
});

describe('what staff reports', () => {
  const marked = async (): Promise<number> => {
    await kept.put('TB-1', bike());
    await sync();
    const [{ id }] = await orders();
    expect((await act(`${id}/mark_incident`, { incident_notes: 'Raspón' })).status).toBe(200);
    return id;
  };
  test('is sent to the service, which then says the same', async () => {
    await marked();
    expect(await sync()).toMatchObject({ reported: 1, error: null });
    expect((await kept.changes(null)).records).toMatchObject([{ status: 'incident', incident_notes: 'Raspón' }]);
    expect(await sync()).toMatchObject({ reported: 0 });
    expect(await orders()).toMatchObject([{ status: 'incident', incident_notes: 'Raspón' }]);
  });
  test('closes an incident with how it was solved and where the bike is, and the service says the same', async () => {
    const id = await marked();
    expect((await act(`${id}/close_incident`, { status: 'at_venue' })).body.errors).toMatchObject([{ path: 'input.resolution' }]);
    expect((await act(`${id}/close_incident`, { status: 'at_venue', resolution: 'Se pulió' })).status).toBe(200);
    expect((await act(`${id}/close_incident`, { status: 'closed', resolution: 'Otra vez' })).status, 'nothing is open any more').toBe(409);
    await sync();
    const solved = [{ status: 'at_venue', incident_notes: 'Raspón\n— Se pulió' }];
    expect((await kept.changes(null)).records).toMatchObject(solved);
    await sync();
    expect(await orders()).toMatchObject(solved);
  });
  test('is kept while the service does not answer, is sent again, and arrives once', async () => {
    await marked();
    failing = 500;
    const before = await moment();
    await sync();
    failing = undefined;
    expect(await rows("select next_at > $1::timestamptz + interval '10 seconds' as later from mirror_reports", [before])).toEqual([
      { later: true },
    ]);
    await world.pool.query("update mirror_reports set next_at = now() + interval '1 hour'"); // it waits however long the machine stands still
    await kept.put('TB-1', bike({ status: 'in_transit', bike_brand: 'Giant' }));
    expect(await sync()).toMatchObject({ reported: 0, applied: 1 }); // the report waits a little
    expect(await orders()).toMatchObject([{ status: 'incident', incident_notes: 'Raspón' }]);
    expect((await refresh()).body.result.left).toEqual([{ ref: 'TB-1', path: '', message: 'the service answered 500', params: null }]);
    await world.pool.query("update mirror_reports set next_at = now() - interval '1 second'");
    failing = 'lost';
    expect(await sync()).toMatchObject({ reported: 0 });
    failing = undefined;
    await world.pool.query("update mirror_reports set next_at = now() - interval '1 second'");
    expect(await sync()).toMatchObject({ reported: 1 });
    expect(await rows("select body->>'bike_brand' as brand, cardinality(heard) as heard from local_records")).toEqual([
      { brand: 'Giant', heard: 1 },
    ]);
  });
  test('that the service refuses is not sent again, keeps the reason, and the service is believed again', async () => {
    await marked();
    await world.pool.query('delete from local_records');
    expect(await sync()).toMatchObject({ reported: 0 });
    expect(await rows('select attempts, error, refused_at is not null as refused from mirror_reports')).toEqual([
      { attempts: 1, error: 'the service answered 404', refused: true },
    ]);
    await kept.put('TB-1', bike({ status: 'closed' }));
    await world.pool.query('update mirror_states set cursor = null');
    await sync();
    expect(await orders()).toMatchObject([{ status: 'closed' }]);
  });
});

describe('a refresh', () => {
  test('is for anyone who may change the report, and for nobody who only reads it', async () => {
    expect((await refresh(viewer)).status).toBe(403);
    expect((await refresh(stranger)).status).toBe(403);
    expect((await refresh()).status).toBe(200);
  });
  test('without a service says so', async () => {
    await recordProvider(world.pool, bikeOrders, null);
    expect(await refresh()).toMatchObject({ status: 409, body: { message: 'No hay un servicio configurado al que preguntar.' } });
  });
  test('of another service than before begins at its beginning', async () => {
    await kept.put('TB-1', bike());
    await sync();
    await recordProvider(world.pool, bikeOrders, httpRecords(address, 'orders'));
    expect((await rows('select cursor from mirror_states where service = $1', ['bike_service']))[0].cursor).not.toBeNull();
    await recordProvider(world.pool, bikeOrders, held);
    expect((await rows('select provider, cursor from mirror_states where service = $1', ['bike_service']))[0]).toEqual({
      provider: 'local',
      cursor: null,
    });
  });
});

describe('a pick-up in a store', () => {
  const pickup = (more: object = {}) => ({
    pickup_code: 'IS1',
    folio,
    name: 'Ana',
    number: 7,
    tshirt_size: 'M',
    store_code: 'is-001',
    store_name: 'Perisur',
    status: 'ready',
    ready_at: '2027-05-01T12:00:00-06:00',
    ...more,
  });
  const pickups = () =>
    rows(
      'select pickupid::int as id, pickup_code, inscriptionid::int, eventid::int, distanceid is not null as placed, store_code, status, ready_at, not_claimed_at is not null as unclaimed, version::int from innovasport_pickups',
    );
  test('is taken over once, and what staff marks is sent to the store', async () => {
    await kept.put('IS1', pickup());
    expect(await sync(storePickups)).toMatchObject({ applied: 1, aside: 0 });
    await world.pool.query('update mirror_states set cursor = null');
    await sync(storePickups);
    const [row] = await pickups();
    expect(row).toMatchObject({
      pickup_code: 'IS1',
      inscriptionid: inscription,
      eventid: event,
      placed: true,
      store_code: 'IS-001',
      status: 'ready',
      version: 1,
    });
    expect(new Date(row.ready_at).toISOString()).toBe('2027-05-01T18:00:00.000Z');
    expect((await boss.post('/v2/kits/innovasport_pickups/actions/mark_not_claimed', { ids: [row.id] })).body).toMatchObject({ ok: 1 });
    expect(await sync(storePickups)).toMatchObject({ reported: 1, error: null });
    expect(asked).toContain('POST /v1/pickups/IS1/reports');
    expect((await kept.changes(null)).records).toMatchObject([{ status: 'not_claimed' }]);
  });
  test('without its folio, or of a registration that has one already, is kept aside', async () => {
    await kept.put('IS1', pickup());
    await kept.put('IS2', pickup({ pickup_code: 'IS2' }));
    await kept.put('IS3', pickup({ pickup_code: 'IS3', folio: undefined }));
    expect(await sync(storePickups)).toMatchObject({ applied: 1, aside: 2 });
    expect(await rows('select ref, path, message from mirror_troubles order by ref')).toEqual([
      { ref: 'IS2', path: 'inscriptionid', message: 'validation.notUnique' },
      { ref: 'IS3', path: 'folio', message: 'validation.required' },
    ]);
  });
});

describe('the records that this server keeps', () => {
  const put = (who: Person | null, ref = 'TB-9') =>
    world.app.inject({
      method: 'PUT',
      url: `/api/local/orders/${ref}`,
      headers: who ? { authorization: who.authorization } : {},
      payload: bike({ external_ref: ref }),
    });
  test('are put and read by people of the platform who may refresh, and by nobody else', async () => {
    expect([
      (await put(null)).statusCode,
      (await put(viewer)).statusCode,
      (await put(stranger)).statusCode,
      (await put(boss)).statusCode,
    ]).toEqual([401, 403, 403, 204]);
    expect((await boss.get('/api/local/orders')).body).toMatchObject({ records: [{ external_ref: 'TB-9' }], cursor: expect.any(String) });
    expect((await viewer.get('/api/local/orders')).status).toBe(403);
    expect((await put(boss, 'x'.repeat(61))).statusCode).toBe(400);
    await recordProvider(world.pool, bikeOrders, held);
    expect(await syncMirror({ pool: world.pool, registry }, bikeOrders, held, soon)).toMatchObject({ applied: 1 });
    expect(await orders()).toMatchObject([{ external_ref: 'TB-9', inscriptionid: inscription }]);
  });
  test('of a service that is not kept here are not served', async () => {
    expect((await boss.get('/api/local/pickups')).status).toBe(404);
  });
});
