import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { defineResource } from '@/schema';
import { openLoft } from './support/openLoft';
import type { Person, World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

/** The time when somebody helps at an event: nobody can be in two places at once. */
const shifts = defineResource('shifts', {
  service: 'event',
  singular: 'shift',
  key: 'shiftid',
  permission: 'events',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  title: 'place',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    place: f.text({ required: true }),
    mail: f.email({ hiddenBy: 'reports-wo-contact-info' }),
    starts_at: f.dateTime({ required: true }),
    ends_at: f.dateTime({ required: true }),
  },
  exclusions: [
    { equal: ['place'], range: ['starts_at', 'ends_at'] },
    { equal: ['mail'], range: ['starts_at', 'ends_at'] },
  ],
  list: { columns: ['place', 'mail', 'starts_at', 'ends_at'] },
  form: { main: ['eventid', 'place', 'mail', 'starts_at', 'ends_at'] },
});

let world: World, olga: Person, tomas: Person, eventid: number, event: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  world = await openLoft(shifts);
  const alfa = await add.organization(world.pool, 'Alfa');
  eventid = (await addEvent(world.pool, alfa, 'alfa', 'centro'))['events']!;
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(world.pool, 'tomas', [{ org: alfa, profile: 'organizer' }]);
  await world.pool.query(
    `delete from membership_roles where roleid = (select roleid from roles where slug = 'reports-wo-contact-info') and membershipid = (select membershipid from memberships join users using (userid) where asdeporteid = 'tomas')`,
  );
  [olga, tomas] = [world.as('olga', alfa, 'en'), world.as('tomas', alfa, 'en')];
  event = (await olga.get(`/v2/event/events/${eventid}`)).body;
});
afterAll(() => world.close());

describe('the address of a list', () => {
  test.each([
    ['_sort=name&_sort=name', '_sort'],
    ['_sort=name&_order=asc&_order=desc', '_order'],
    ['columns=name&columns=name', 'columns'],
    ['q=a&q=b', 'q'],
    ['_end=5&_end=6', '_end'],
    ['filter=%7B%7D&filter=%7B%7D', 'filter'],
  ])('says each parameter once: %s', async (query, path) => {
    expect(await olga.get(`/v2/event/events?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ path, message: 'This parameter is given once.' }] },
    });
  });
  test.each(['size', 'rol', 'eventid', 'name_like', 'constructor', '__proto__', 'toString'])(
    'has no parameter %s, and says which it has',
    async (name) => {
      expect(await olga.get(`/v2/event/events?${name}=100`)).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              path: name,
              message:
                'This address has no such parameter. Those that it has: _start, _end, _sort, _order, columns, filter, q, id, page, perpage.',
            },
          ],
        },
      });
    },
  );
  test.each([
    `/v2/event/events/1?size=1`,
    `/v2/event/events/1/history?size=1`,
    '/v2/organization/permissions?size=1',
    '/v2/general/runs?size=1',
    '/v2/event/openapi.json?size=1',
    '/v2/inscription/inscription_documents/1/file?size=1',
    '/v2/general/reports-bi/dashboards?size=1',
  ])('is the only one with parameters: %s', async (url) => {
    expect(await olga.get(url)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'size', message: 'This address takes no parameters.' }] },
    });
  });
  test('holds what the documents say of it, and several records by their keys', async () => {
    const { paths } = (await olga.get('/v2/event/openapi.json')).body;
    expect(paths['/events'].get.parameters.map(({ name }: { name: string }) => name)).toEqual([
      '_start',
      '_end',
      '_sort',
      '_order',
      'columns',
      'filter',
      'q',
      'id',
      'page',
      'perpage',
    ]);
    const { status, body } = await olga.get(`/v2/event/distances?_start=0&_end=25&_sort=created&_order=desc&columns=name&q=10&id=1&id=999`);
    expect([status, body.map(({ distanceid }: { distanceid: number }) => distanceid)]).toEqual([200, [1]]);
    expect((await olga.get('/v2/event/distances?id=x')).status).toBe(400);
    expect((await olga.get('/v2/event/distances?page=2&perpage=1')).body).toEqual([]);
    expect((await olga.get('/v2/event/distances?perpage=1')).body).toHaveLength(1);
    for (const wrong of ['page=0', 'perpage=0', 'perpage=1001']) expect((await olga.get(`/v2/event/distances?${wrong}`)).status).toBe(400);
    expect((await olga.get(`/v2/event/distances?${Array.from({ length: 40 }, (_, at) => `id=${at + 1}`).join('&')}`)).status).toBe(200);
  });
  test('names no columns, orders nor filters by what only every object has', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      expect((await olga.get(`/v2/event/events?columns=${name}`)).status).toBe(400);
      expect((await olga.get(`/v2/event/events?_sort=${name}`)).status).toBe(400);
      for (const path of [name, `eventid.${name}`, `${name}.name`])
        expect(
          (await olga.get(`/v2/event/distances?filter=${encodeURIComponent(JSON.stringify({ field: path, op: 'eq', value: 1 }))}`)).status,
        ).toBe(400);
      expect(
        (await olga.query('event', `{ events(sort: ["${name}"]) { items { eventid } } }`)).body.errors?.[0].extensions.statusCode,
      ).toBe(400);
    }
  });
});

describe('text that cannot be stored', () => {
  const unstorable = 'The text holds characters that cannot be stored.';
  test.each([
    ['a path', '/v2/event/coupons/actions/activate/runs/%00'],
    ['a path of pages', '/assets/%00'],
    ['a file', '/api/upload/%00'],
    ['a parameter', '/v2/event/events?q=%00'],
    ['a filter', `/v2/event/events?filter=${encodeURIComponent('{"field":"name","op":"contains","value":"\0"}')}`],
  ])('is refused in %s', async (_, url) => {
    expect(await olga.get(url)).toMatchObject({ status: 400, body: { errors: [{ message: unstorable }] } });
  });
  test('is refused in a filter that escapes it', async () => {
    expect(
      (await olga.get(`/v2/event/events?filter=${encodeURIComponent(JSON.stringify({ field: 'name', op: 'contains', value: '\0' }))}`))
        .status,
    ).toBe(400);
    expect((await olga.query('event', '{ events(search: "\\u0000") { total } }')).body.errors?.[0].extensions.statusCode).toBe(400);
    expect(
      (await olga.query('event', 'query Q($s: String) { events(search: $s) { total } }', { s: 'a\0' })).body.errors?.[0].extensions
        .statusCode,
    ).toBe(400);
  });
  test('is refused in a body, on its place, and in the names in it', async () => {
    const path = `/v2/event/events/${eventid}`;
    expect(await olga.patch(path, { version: event['version'], name: { es: 'a\0' } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'name.es', message: unstorable }] },
    });
    expect(await olga.patch(path, { version: event['version'], city: 'a\ud800' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'city', message: unstorable }] },
    });
    expect((await olga.patch(path, { version: event['version'], 'ci\0ty': 'a' })).status).toBe(400);
    const deep = await world.app.inject({
      method: 'PATCH',
      url: path,
      headers: { authorization: olga.authorization, 'content-type': 'application/json' },
      payload: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    });
    expect(deep.statusCode).toBe(400);
  });
  test('is refused in the e-mail of somebody who signs in, and in the cookie of a session', async () => {
    const form = await world.app.inject({
      method: 'POST',
      url: '/api/auth/callback/credentials',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%00b%40x.mx&password=x&csrfToken=x',
    });
    expect(form.statusCode).toBe(400);
    for (const cookie of [
      'authjs.session-token=%00',
      'authjs.session-token=a%00b; authjs.csrf-token=%00',
      '__Host-authjs.csrf-token=%ED%A0%80',
    ])
      for (const url of ['/api/auth/session', '/api/auth/csrf', '/api/auth/signin'])
        expect((await world.app.inject({ url, headers: { cookie } })).statusCode).toBeLessThan(500);
    expect((await world.app.inject({ method: 'POST', url: '/api/followup', payload: { token: '\0' } })).statusCode).toBe(400);
  });
});

describe('a form of several parts', () => {
  const send = (url: string, type: string, payload: string) =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { authorization: olga.authorization, 'accept-language': 'en', 'content-type': type },
      payload,
    });
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nabc';
  test.each(['/v2/event/events', '/api/upload'])('without a boundary, or that ends too early, is refused: %s', async (url) => {
    for (const [type, payload] of [
      ['multipart/form-data', part],
      ['multipart/form-data; boundary=', part],
      ['multipart/form-data; boundary=x', part],
      ['multipart/form-data; boundary=y', part],
      ['multipart/form-data; boundary=x', ''],
    ] as const) {
      const { statusCode } = await send(url, type, payload);
      expect([url, type, payload.length, statusCode]).toEqual([url, type, payload.length, 400]);
    }
  });
  test('brings no name that only every object has', async () => {
    const data = (text: string) => `--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n${text}\r\n--x--\r\n`;
    for (const text of ['{"__proto__":{"name":1}}', '{"constructor":1}', '{"city":"\\u0000"}'])
      expect((await send('/v2/event/events', 'multipart/form-data; boundary=x', data(text))).statusCode).toBe(400);
  });
});

describe('a body', () => {
  test.each(['constructor', 'toString', 'hasOwnProperty', 'nothing'])(
    'with %s is refused on it, when it creates and when it changes',
    async (name) => {
      const wrong = {
        status: 400,
        body: { errors: expect.arrayContaining([{ path: name, code: 'UNKNOWN_FIELD', message: 'There is no such field.' }]) },
      };
      expect(await olga.patch(`/v2/event/events/${eventid}`, { version: event['version'], [name]: 1 })).toMatchObject(wrong);
      expect(await olga.post('/v2/event/events', { [name]: 1 })).toMatchObject(wrong);
      expect(await olga.post('/v2/event/coupon_batches', { [name]: 1, eventid })).toMatchObject(wrong);
    },
  );
  test('with __proto__ is refused', async () => {
    for (const method of ['POST', 'PATCH'] as const)
      expect(
        (
          await world.app.inject({
            method,
            url: `/v2/event/events${method === 'PATCH' ? `/${eventid}` : ''}`,
            headers: { authorization: olga.authorization, 'content-type': 'application/json' },
            payload: '{"version":1,"__proto__":{"name":1}}',
          })
        ).statusCode,
      ).toBe(400);
  });
  test('of an action is refused on what it does not know', async () => {
    expect(await olga.post(`/v2/event/events/${eventid}/publish`, { dryRun: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'dryRun', message: 'There is no such field.' }] },
    });
    expect(await olga.post('/v2/event/coupons/actions/pause/runs', { ids: [1], size: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'size' }] },
    });
  });
});

describe('periods that may not overlap', () => {
  const shift = (more: object = {}) => ({
    eventid,
    place: 'Meta',
    mail: 'ana@prueba.test',
    starts_at: '2027-01-01T08:00:00Z',
    ends_at: '2027-01-01T12:00:00Z',
    ...more,
  });
  const overlap = {
    status: 409,
    body: {
      message: 'The period overlaps that of another record.',
      errors: [{ path: 'ends_at', code: 'OVERLAPS', message: 'The period overlaps that of another record.' }],
    },
  };
  test('are refused on the field that says until when, when a record is made and when it is changed', async () => {
    expect((await tomas.post('/v2/event/shifts', shift())).status).toBe(201);
    expect(await tomas.post('/v2/event/shifts', shift({ mail: 'eva@prueba.test' }))).toMatchObject(overlap);
    expect(await tomas.post('/v2/event/shifts', shift({ place: 'Salida' }))).toMatchObject(overlap);
    const { body: later } = await tomas.post(
      '/v2/event/shifts',
      shift({ starts_at: '2027-01-01T12:00:00Z', ends_at: '2027-01-01T14:00:00Z' }),
    );
    expect(
      await tomas.patch(`/v2/event/shifts/${later.shiftid}`, { version: later.version, starts_at: '2027-01-01T11:00:00Z' }),
    ).toMatchObject(overlap);
    expect(
      (await tomas.patch(`/v2/event/shifts/${later.shiftid}`, { version: later.version, ends_at: '2027-01-01T15:00:00Z' })).status,
    ).toBe(200);
  });
  test('name no e-mail to who may not read it', async () => {
    const { body: other } = await tomas.post(
      '/v2/event/shifts',
      shift({ place: 'Ruta', starts_at: '2027-01-02T08:00:00Z', ends_at: '2027-01-02T09:00:00Z' }),
    );
    expect((await olga.get(`/v2/event/shifts/${other.shiftid}`)).body.mail).toBeNull();
    const { status, body } = await olga.patch(`/v2/event/shifts/${other.shiftid}`, {
      version: other.version,
      starts_at: '2027-01-01T08:00:00Z',
    });
    expect([status, body]).toEqual([
      409,
      { statusCode: 409, code: 'CONTRADICTS', message: 'What is being saved contradicts another record.', errors: [] },
    ]);
  });
});
