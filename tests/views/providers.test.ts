// @vitest-environment node
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import i18next from 'i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isFollowup, readConfig } from '@/providers/config';
import { createDataProviders } from '@/providers/data/createDataProviders';
import { toFilter, toSort } from '@/providers/data/toFilter';
import { toHttpError } from '@/providers/http/toHttpError';
import { rowToMexicoCity, toMexicoCity } from '@/providers/http/toMexicoCity';
import { createHttp } from '@/providers/http/createHttp';
import { createI18nProvider } from '@/providers/i18n/createI18nProvider';
import { sharedNamespaces, startI18n } from '@/providers/i18n/i18n';
import { namespacesOf } from '@/providers/i18n/namespacesOf';
import { notificationProvider, toasterReady, toasterWanted } from '@/providers/notification/toaster';
import { createTokenManager } from '@/providers/session/tokenManager';
import * as f from '@/fields';
import { createRegistry, defineResource } from '@/schema';
import { registry } from '@/resources';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));
/** A real server that answers what the test sets. */
const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const tokens = createTokenManager({ fetchText: async () => ({ status: 200, text: 't' }), suffix: '.x' });
const inWords = { network: 'Error de red', report: (id: string) => `Reporte: ${id}` };
const http = createHttp({ tokens, language: () => 'es', words: inWords });

describe('the filter language', () => {
  test('keeps nesting, several conditions on one field and the order of sorters', () => {
    expect(
      toFilter([
        { field: 'a', operator: 'gte', value: 1 },
        { field: 'a', operator: 'lt', value: 9 },
      ]),
    ).toEqual({
      and: [
        { field: 'a', op: 'gte', value: 1 },
        { field: 'a', op: 'lt', value: 9 },
      ],
    });
    expect(
      toFilter([
        {
          operator: 'or',
          value: [
            { field: 'a', operator: 'eq', value: 0 },
            { operator: 'and', value: [{ field: 'b', operator: 'null', value: true }] },
          ],
        },
      ]),
    ).toEqual({
      or: [
        { field: 'a', op: 'eq', value: 0 },
        { field: 'b', op: 'null' },
      ],
    });
    expect(
      toSort([
        { field: 'a', order: 'desc' },
        { field: 'b', order: 'asc' },
      ]),
    ).toEqual(['-a', 'b']);
  });
  test('says denial with not', () => {
    expect(toFilter([{ field: 'a', operator: 'nin', value: [1, 2] }])).toEqual({ not: { field: 'a', op: 'in', value: [1, 2] } });
    expect(toFilter([{ field: 'a', operator: 'nnull', value: true }])).toEqual({ not: { field: 'a', op: 'null' } });
  });
  test('is nothing without conditions', () => {
    expect(toFilter()).toBeNull();
    expect(toFilter([{ operator: 'or', value: [] }])).toBeNull();
  });
  test.each(['eqs', 'nes', 'containss', 'endswith', 'nendswiths'] as const)('refuses %s instead of guessing', (operator) => {
    expect(() => toFilter([{ field: 'a', operator, value: 'x' }])).toThrow(operator);
  });
});

describe('the error catalogue', () => {
  const say = (status: number, body: unknown) =>
    toHttpError({ status, body }, { network: 'Network error', report: (id) => `Report: ${id}` });
  test('500 is a network error, whatever it says', () => {
    expect(say(500, { message: 'column "x" does not exist', errors: [{ path: 'a', message: 'b' }] })).toMatchObject({
      message: 'Network error',
      statusCode: 500,
      errors: {},
    });
  });
  test('no answer at all is a network error', () => expect(say(0, null)).toMatchObject({ message: 'Network error', statusCode: 0 }));
  test('a list of error messages comes before the message', () => {
    const error = say(400, {
      message: 'Invalid',
      errors: [
        { path: 'code', message: 'Taken' },
        { path: 'code', message: 'Too short' },
        { path: 'tiers.0.name', message: 'Missing' },
      ],
    });
    expect(error.messages).toEqual(['Taken', 'Too short', 'Missing']);
    expect(error.errors).toEqual({ code: ['Taken', 'Too short'], 'tiers.0.name': ['Missing'] });
  });
  test('a list of plain texts is a list of messages', () => expect(say(400, { errors: ['One', 'Two'] }).messages).toEqual(['One', 'Two']));
  test('then the message, text or list', () => {
    expect(say(409, { message: 'Stale', errors: [] }).message).toBe('Stale');
    expect(say(400, { message: ['One', 'Two'] }).messages).toEqual(['One', 'Two']);
  });
  test('else the raw response', () => {
    expect(say(418, 'short and stout').message).toBe('short and stout');
    expect(say(400, { reason: 7 }).message).toBe('{"reason":7}');
  });
  test("a proxy's page is nobody's message", () =>
    expect(say(502, '<html><h1>Bad gateway</h1></html>')).toMatchObject({ message: 'Network error', statusCode: 502 }));
});

describe('dates', () => {
  test('an instant gets the clock and the offset of Mexico City, and stays the same instant', () => {
    const converted = toMexicoCity('2026-03-01T05:30:15.250Z');
    expect(converted).toBe('2026-02-28T23:30:15.250-06:00');
    expect(Date.parse(converted)).toBe(Date.parse('2026-03-01T05:30:15.250Z'));
  });
  test('summer time of other years counts', () => expect(toMexicoCity('2021-07-01T12:00:00Z')).toBe('2021-07-01T07:00:00.000-05:00'));
  test('converting twice changes nothing', () =>
    expect(toMexicoCity(toMexicoCity('2026-03-01T05:30:15Z'))).toBe(toMexicoCity('2026-03-01T05:30:15Z')));
  test('plain dates and texts stay as they are', () => {
    const races = defineResource('races', {
      service: 'event',
      singular: 'race',
      key: 'raceid',
      permission: 'events',
      tenancy: 'catalog',
      platform: 'EVENT',
      title: 'name',
      fields: { name: f.text(), day: f.date(), starts_at: f.dateTime() },
      list: { columns: ['name'] },
      form: { main: ['name'] },
    });
    const row = { raceid: 1, name: '2026-03-01T05:30:15Z', day: '2026-03-01', starts_at: '2026-03-01T05:30:15Z' };
    expect(rowToMexicoCity(row, races, createRegistry([races]))).toEqual({ ...row, starts_at: '2026-02-28T23:30:15.000-06:00' });
  });
});

describe('words', () => {
  const words = async () => {
    const instance = i18next.createInstance();
    await instance.init({
      lng: 'es',
      ns: ['common', 'coupons'],
      resources: { es: { common: { buttons: { save: 'Guardar' }, hello: 'Hola {{name}}' }, coupons: { titles: { list: 'Cupones' } } } },
    });
    return createI18nProvider(instance, 'es', new Set(['coupons']), async () => undefined);
  };
  test('the first segment is the namespace when there is one, else common', async () => {
    const { translate } = await words();
    expect(translate('coupons.titles.list')).toBe('Cupones');
    expect(translate('buttons.save', 'Save')).toBe('Guardar');
  });
  test('a string in the second place is the default, in the third as well', async () => {
    const { translate } = await words();
    expect(translate('buttons.nothing', 'Default')).toBe('Default');
    expect(translate('buttons.nothing', {}, 'Default')).toBe('Default');
    expect(translate('hello', { name: 'Ana' }, 'x')).toBe('Hola Ana');
  });
  test('a missing key is shown whole, so that it can be found', async () =>
    expect((await words()).translate('coupons.titles.nothing')).toBe('coupons.titles.nothing'));
  test('every file of words is a namespace that screens can name', () => {
    const known = new Set<string>([...sharedNamespaces, ...registry.all.map(({ name }) => name)]);
    expect(
      readdirSync('locales/es')
        .map((file) => file.replace('.json', ''))
        .filter((name) => !known.has(name)),
    ).toEqual([]);
  });
  test('a screen reads its own words and those of what it names', () => {
    expect(namespacesOf(registry.get('inscriptions'), registry)).toEqual(
      expect.arrayContaining(['inscriptions', 'events', 'distances', 'inscription_log', 'web_users']),
    );
  });
  test('a 5xx and no answer are asked again, a 4xx is not', async () => {
    const asked: Record<string, number> = {};
    const host = await serve((request, response) => {
      const name = request.url!.split('/').at(-1)!;
      asked[name] = (asked[name] ?? 0) + 1;
      if (name === 'menu.json') return json(response, 404, {});
      return asked[name]! < 2 ? json(response, 503, {}) : json(response, 200, { loading: 'Cargando' });
    });
    const i18n = await startI18n({ language: 'es', loadPath: `${host}/locales/{{lng}}/{{ns}}.json` });
    expect(i18n.t('loading')).toBe('Cargando');
    expect(asked).toEqual({ 'common.json': 2, 'menu.json': 1 });
    expect(i18n.options).toMatchObject({ maxRetries: 5, retryTimeout: 350, maxParallelReads: 10, fallbackLng: ['es'] });
  });
});

describe('a service without GraphQL', () => {
  const kits = defineResource('kits', {
    service: 'kits',
    singular: 'kit',
    key: 'kitid',
    permission: 'event-delivery',
    tenancy: 'catalog',
    platform: 'EVENT',
    title: 'name',
    fields: { name: f.text(), packed_at: f.dateTime() },
    list: { columns: ['name'] },
    form: { main: ['name'] },
  });
  test('reads through simple-rest with every operator, in one parameter', async () => {
    let asked = new URLSearchParams();
    const host = await serve((request, response) => {
      asked = new URL(request.url!, 'http://x').searchParams;
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-total-count': '41' })
        .end(JSON.stringify([{ kitid: 1, name: 'A', packed_at: '2026-03-01T18:00:00Z' }]));
    });
    const provider = createDataProviders(host, http, createRegistry([kits]))['kits']!;
    const ids = Array.from({ length: 30 }, (_, at) => at);
    const page = await provider.getList({
      resource: 'kits',
      pagination: { currentPage: 2, pageSize: 10 },
      sorters: [{ field: 'name', order: 'desc' }],
      meta: { search: 'R&D #1 + 100%' },
      filters: [
        { field: 'kitid', operator: 'in', value: ids },
        {
          operator: 'or',
          value: [
            { field: 'name', operator: 'ncontains', value: 'x' },
            { field: 'packed_at', operator: 'between', value: ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'] },
          ],
        },
      ],
    });
    expect(page).toMatchObject({ total: 41, data: [{ packed_at: '2026-03-01T12:00:00.000-06:00' }] });
    expect(Object.fromEntries(asked)).toMatchObject({ _start: '10', _end: '20', _sort: 'name', _order: 'desc', q: 'R&D #1 + 100%' });
    expect(JSON.parse(asked.get('filter')!)).toEqual({
      and: [
        { field: 'kitid', op: 'in', value: ids },
        {
          or: [
            { not: { field: 'name', op: 'contains', value: 'x' } },
            { field: 'packed_at', op: 'between', value: ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'] },
          ],
        },
      ],
    });
  });
  test('asks for the columns of the caller, and pages on where everything is asked', async () => {
    const asked: URLSearchParams[] = [];
    const host = await serve((request, response) => {
      asked.push(new URL(request.url!, 'http://x').searchParams);
      const rows = Array.from({ length: asked.length === 1 ? 1000 : 7 }, (_, at) => ({ kitid: asked.length * 1000 + at, name: 'A' }));
      response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': '1007' }).end(JSON.stringify(rows));
    });
    const provider = createDataProviders(host, http, createRegistry([kits]))['kits']!;
    const { data } = await provider.getList({ resource: 'kits', pagination: { mode: 'off' }, meta: { columns: ['name', 'packed_at'] } });
    expect(data).toHaveLength(1007);
    expect(asked.map((query) => [query.get('_start'), query.get('_end'), query.get('columns')])).toEqual([
      ['0', '1000', 'name,packed_at'],
      ['1000', '2000', 'name,packed_at'],
    ]);
  });
  test('stops the request when the caller loses interest', async () => {
    let closed = false,
      hear = (): void => undefined;
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const host = await serve((_, response) => {
      response.on('close', () => {
        closed = true;
      });
      hear();
    });
    const provider = createDataProviders(host, http, createRegistry([kits]))['kits']!;
    const caller = new AbortController();
    const list = provider
      .getList({ resource: 'kits', meta: { queryContext: { signal: caller.signal } as never } })
      .catch((error: Error) => error);
    await heard;
    caller.abort();
    expect(await list).toBeInstanceOf(Error);
    await expect.poll(() => closed).toBe(true);
  });
});

describe('a write with files among its values', () => {
  test('goes as multipart: the values as JSON in one part, each file in the part of its field', async () => {
    const sent: { readonly method: string; readonly form: FormData }[] = [];
    const host = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void new Response(Buffer.concat(chunks), { headers: { 'content-type': request.headers['content-type']! } })
          .formData()
          .then((form) => {
            sent.push({ method: request.method!, form });
            json(response, 200, { sponsorid: 7, name: 'Agua' });
          });
      });
    });
    const { event } = createDataProviders(host, http, registry);
    const logo = new File(['png'], 'logo.png', { type: 'image/png' });
    await event!.create({ resource: 'sponsors', variables: { name: 'Agua', logo } });
    await event!.update({ resource: 'sponsors', id: 7, variables: { version: 1, logo } });
    expect(sent.map(({ method, form }) => [method, JSON.parse(String(form.get('data'))), (form.get('logo') as File).name])).toEqual([
      ['POST', { name: 'Agua' }, 'logo.png'],
      ['PATCH', { version: 1 }, 'logo.png'],
    ]);
  });
});

describe('a host that answers badly', () => {
  test('an error page of a proxy keeps its status', async () => {
    const host = await serve((_, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'));
    const { event } = createDataProviders(host, http, registry);
    await expect(event!.getOne({ resource: 'coupons', id: 1 })).rejects.toMatchObject({ statusCode: 502, message: 'Error de red' });
    await expect(event!.create({ resource: 'coupons', variables: {} })).rejects.toMatchObject({ statusCode: 502, message: 'Error de red' });
  });
  test('a host that is not there is status 0', async () => {
    const { event } = createDataProviders('http://127.0.0.1:9', http, registry);
    await expect(event!.getOne({ resource: 'coupons', id: 1 })).rejects.toMatchObject({ statusCode: 0 });
    await expect(event!.create({ resource: 'coupons', variables: {} })).rejects.toMatchObject({ statusCode: 0 });
  });
  test('UNAUTHENTICATED inside a 200 renews the token', async () => {
    const seen: string[] = [];
    let mints = 0;
    const renewing = createHttp({
      tokens: createTokenManager({ fetchText: async () => ({ status: 200, text: `t${(mints += 1)}` }), suffix: '.x' }),
      language: () => 'es',
      words: { network: '', report: (id: string) => id },
    });
    const host = await serve((request, response) => {
      seen.push(request.headers.authorization!);
      return seen.length === 1
        ? json(response, 200, { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] })
        : json(response, 200, { data: { coupon: { couponid: 1 } } });
    });
    await expect(createDataProviders(host, renewing, registry)['event']!.getOne({ resource: 'coupons', id: 1 })).resolves.toEqual({
      data: { couponid: 1 },
    });
    expect(seen).toEqual(['Bearer t1.x', 'Bearer t2.x']);
  });
});

describe('the rest', () => {
  test('a toast waits for the toast area, which loads with the first one', () => {
    const open = vi.fn();
    expect(toasterWanted.get()).toBe(false);
    notificationProvider.open!({ type: 'success', message: 'Guardado' });
    expect(toasterWanted.get()).toBe(true);
    toasterReady({ open, close: vi.fn() });
    notificationProvider.open!({ type: 'error', message: 'No' });
    expect(open.mock.calls.map(([toast]) => toast.message)).toEqual(['Guardado', 'No']);
  });
  test('configuration has safe defaults and loses its last slash', () => {
    expect(readConfig(undefined)).toMatchObject({ host: '', auth: '/api/auth', tokenSuffix: '.dorsal', sentryDsn: '' });
    expect(readConfig({ host: 'https://api.example.com/', sentryDsn: undefined as never })).toMatchObject({
      host: 'https://api.example.com',
      sentryDsn: '',
    });
  });
  test('only the path makes a follow-up page', () => {
    expect(isFollowup('/events/followup/1')).toBe(true);
    expect(isFollowup('/events/1')).toBe(false);
  });
});
