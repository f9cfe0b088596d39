import type { InjectOptions } from 'fastify';
import { buildClientSchema, getIntrospectionQuery, getNamedType, isObjectType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { services } from '@/schema';
import { operators } from '@/schema/filter';
import { effort, isLong, seed } from '../support/effort';
import { drawFrom, hostile, hostileText, valid, type Draw, type Shape } from './support/hostile';
import { openWorld, type World } from './support/openWorld';
import { add, addEvent, addHouse, addPerson } from './support/world';

type Asked = InjectOptions & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
};
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: Shape;
}
interface Operation {
  readonly method: Asked['method'];
  readonly path: string;
  readonly resource: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Shape | undefined;
  readonly known: Readonly<Record<string, Shape>>;
}

/** Requests in all, by REST and by GraphQL. */
const ofRest = effort(3600, 36_000),
  ofGraphql = effort(1000, 10_000),
  ofOthers = effort(400, 4000),
  patienceMs = 5000;
/** What answers beside the services. */
const others: readonly (readonly [Asked['method'], string])[] = [
  ...[
    'session',
    'csrf',
    'providers',
    'signin',
    'signout',
    'error',
    'forgot',
    'reset',
    'invite',
    'outbox',
    'callback/*',
    'account/password',
    'account/second-factor',
    '*',
  ].map((path) => ['GET', `/api/auth/${path}`] as const),
  ...[
    'session',
    '_log',
    'callback/credentials',
    'callback/*',
    'signin/*',
    'signin',
    'signout',
    'forgot',
    'reset',
    'invite',
    'account/password',
    'account/second-factor',
    'account/second-factor/start',
    'account/sessions/end',
  ].map((path) => ['POST', `/api/auth/${path}`] as const),
  ['POST', '/api/authenticate'],
  ['POST', '/api/followup'],
  ['POST', '/api/upload'],
  ['GET', '/api/upload/*'],
  ['POST', '/1/indexes/*/queries'],
  ['POST', '/1/indexes/%2A/queries'],
  ['POST', '/api/payments/webhook'],
  ['GET', '/locales/*'],
  ['GET', '/*'],
  ['GET', '/v2/general/reports-bi/ages'],
  ['POST', '/v2/general/reports-bi/dashboards/*/embed'],
];
const limit = isLong ? { timeout: 600_000 } : {};

let world: World, bearers: readonly string[], keys: ReadonlyMap<string, readonly number[]>;
const address = (service: string): string => `/v2/${service}`;

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
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
  const { rows } = await pool.query<{ organizationid: string; name: string }>('select organizationid, name from organizations');
  const of = (name: string): string => rows.find((each) => each.name === name)!.organizationid;
  keys = new Map(
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
  bearers = [
    `Bearer petra@${of('Compañía')}`,
    `Bearer petra@${of('Compañía')}`,
    `Bearer organizer-alfa@${of('alfa')}`,
    `Bearer organizer-alfa@${of('alfa')}`,
    `Bearer timing-alfa@${of('alfa')}`,
    `Bearer finance-beta@${of('beta')}`,
    'Bearer newcomer@',
  ];
});
afterAll(async () => {
  if (isLong) console.log(`TEST_SEED=${seed}\n${tried.join('\n')}`);
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

const comparison = (draw: Draw, fields: readonly string[]): unknown => ({
  field: draw.chance(0.9) ? draw.of(fields) : hostileText(draw),
  op: draw.chance(0.95) ? draw.of(operators) : hostileText(draw),
  value: draw.chance(0.5)
    ? hostile(draw)
    : draw.of<unknown>([1, [1, 2], 'a', ['a'], true, '2026-11-01', ['2026-11-01', '2026-11-02'], 'active']),
});
const filterOf = (draw: Draw, resource: string | undefined, depth = 0): unknown => {
  const declared = registry.find(resource ?? '');
  const fields = [declared?.key ?? 'x', ...((declared?.list.filters ?? []) as readonly string[])];
  const kind = draw.below(depth > 2 ? 5 : 8);
  if (kind < 4) return comparison(draw, fields);
  if (kind === 4) return hostile(draw);
  if (kind === 5) return { not: filterOf(draw, resource, depth + 1) };
  return { [draw.of(['and', 'or'])]: Array.from({ length: draw.below(4) }, () => filterOf(draw, resource, depth + 1)) };
};
const parameterOf = (draw: Draw, { resource }: Operation, name: string): string => {
  const declared = registry.find(resource ?? ''),
    names = Object.keys(declared?.all ?? { id: 1 });
  if (draw.chance(0.25)) return hostileText(draw);
  switch (name) {
    case 'filter':
      return draw.chance(0.9) ? JSON.stringify(filterOf(draw, resource)) : hostileText(draw);
    case 'columns':
      return Array.from({ length: draw.below(4) + 1 }, () => (draw.chance(0.95) ? draw.of(names) : hostileText(draw))).join(',');
    case '_sort':
      return draw.of([declared?.key ?? 'id', ...Object.keys(declared?.list.sort ?? {}), draw.of(names)]);
    case '_order':
      return draw.of(['asc', 'desc', 'asc,desc', 'x']);
    case 'q':
      return draw.of(['ana', 'ríos 10', '%', '1', 'a b c d e f g h i j']);
    default:
      return String(draw.of([0, 1, 10, 25, 1000, 1001, -1]));
  }
};
const addressOf = (draw: Draw, operation: Operation): string => {
  const path = operation.path.replace(/\{(\w+)\}/g, () =>
    draw.chance(0.95)
      ? String(draw.chance(0.9) ? draw.of([...(keys.get(operation.resource ?? '') ?? []), 1]) : draw.of([0, 999_999, 2 ** 53]))
      : encodeURIComponent(hostileText(draw).replace(/[\ud800-\udfff]/g, '') || ' '),
  );
  const query = new URLSearchParams();
  for (const { name } of operation.parameters.filter((each) => each.in === 'query'))
    if (draw.chance(0.3)) query.append(name, parameterOf(draw, operation, name));
  if (draw.chance(0.04) && [...query.keys()].length > 0) query.append(draw.of([...query.keys()]), 'x');
  if (draw.chance(0.03)) query.append(draw.of(['size', 'constructor', '__proto__', 'a[b]', '']), hostileText(draw));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
};
const contents = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/xml',
  ';',
  'application/json; charset=utf-16',
];
const bodyOf = (draw: Draw, { body, known }: Operation): unknown => {
  if (!body) return draw.chance(0.9) ? undefined : hostile(draw);
  if (draw.chance(0.03)) return hostile(draw);
  const value = valid(body, draw, known);
  return typeof value === 'object' && value !== null && !Array.isArray(value) && draw.chance(0.8)
    ? {
        ...value,
        ...(body.properties?.['ids']
          ? { ids: [1, 2], ...(draw.chance(0.5) && { dry_run: true }) }
          : !body.properties || 'version' in body.properties
            ? { version: 1 }
            : {}),
      }
    : value;
};
const headersOf = (draw: Draw): Record<string, string> => {
  const authorization = draw.chance(0.03) ? draw.of(['', 'Bearer nobody', 'Bearer \0', 'Basic x']) : draw.of(bearers);
  return { 'accept-language': draw.of(['es', 'en', 'de;q=x', '*']), ...(authorization && { authorization }) };
};
const requestOf = (draw: Draw, operation: Operation): Asked => {
  const { method } = operation,
    url = addressOf(draw, operation),
    headers = headersOf(draw);
  if (method === 'GET') return { method, url, headers };
  const body = bodyOf(draw, operation);
  if (draw.chance(0.04))
    return {
      method,
      url,
      headers: { ...headers, 'content-type': draw.of(contents) },
      payload: draw.of([
        '',
        '{',
        '{"a":1}',
        '--x\r\n',
        '--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n{"__proto__":1}\r\n--x--',
        '[1]',
        '\0',
        '{"version":1,"__proto__":{}}',
        `${'['.repeat(9000)}${']'.repeat(9000)}`,
      ]),
    };
  return body === undefined
    ? { method, url, headers }
    : { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) };
};

/** What of an answer may not be, with the request that led to it. */
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
/** How many of each answer there were. */
const tried: string[] = [];
/** Sends all of them and then says everything that was wrong at once. */
const hammer = async (
  count: number,
  next: () => Asked,
  refused: (status: number, body: string) => boolean,
): Promise<ReadonlyMap<number, number>> => {
  const wrong: string[] = [],
    seen = new Map<number, number>();
  for (let at = 0; at < count && wrong.length < 10; at += 1)
    await send(next(), refused).then(
      (status) => seen.set(status, (seen.get(status) ?? 0) + 1),
      (error: Error) => wrong.push(error.message),
    );
  expect(wrong, `TEST_SEED=${seed}`).toEqual([]);
  return seen;
};
/** What the server answers to who asks nothing unusual. */
const health = async (): Promise<readonly number[]> => [
  (await world.app.inject({ url: '/readyz' })).statusCode,
  (await world.app.inject({ url: '/v2/organization/permissions', headers: { authorization: bearers[0]! } })).statusCode,
];

describe('whatever is sent, no answer is a failure of the server', () => {
  test.each(services.map((service, at) => [service, at] as const))('by REST to %s', limit, async (service, at) => {
    const draw = drawFrom(seed + at),
      operations = await operationsOf(service);
    const seen = await hammer(
      Math.round(ofRest / services.length),
      () => requestOf(draw, draw.of(operations)),
      (status) => status >= 500,
    );
    expect(await health()).toEqual([200, 200]);
    expect(seen.get(200) ?? 0).toBeGreaterThan(0);
    tried.push(
      `${service}: ${[...seen]
        .sort()
        .map(([status, count]) => `${status} ${count}`)
        .join(', ')}`,
    );
  });

  test('by what is no service: signing in, uploads, searches, follow-up, reports of others', limit, async () => {
    const draw = drawFrom(seed + 50);
    const values = [
      'email',
      'password',
      'csrfToken',
      'callbackUrl',
      'json',
      'token',
      'code',
      'lng',
      'state',
      'ticket',
      'error',
      'visit',
      'requests',
      'level',
    ];
    const body = (): Record<string, unknown> =>
      Object.fromEntries(
        values
          .filter(() => draw.chance(0.4))
          .map((name) => [name, draw.chance(0.5) ? hostile(draw) : draw.of(['a@b.mx', 'x', 'true', '/', 'https://x.test/'])]),
      );
    const csrf = await world.app.inject({ url: '/api/auth/csrf' });
    const cookie = csrf.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      { csrfToken } = csrf.json();
    const next = (): Asked => {
      const [method, path] = draw.of(others),
        headers: Record<string, string> = {
          ...headersOf(draw),
          cookie: draw.chance(0.7)
            ? cookie
            : draw.of(['authjs.session-token=%00', 'authjs.session-token=%', 'a=b; =; ;', 'authjs.csrf-token=a%7Cb', 'dorsal=%ED%A0%80']),
        };
      const url = `${path.replace('*', () => encodeURIComponent(hostileText(draw).replace(/[\ud800-\udfff]/g, '') || 'x'))}${draw.chance(0.3) ? `?${draw.of(['lng', 'callbackUrl', 'error', 'token', 'code', 'state'])}=${encodeURIComponent(hostileText(draw).replace(/[\ud800-\udfff]/g, ''))}` : ''}`;
      if (method === 'GET') return { method, url, headers };
      const values = { ...body(), ...(draw.chance(0.8) && { csrfToken }) };
      if (draw.chance(0.5))
        return {
          method,
          url,
          headers: { ...headers, 'content-type': 'application/json' },
          payload: draw.chance(0.1) ? JSON.stringify(hostile(draw)) : JSON.stringify(values),
        };
      return {
        method,
        url,
        headers: {
          ...headers,
          'content-type': draw.chance(0.1) ? draw.of(contents) : 'application/x-www-form-urlencoded',
          origin: 'http://127.0.0.1:3000',
        },
        payload: new URLSearchParams(
          Object.entries(values).map(([name, value]) => [name, String(typeof value === 'object' ? JSON.stringify(value) : value)]),
        ).toString(),
      };
    };
    const seen = await hammer(ofOthers, next, (status) => status >= 500);
    tried.push(
      `others: ${[...seen]
        .sort()
        .map(([status, count]) => `${status} ${count}`)
        .join(', ')}`,
    );
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
        headers: { authorization: bearers[0]! },
        payload: { query: getIntrospectionQuery() },
      });
      const documents = documentsOf(draw, buildClientSchema(described.json().data));
      const next = (): Asked => {
        const headers = headersOf(draw),
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
      tried.push(
        `graphql ${service}: ${[...seen]
          .sort()
          .map(([status, count]) => `${status} ${count}`)
          .join(', ')}`,
      );
      expect(await health()).toEqual([200, 200]);
    },
  );
});

const variablesOf = (draw: Draw): unknown =>
  draw.chance(0.1)
    ? hostile(draw)
    : {
        a: draw.chance(0.6) ? draw.of([1, 2, 0, 25, 1000]) : hostile(draw),
        b: draw.chance(0.6) ? 'ana' : hostile(draw),
        c: draw.chance(0.5) ? filterOf(draw, draw.of(registry.all).name) : hostile(draw),
        d: draw.chance(0.6) ? ['created'] : hostile(draw),
      };
const quoted = (draw: Draw): string => JSON.stringify(hostileText(draw));
const argumentOf = (draw: Draw, type: string): string => {
  if (draw.chance(0.1))
    return draw.of([
      'null',
      '-1',
      '99999999999999',
      '1e400',
      '""',
      '"\\u0000"',
      '[]',
      '{ field: "constructor", op: eq, value: 1 }',
      'ENUM',
      quoted(draw),
    ]);
  if (type.startsWith('Int')) return draw.of(['1', '2', '25', '$a']);
  if (type.startsWith('Filter'))
    return draw.of(['$c', '{ field: "created", op: "null" }', '{ field: "name", op: "contains", value: "\\u0000" }']);
  return type.startsWith('[') ? draw.of(['$d', '["-created"]', '["constructor"]']) : draw.of(['$b', '"ana"', quoted(draw)]);
};
/** Documents over a schema: some of its fields with arguments, aliases, fragments and mistakes. */
const documentsOf = (draw: Draw, schema: GraphQLSchema) => {
  const selectionOf = (type: GraphQLObjectType, depth: number): string => {
    const fields = Object.values(type.getFields()),
      chosen = Array.from({ length: draw.below(5) + 1 }, () => draw.of(fields));
    const parts = chosen.map((field, at) => {
      const inner = getNamedType(field.type),
        alias = draw.chance(0.3) ? `a${at}${draw.below(1000)}: ` : '';
      const args = field.args
        .filter(({ type: needed }) => String(needed).endsWith('!') || draw.chance(0.4))
        .map(({ name, type: asked }) => `${name}: ${argumentOf(draw, String(asked))}`);
      const said = `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
      return isObjectType(inner) ? `${said} ${depth > 4 ? '{ __typename }' : selectionOf(inner, depth + 1)}` : said;
    });
    if (draw.chance(0.03))
      parts.push(
        draw.of([
          '...F',
          '... { __typename }',
          '@skip(if: true)',
          'constructor',
          '__proto__',
          '__schema { types { name } }',
          ...(depth > 0 ? ['...on Query { service }'] : []),
        ]),
      );
    return `{ ${parts.join(' ')} }`;
  };
  const kept: string[] = [];
  return (): string => {
    if (kept.length > 5 && draw.chance(0.3)) return draw.of(kept); // the second time it is compiled
    const text = `query Q($a: Int, $b: String, $c: Filter, $d: [String!]) ${selectionOf(schema.getQueryType()!, 0)}`;
    const fragments = text.includes('...F')
      ? ` fragment F on ${draw.of(['Query', ...Object.keys(schema.getTypeMap())])} ${draw.of(['{ __typename }', '{ ...F }', '{ constructor }'])}`
      : '';
    kept.push(`${text}${fragments}`);
    return `${text}${fragments}`;
  };
};
