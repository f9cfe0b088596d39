import type { FastifyInstance, InjectOptions } from 'fastify';
import { signatureHeaders, signReport } from '../../../server/adapters/signature';
import { hostileForm } from './hostileForm';
import { hostile, hostileText, valid, type Draw, type Shape } from './hostile';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Asked = InjectOptions & { readonly method: Method; readonly url: string; readonly headers: Record<string, string> };
/** A route of the running application, with the names of its parameters. */
export interface Route {
  readonly method: Method;
  readonly url: string;
}

const isMethod = (method: string): method is Method => ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].includes(method);
/** Collects every route that is added to an application, so that none can be forgotten. */
export const watchRoutes = () => {
  const routes: Route[] = [];
  return {
    routes,
    observe: (app: FastifyInstance): void =>
      void app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) if (isMethod(each)) routes.push({ method: each, url });
      }),
  };
};

/** Half of a surrogate pair cannot be encoded in an address. */
const inAddress = (text: string): string => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')) || 'x';
const texts = { type: 'string' } as const,
  wholes = { type: 'integer' } as const;
const shapes: Readonly<Record<string, Shape>> = {
  '/1/indexes/:index/queries': {
    properties: {
      requests: {
        type: 'array',
        items: {
          properties: {
            indexName: texts,
            query: texts,
            params: { enum: ['query=ana', 'query=%', '%'] },
            hitsPerPage: wholes,
            page: wholes,
          },
        },
      },
    },
  },
  '/api/followup': { properties: { token: texts, password: texts, lng: { enum: ['es', 'en'] } } },
  '/api/payments/webhook': {
    properties: {
      type: { enum: ['paid', 'declined'] },
      id: texts,
      amount_cents: wholes,
      currency: { enum: ['MXN'] },
      reference: texts,
      decline_code: texts,
    },
  },
  '/api/push/webhook': {
    properties: {
      type: { enum: ['delivered', 'opened', 'failed'] },
      id: { enum: ['local-1', 'x'] },
      at: { type: 'string', format: 'date-time' },
      error: texts,
    },
  },
  '/api/auth/session': { properties: { csrfToken: texts, data: { properties: { organizationid: wholes } } } },
};
/** Fields of the forms of the sign-in pages. */
const formFields = [
  'email',
  'password',
  'fresh',
  'again',
  'totp',
  'act',
  'answer',
  'first_name',
  'last_name',
  'id',
  'callbackUrl',
  'json',
  'ticket',
  'code',
  'lng',
  'state',
  'error',
  'level',
  'message',
] as const;
/** Fields of the pages without sign-in, with values that are right in some of them. */
const publicFields: Readonly<Record<string, readonly string[]>> = {
  who: ['7', 'ana'],
  distance: ['1', ''],
  type: ['time', 'name', 'dq'],
  message: ['Mi reloj marca menos.'],
  email: ['a@b.mx', `${'a'.repeat(400)}@b.mx`],
  birth_date: ['1990-02-03'],
  do: ['sign', ''],
  accept: ['on'],
  read: ['on'],
  signer_name: ['Ana Ríos'],
  relationship: ['self', 'father'],
  id_type: ['ine'],
  drawing: ['0,0 1,1', 'data:image/png;base64,AAAA'],
  lng: ['es', 'en'],
};
const queryFields = ['lng', 'callbackUrl', 'error', 'token', 'code', 'state', 'ticket', 'after', 'from', 'to', 'eventid', 'done'] as const;
const publicQueries = [
  'lang',
  'lng',
  'distance',
  'board',
  'q',
  'gender',
  'category',
  'page',
  'placement',
  'locale',
  'region',
  'serial',
  'key',
] as const;

/** A signed-in person, and what their requests normally contain. */
export interface Asker {
  readonly bearer: string;
  /** The cookies of a signed-in browser, and the two tokens of its forms. */
  readonly cookie: string;
  readonly csrfToken: string;
  readonly token: string;
  readonly password: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Values for the parameters of routes, by the route up to the parameter: `/e/:slug`. */
type Places = Readonly<Record<string, readonly string[]>>;

const addressOf = (draw: Draw, url: string, places: Places = {}, fields: readonly string[] = queryFields): string => {
  const path = url.replace(/:\w+\??|\*/g, (name, at: number) => {
    const known = places[url.slice(0, at + name.length)];
    if (known && draw.chance(0.8)) return draw.of(known);
    return draw.chance(0.5) ? draw.of(['1', '2', 'x', 'credentials', 'es', 'ana']) : inAddress(hostileText(draw));
  });
  if (!draw.chance(0.3)) return path;
  const query = Array.from({ length: draw.below(3) + 1 }, () => `${draw.of(fields)}=${inAddress(hostileText(draw))}`);
  return `${path}?${query.join('&')}`;
};
const fieldsOf = (draw: Draw, { csrfToken, token, password }: Asker): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    formFields
      .filter(() => draw.chance(0.4))
      .map((name) => [
        name,
        draw.chance(0.4) ? hostile(draw) : draw.of(['a@b.mx', 'x', 'true', '/', 'https://x.test/', '123456', 'accept', 'off']),
      ]),
  ),
  ...(draw.chance(0.8) && { csrfToken }),
  ...(draw.chance(0.8) && { token }),
  ...(draw.chance(0.4) && { password }),
});
const cookies = [
  'authjs.session-token=%00',
  'authjs.session-token=%',
  'a=b; =; ;',
  'authjs.csrf-token=a%7Cb',
  'authjs.device=%ED%A0%80',
  '',
];
const contents = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  ';',
  'application/json; charset=utf-16',
];
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const headersOf = (draw: Draw, { bearer, cookie }: Asker): Record<string, string> => ({
  'accept-language': draw.of(['es', 'en', 'de;q=x', '*']),
  ...(draw.chance(0.9) && { authorization: bearer }),
  cookie: draw.chance(0.8) ? cookie : draw.of(cookies),
  ...(draw.chance(0.2) && { accept: draw.of(['text/html', 'application/json', '*/*;q=x']) }),
  ...(draw.chance(0.5) && { 'idempotency-key': draw.of(['k1', 'k2', 'x'.repeat(300)]) }),
  ...(draw.chance(0.1) && { 'x-auth-return-redirect': '1' }),
});

/** A report of an outside service, with a valid signature most of the time. */
const reportOf = (draw: Draw, { url, method }: Route, asker: Asker, header: string): Asked => {
  const value = draw.chance(0.1) ? hostile(draw) : valid(shapes[url] ?? {}, draw, {});
  const payload = draw.chance(0.05) ? draw.of(['', '{', '[]', 'null', '"a"']) : JSON.stringify(value);
  const signature = draw.chance(0.85) ? signReport(asker.secrets[url] ?? '', payload) : hostileText(draw).replace(/[^\x20-\x7e]/g, '');
  return {
    method,
    url,
    payload,
    headers: { ...headersOf(draw, asker), 'content-type': draw.of(contents.slice(0, 3)), [header]: signature },
  };
};

/** A hostile request to a route. */
export const requestTo = (draw: Draw, route: Route, asker: Asker): Asked => {
  const { method, url: pattern } = route;
  if (pattern === '/api/payments/webhook') return reportOf(draw, route, asker, signatureHeaders.gateway);
  if (pattern === '/api/push/webhook') return reportOf(draw, route, asker, signatureHeaders.push);
  const url = addressOf(draw, pattern),
    headers = headersOf(draw, asker);
  if (method === 'GET') return { method, url, headers };
  if (draw.chance(pattern === '/api/upload' ? 0.9 : 0.1)) return { method, url, ...hostileForm(draw, headers, ['file', 'data', 'x']) };
  const shape = shapes[pattern];
  const values = shape && draw.chance(0.8) ? valid(shape, draw, {}) : fieldsOf(draw, asker);
  if (draw.chance(0.5))
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(draw.chance(0.1) ? hostile(draw) : values),
    };
  return {
    method,
    url,
    headers: {
      ...headers,
      origin: 'http://127.0.0.1:3000',
      'content-type': draw.chance(0.1) ? draw.of(contents) : 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(Object.entries(values as object).map(([name, value]) => [name, textOf(value)])).toString(),
  };
};

/** What a page without sign-in normally gets: the values of its address, of its headers and of hidden fields of its form. */
export interface PublicGround {
  readonly places: Places;
  readonly headers: Readonly<Record<string, string>>;
  readonly hidden: Places;
}
/** A hostile request to a route that needs no sign-in. */
export const publicRequestTo = (draw: Draw, { method, url: pattern }: Route, { places, headers: known, hidden }: PublicGround): Asked => {
  const url = addressOf(draw, pattern, places, publicQueries);
  const headers: Record<string, string> = {
    'accept-language': draw.of(['es', 'en', 'de;q=x', '*']),
    ...(draw.chance(0.2) && { accept: draw.of(['text/html', 'application/json', '*/*;q=x']) }),
    ...(draw.chance(0.2) && { 'if-none-match': draw.of(['*', '"x"', 'W/']) }),
    ...(draw.chance(0.9) ? known : { 'x-dorsal-key': hostileText(draw).replace(/[^\x20-\x7e]/g, '') }),
  };
  if (method !== 'POST') return { method, url, headers };
  if (draw.chance(0.25)) return { method, url, ...hostileForm(draw, headers, [...Object.keys(publicFields), 'files', 'id_file']) };
  const fields = Object.entries({ ...publicFields, ...hidden }).filter(() => draw.chance(0.9));
  const values = fields.map(([name, right]) => [name, draw.chance(0.85) ? draw.of(right) : hostileText(draw)]);
  const isJson = draw.chance(pattern.startsWith('/api/') ? 0.8 : 0.1);
  return {
    method,
    url,
    headers: {
      ...headers,
      'content-type': isJson ? 'application/json' : draw.chance(0.05) ? draw.of(contents) : 'application/x-www-form-urlencoded',
    },
    payload: isJson ? JSON.stringify(Object.fromEntries(values)) : new URLSearchParams(values).toString(),
  };
};
