import { registry } from '@/resources';
import { operators } from '@/schema/filter';
import { hostile, hostileText, valid, type Draw, type Shape } from './hostile';
import { hostileForm } from './hostileForm';
import type { Asked } from './hostileRoutes';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: Shape;
}
/** An operation of the OpenAPI document of a service. */
export interface Operation {
  readonly method: Asked['method'];
  readonly path: string;
  readonly resource: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Shape | undefined;
  readonly known: Readonly<Record<string, Shape>>;
}
/** The people who send requests, and the keys of existing records. */
export interface Ground {
  readonly bearers: readonly string[];
  readonly keys: ReadonlyMap<string, readonly number[]>;
}

const comparison = (draw: Draw, fields: readonly string[]): unknown => ({
  field: draw.chance(0.9) ? draw.of(fields) : hostileText(draw),
  op: draw.chance(0.95) ? draw.of(operators) : hostileText(draw),
  value: draw.chance(0.5)
    ? hostile(draw)
    : draw.of<unknown>([1, [1, 2], 'a', ['a'], true, '2026-11-01', ['2026-11-01', '2026-11-02'], 'active']),
});
/** A filter over a resource, sometimes with mistakes. */
export const filterOf = (draw: Draw, resource: string | undefined, depth = 0): unknown => {
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
const addressOf = (draw: Draw, operation: Operation, keys: Ground['keys']): string => {
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
/** A bearer and a language; sometimes no bearer. */
export const headersOf = (draw: Draw, { bearers }: Ground): Record<string, string> => {
  const authorization = draw.chance(0.03) ? draw.of(['', 'Bearer nobody', 'Bearer \0', 'Basic x']) : draw.of(bearers);
  return { 'accept-language': draw.of(['es', 'en', 'de;q=x', '*']), ...(authorization && { authorization }) };
};
const brokenBodies = [
  '',
  '{',
  '{"a":1}',
  '--x\r\n',
  '--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n{"__proto__":1}\r\n--x--',
  '[1]',
  '\0',
  '{"version":1,"__proto__":{}}',
  `${'['.repeat(9000)}${']'.repeat(9000)}`,
];
/** A request to an operation as described, with hostile values in it. */
export const requestOf = (draw: Draw, operation: Operation, ground: Ground): Asked => {
  const { method } = operation,
    url = addressOf(draw, operation, ground.keys),
    headers = headersOf(draw, ground);
  if (method === 'GET') return { method, url, headers };
  if (draw.chance(0.03)) {
    const fields = Object.keys(registry.find(operation.resource ?? '')?.fields ?? {});
    return { method, url, ...hostileForm(draw, headers, ['data', 'data', 'file', ...fields]) };
  }
  const body = bodyOf(draw, operation);
  if (draw.chance(0.04)) return { method, url, headers: { ...headers, 'content-type': draw.of(contents) }, payload: draw.of(brokenBodies) };
  return body === undefined
    ? { method, url, headers }
    : { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) };
};
