import * as f from '@/fields';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';
import { federated } from '@/schema/presets';

const option = { value: f.text({ required: true, max: 60 }), label: f.i18nText({ required: true, max: 120 }) };
const choosing: ReadonlySet<unknown> = new Set(['select', 'multiselect']);
const measured = new Set(['text', 'textarea', 'number', 'multiselect']);
const personal: ReadonlySet<unknown> = new Set(['email', 'phone', 'file']);
const compiles = (pattern: string): boolean => {
  try {
    return Boolean(new RegExp(pattern));
  } catch {
    return false;
  }
};

/** A question of an event to its athletes. A question with answers is archived, never removed. */
export const event_questions = defineResource('event_questions', {
  service: 'event',
  singular: 'event_question',
  key: 'questionid',
  permission: 'events',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 22,
  access: { list: ['events', federated] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'label',
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    label: f.i18nText({ required: true, max: 200 }),
    help: f.i18nText({ max: 400 }),
    type: f.choice(['text', 'textarea', 'number', 'phone', 'email', 'date', 'select', 'multiselect', 'boolean', 'file', 'country'], {
      default: 'text',
    }),
    options: f.rows(option, { max: 100 }),
    required: f.boolean(),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    ask_at: f.choice(['checkout', 'after_payment', 'delivery'], { default: 'checkout' }),
    visible_if_questionid: f.belongsTo('event_questions', { match: { eventid: 'eventid' } }),
    visible_if_op: f.choice(['answered', 'eq', 'not', 'has']),
    visible_if_value: f.text({ max: 200 }),
    min: f.integer({ min: 0, max: 1_000_000_000 }),
    max: f.integer({ min: 0, max: 1_000_000_000 }),
    regex: f.text({ max: 200 }),
    sensitive: f.boolean(),
    admin_only: f.boolean(),
    sort: f.integer({ default: 0, min: 0, max: 10_000 }),
    active: f.boolean({ default: true }),
    answers_count: f.count('question_answers.questionid', { stored: true }),
  },
  list: {
    columns: ['label', 'type', 'required', 'ask_at', 'distanceids', 'sensitive', 'admin_only', 'answers_count', 'active'],
    filters: ['eventid', 'type', 'required', 'ask_at', 'distanceids', 'sensitive', 'admin_only', 'active'],
    search: ['label'],
    sort: { sort: 'asc' },
    sortable: ['sort', 'answers_count', 'created'],
  },
  form: {
    question: ['eventid', 'label', 'help', 'type', 'options', 'required', 'sort', 'active'],
    asked: ['ask_at', 'distanceids', 'visible_if_questionid', 'visible_if_op', 'visible_if_value'],
    limits: ['min', 'max', 'regex'],
    privacy: ['sensitive', 'admin_only'],
  },
  when: {
    options: ({ type }) => choosing.has(type),
    visible_if_op: ({ visible_if_questionid }) => visible_if_questionid != null,
    visible_if_value: ({ visible_if_questionid, visible_if_op }) =>
      visible_if_questionid != null && visible_if_op != null && visible_if_op !== 'answered',
    min: ({ type }) => measured.has(type ?? 'text'),
    max: ({ type }) => measured.has(type ?? 'text'),
    regex: ({ type }) => (type ?? 'text') === 'text',
  },
  rules: {
    optionsToChoose: { on: 'options', check: ({ type, options }) => !choosing.has(type) || (options?.length ?? 0) > 1 },
    optionsApart: { on: 'options', check: ({ options }) => new Set(options?.map(({ value }) => value)).size === (options?.length ?? 0) },
    limitsInOrder: inOrder('min', 'max'),
    regexCompiles: { on: 'regex', check: ({ regex }) => !regex || compiles(regex) },
    conditionWhole: {
      on: 'visible_if_op',
      check: ({ visible_if_questionid, visible_if_op }) => visible_if_questionid == null || visible_if_op != null,
    },
    conditionHasValue: {
      on: 'visible_if_value',
      check: ({ visible_if_op, visible_if_value }) => visible_if_op == null || visible_if_op === 'answered' || Boolean(visible_if_value),
    },
    contactIsSensitive: { on: 'sensitive', check: ({ type, sensitive }) => !personal.has(type) || sensitive === true },
  },
  related: ['question_answers.questionid'],
  indexes: [{ on: ['organizationid', 'eventid', 'sort'] }],
});

export type EventQuestion = InferRow<typeof event_questions>;
export type EventQuestionInput = InferInput<typeof event_questions>;
