import type { Json } from '@/schema/project/openapi/parts';
import { isParts, listIn, partOf, textIn } from '@/schema/unknown';

/** Deeper parts of an example say nothing new. */
const deepest = 4;
const texts: Readonly<Record<string, string>> = {
  'date-time': '2027-03-14T13:30:00Z',
  date: '2027-03-14',
  email: 'ana@example.com',
  uri: 'https://example.com/',
  uuid: '5f0c1a52-6d0e-4d3c-9a55-0f8f0a3d2b11',
  binary: '(file)',
};

/** A schema by reference, or the schema itself. */
export const resolved = (schema: unknown, schemas: unknown): unknown => {
  const name = textIn(partOf(schema, '$ref'))?.split('/').at(-1);
  return name === undefined ? schema : partOf(schemas, name);
};
const isNull = (schema: unknown): boolean => partOf(schema, 'type') === 'null';
/** The first of several alternatives that is not null; the schema itself where there are none. */
export const chosen = (schema: unknown): unknown =>
  [...listIn(partOf(schema, 'anyOf')), ...listIn(partOf(schema, 'oneOf'))].find((each) => !isNull(each)) ?? schema;

/** A value that a schema of the document accepts, for people to read. */
export const exampleOf = (given: unknown, schemas: unknown, depth = 0): unknown => {
  const schema = resolved(chosen(resolved(given, schemas)), schemas);
  for (const name of ['example', 'const', 'default']) if (partOf(schema, name) !== undefined) return partOf(schema, name);
  const [value] = listIn(partOf(schema, 'enum'));
  if (value !== undefined) return value;
  const type = [partOf(schema, 'type')].flat().find((each) => each !== 'null');
  if (type === 'array') return depth >= deepest ? [] : [exampleOf(partOf(schema, 'items'), schemas, depth + 1)];
  if (type === 'integer' || type === 'number') return partOf(schema, 'exclusiveMinimum') === 0 ? 1 : (partOf(schema, 'minimum') ?? 1);
  if (type === 'boolean') return true;
  if (type === 'string') return texts[textIn(partOf(schema, 'format')) ?? ''] ?? '…';
  const properties = partOf(schema, 'properties');
  if (!isParts(properties) || depth >= deepest) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each, schemas, depth + 1)]));
};

/** The kind of a value in a word: its type, the name of its schema, or the values that it may have. */
export const kindOf = (given: unknown): string => {
  const schema = chosen(given);
  const name = textIn(partOf(schema, '$ref'))?.split('/').at(-1);
  if (name !== undefined) return name;
  const values = listIn(partOf(schema, 'enum'));
  if (values.length > 0) return values.map(String).join(' | ');
  const types = [partOf(schema, 'type')].flat().filter((each) => each !== 'null' && each !== undefined);
  if (types[0] === 'array') return `${kindOf(partOf(schema, 'items'))}[]`;
  return [types.map(String).join(' | ') || 'any', textIn(partOf(schema, 'format'))].filter(Boolean).join(', ');
};

/** One operation of a document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly operation: Json;
}
/** The operations of a document, in its order. */
export const operationsOf = (document: Json): readonly Operation[] =>
  Object.entries(isParts(document['paths']) ? document['paths'] : {}).flatMap(([path, methods]) =>
    Object.entries(isParts(methods) ? methods : {}).flatMap(([method, operation]): readonly Operation[] =>
      isParts(operation)
        ? [{ method: method.toUpperCase(), path, tag: textIn(listIn(operation['tags'])[0]) ?? (path.split('/')[1] || 'other'), operation }]
        : [],
    ),
  );
