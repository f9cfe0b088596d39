import { z } from 'zod';
import type { AnyResource } from '../../resource';
import { isParts, textIn } from '../../unknown';

/** A part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

const ownDefinitions = '#/$defs/';
/** Zod points at definitions of its own schema, which have another place in a document; only any JSON refers to itself. */
const withoutDefinitions = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(withoutDefinitions);
  if (!isParts(part)) return part;
  if (textIn(part['$ref'])?.startsWith(ownDefinitions)) return {};
  return Object.fromEntries(Object.entries(part).flatMap(([name, each]) => (name === '$defs' ? [] : [[name, withoutDefinitions(each)]])));
};

/** The JSON schema of a request. */
export const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const whole = withoutDefinitions(rest);
  return isParts(whole) ? whole : {};
};
/** Adds null to a schema. */
export const nullable = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });
/** A reference to a schema of the document, by name. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
/** A JSON body. */
export const asJson = (schema: Json): Json => ({ 'application/json': { schema } });
/** An answer with a body. */
export const answer = (description: string, schema: Json): Json => ({ description, content: asJson(schema) });

const errorAnswers: Json = Object.fromEntries(
  Object.entries({
    400: 'The request is wrong, field by field.',
    401: 'Nobody is signed in.',
    403: 'Visible, but no key opens it.',
    404: 'Not visible.',
    409: 'Contradicts the present state, or a stale version.',
  }).map(([status, description]) => [status, answer(description, ref('Error'))]),
);

/** A parameter of a path. */
export const parameter = (name: string, place: 'path' | 'query', schema: Json, description: string): Json => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  description,
});
/** The key of the record in a path. */
export const idParameter = parameter('id', 'path', { type: 'integer' }, 'Key of the record.');

/** An operation, with the errors that every operation may answer. */
export const operation = (resource: AnyResource, name: string, summary: string, more: Json): Json => ({
  operationId: `${name}_${resource.name}`,
  tags: [resource.name],
  summary,
  ...more,
  responses: { ...(more['responses'] as Json), ...errorAnswers },
});
/** The body of a request. */
export const body = (schema: Json): Json => ({ requestBody: { required: true, content: asJson(schema) } });
/** The answer to a successful request. */
export const ok = (schema: Json, status = '200'): Json => ({ responses: { [status]: answer('Done.', schema) } });
