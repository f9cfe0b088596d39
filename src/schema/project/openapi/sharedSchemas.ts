import { errorCodes } from '../../errorCodes';
import { ref, type Json } from './parts';

const code = ref('ErrorCode');
const rule: Json = { type: 'string', description: 'Which declared rule, check or refusal it is: `<resource>.<name>`.' };
const message: Json = { type: 'string', description: 'In the language of Accept-Language, for people.' };

/** What is wrong, field by field. */
export const problems: Json = {
  type: 'array',
  items: { type: 'object', required: ['path', 'code', 'message'], properties: { path: { type: 'string' }, code, rule, message } },
};
const refusals: Json = {
  type: 'array',
  items: { type: 'object', properties: { id: { type: 'integer' }, code, rule, reason: message } },
};
/** The schemas that every service has. */
export const sharedSchemas: Json = {
  ErrorCode: {
    type: 'string',
    enum: Object.keys(errorCodes),
    description: 'What went wrong, for programs. New codes may be added; those that are here stay.',
  },
  Error: {
    type: 'object',
    required: ['statusCode', 'code', 'message', 'errors'],
    properties: { statusCode: { type: 'integer' }, code, rule, message, errors: problems },
  },
  ActionAnswer: {
    type: 'object',
    required: ['ok', 'skipped', 'failed'],
    properties: {
      ok: { type: 'integer' },
      skipped: refusals,
      failed: refusals,
      tried: { type: 'integer', description: 'On how many records a rehearsal ran the whole code, where that was not all of them.' },
      total: { type: 'integer' },
      result: {},
    },
  },
  Run: {
    type: 'object',
    required: ['runid', 'total', 'done', 'ok', 'left', 'skipped', 'failed', 'finished'],
    properties: {
      runid: { type: 'string' },
      action: { type: 'string' },
      total: { type: 'integer' },
      done: { type: 'integer' },
      ok: { type: 'integer' },
      left: {
        type: 'object',
        description: 'How many were left out so far.',
        properties: { skipped: { type: 'integer' }, failed: { type: 'integer' } },
      },
      skipped: { ...refusals, description: 'Whole when the run has finished and when its state is read; empty in the answers before.' },
      failed: refusals,
      finished: { type: 'boolean' },
      created: { type: 'string' },
    },
  },
};
