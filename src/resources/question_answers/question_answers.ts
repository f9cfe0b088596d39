import * as f from '@/fields';
import { defineResource, type Filter, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** Answers about health or contact, and those that only administrators asked for, need the key of administrators. */
const plain: Filter = {
  and: [
    { field: 'questionid.sensitive', op: 'eq', value: false },
    { field: 'questionid.admin_only', op: 'eq', value: false },
  ],
};
const federated: Filter = { and: [plain, { field: 'eventid.fmtri_required', op: 'eq', value: true }] };

/** The answer of an athlete to a question of the event. */
export const question_answers = defineResource('question_answers', {
  service: 'inscription',
  singular: 'question_answer',
  key: 'question_answerid',
  permission: 'event-inscription',
  tenancy: { parent: 'inscriptionid' },
  platform: 'EVENT',
  access: {
    list: [{ key: 'event-inscription', when: plain }, 'event-admin-inscription', { key: 'fmtri-affiliations', when: federated }],
    create: [],
    edit: [],
    delete: [],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'questionid',
  imports: {
    type: 'answers',
    permission: 'event-admin-inscription',
    modes: ['add', 'update', 'upsert'],
    event: 'eventid',
    writes: ['inscriptionid', 'questionid', 'value'],
    matches: { folio: ['inscriptionid', 'questionid'] },
  },
  fields: {
    inscriptionid: f.belongsTo('inscriptions', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    questionid: f.belongsTo('event_questions', { required: true, match: { eventid: 'eventid' }, ...readOnly }),
    value: f.json({ required: true, ...readOnly }),
  },
  list: {
    columns: ['questionid', 'value', 'inscriptionid', 'updated'],
    filters: ['eventid', 'questionid', 'inscriptionid', 'updated'],
    sort: { created: 'asc' },
    sortable: ['created', 'updated'],
  },
  form: {},
  views: ['list', 'show'],
  indexes: [
    { on: ['inscriptionid', 'questionid'], unique: true, where: 'deleted_at is null' },
    { on: ['organizationid', 'eventid', 'questionid'] },
    { on: ['inscriptionid'], removed: true },
  ],
});

export type QuestionAnswer = InferRow<typeof question_answers>;
export type QuestionAnswerInput = InferInput<typeof question_answers>;
