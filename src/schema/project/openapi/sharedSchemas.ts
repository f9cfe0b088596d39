import { errorCodes } from '../../errorCodes';
import { ref, type Json } from './parts';

const code = ref('ErrorCode');
const rule: Json = { type: 'string', description: 'Which declared rule, check or refusal it is: `<resource>.<name>`.' };
const message: Json = { type: 'string', description: 'In the language of Accept-Language, for people.' };

/** The errors, field by field. */
export const problems: Json = {
  type: 'array',
  items: { type: 'object', required: ['path', 'code', 'message'], properties: { path: { type: 'string' }, code, rule, message } },
};
const refusals: Json = {
  type: 'array',
  items: { type: 'object', properties: { id: { type: 'integer' }, code, rule, reason: message } },
};
const reasons: Json = {
  type: 'array',
  description: 'The records that are left out, by reason.',
  items: {
    type: 'object',
    required: ['kind', 'code', 'reason', 'ids'],
    properties: {
      kind: { type: 'string', enum: ['skipped', 'failed'] },
      code: { type: 'string' },
      rule: { type: 'string' },
      reason: { type: 'string' },
      ids: { type: 'array', items: { type: 'integer' } },
    },
  },
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
      result: {},
      undo: {
        type: 'array',
        items: { type: 'integer' },
        description: 'The records that were changed, if the action can be taken back (…/undo).',
      },
    },
  },
  Estimate: {
    type: 'object',
    description: 'What a rehearsal answers that did not try all of the records.',
    required: ['ok', 'total', 'tried', 'surprised', 'left'],
    properties: {
      ok: { type: 'integer' },
      total: { type: 'integer' },
      tried: { type: 'integer', description: 'On how many records the whole code ran.' },
      surprised: {
        type: 'integer',
        description: 'How many of those tried were left out by what only the code knows: of the others a like share may be.',
      },
      left: reasons,
    },
  },
  Run: {
    type: 'object',
    required: ['runid', 'total', 'done', 'ok', 'left', 'skipped', 'failed', 'reasons', 'state', 'finished'],
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
      skipped: {
        ...refusals,
        description: 'The first thousand by key, once the run does not go on and its state is read; empty in the answers before.',
      },
      failed: refusals,
      reasons: { ...reasons, description: 'All records that were left out, by reason, where they are listed.' },
      rehearsal: {
        type: 'object',
        description: 'There where nothing is changed: what the rehearsal is at.',
        required: ['phase', 'done', 'total', 'surprised'],
        properties: {
          phase: {
            type: 'string',
            enum: ['judging', 'counting', 'trying'],
            description: 'It judges the state of every record, counts what they take, and runs the whole code on some.',
          },
          done: { type: 'integer', description: 'How far the phase is; in the end on how many records the whole code ran.' },
          total: { type: 'integer' },
          surprised: { type: 'integer', description: 'How many of those tried were left out by what only the code knows.' },
        },
      },
      state: {
        type: 'string',
        enum: ['running', 'stopped', 'failed', 'done'],
        description: 'A run that was stopped or failed goes on when it is resumed.',
      },
      reason: { type: 'object', description: 'Why it failed.', properties: { code: { type: 'string' }, message: { type: 'string' } } },
      finished: { type: 'boolean' },
      created: { type: 'string' },
    },
  },
};
