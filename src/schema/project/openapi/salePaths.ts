import type { Registry } from '../../registry';
import { partOf } from '../../unknown';
import { inputSchema } from '../zod';
import { answer, asJson, nullable, schemaOf, type Json } from './parts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const list = (items: Json): Json => ({ type: 'array', items });
const event_code = { type: 'string', description: 'The web identifier of the event, as in the address of its page.' };
const refusal: Json = {
  type: 'object',
  properties: {
    status_code: { ...whole, description: 'What a message with this sale alone is answered: 400, 403, 404 or 409.' },
    source: nullable(text),
    external_ref: nullable(text),
    code: text,
    message: text,
    errors: list({ type: 'object', properties: { path: text, code: text, message: text } }),
  },
};
const kept: Json = {
  type: 'object',
  properties: {
    status_code: { ...whole, description: '201 for a new sale, 200 for one that was known.' },
    external_inscriptionid: whole,
    source: text,
    external_ref: text,
    status: text,
    error_code: nullable(text),
    error: nullable(text),
    inscriptionid: nullable(whole),
    folio: nullable(text),
    prefix: nullable(text),
    number: nullable(whole),
    duplicate_of_inscriptionid: nullable(whole),
  },
};
const oneOrMany = (schema: Json): Json => ({
  requestBody: { required: true, content: asJson({ oneOf: [schema, { ...list(schema), minItems: 1, maxItems: 100 }] }) },
});
const answers: Json = {
  200: answer('The sale was known, or there are many: one answer for each, in their order.', {
    oneOf: [kept, { type: 'object', properties: { items: list({ oneOf: [kept, refusal] }) } }],
  }),
  ...Object.fromEntries([400, 403, 404, 409].map((status) => [status, answer('The sale was refused and not kept.', refusal)])),
};

/** Where programs of partners report what they sold, and what they took back. */
export const salePaths = (registry: Registry): Json => {
  const resource = registry.find('external_inscriptions');
  if (!resource) return {};
  const declared = schemaOf(inputSchema(resource, registry, 'create'))['properties'];
  const said = (names: readonly string[]): Json => Object.fromEntries(names.map((name) => [name, partOf(declared, name)]));
  const sale: Json = {
    type: 'object',
    required: ['source', 'external_ref', 'event_code', 'amount_cents', 'sold_at'],
    properties: { ...said(resource.imports?.writes ?? []), event_code },
  };
  return {
    '/external_inscriptions/intake': {
      post: {
        operationId: 'report_external_inscriptions',
        tags: ['external_inscriptions'],
        summary: 'Reports sales. Each is judged by itself; the same report again gets the same answer.',
        ...oneOrMany(sale),
        responses: { ...answers, 201: answer('The sale was kept; `status` says what became of it.', kept) },
      },
    },
    '/external_inscriptions/intake/cancel': {
      post: {
        operationId: 'take_back_external_inscriptions',
        tags: ['external_inscriptions'],
        summary: 'Takes sales back: their registrations are cancelled.',
        ...oneOrMany({
          type: 'object',
          required: ['source', 'external_ref', 'reason'],
          properties: { ...said(['source', 'external_ref']), event_code, reason: { type: 'string', maxLength: 300 } },
        }),
        responses: answers,
      },
    },
  };
};
