import * as f from '@/fields';
import { defineResource, given, me, now, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const reason = f.text({ required: true, max: 300 });
/** The same person and the same phone or mailbox, as `findTwins` scores it. */
const certainScore = 100;

/** Two athletes who may be the same person: why, and what was decided. The account that stays is the survivor. */
export const user_merges = defineResource('user_merges', {
  service: 'user',
  singular: 'user_merge',
  key: 'mergeid',
  permission: 'merge-user',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  title: 'survivor_userid',
  menu: { group: 'people', icon: 'merge', order: 70 },
  fields: {
    survivor_userid: f.belongsTo('web_users', { required: true, ...readOnly }),
    loser_userid: f.belongsTo('web_users', { required: true, ...readOnly }),
    score: f.integer({ required: true, min: 0, max: 100, ...readOnly }),
    match_reasons: f.choices(['email', 'phone', 'curp', 'name_dob', 'similar_name'], { ...readOnly }),
    status: f.status(
      {
        suggested: { tone: 'amber', icon: 'hourglass' },
        previewed: { tone: 'blue', icon: 'dot' },
        done: { tone: 'green', icon: 'check' },
        reverted: { tone: 'grey', icon: 'return' },
        dismissed: { tone: 'grey', icon: 'cross', strike: true },
      },
      { default: 'suggested', ...readOnly },
    ),
    field_choices: f.json({ ...readOnly }),
    moved_counts: f.json({ ...readOnly }),
    conflicts: f.json({ ...readOnly }),
    undo: f.json({ ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
    performed_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    performed_at: f.dateTime({ ...readOnly }),
    revert_until: f.dateTime({ ...readOnly }),
  },
  list: {
    board: 'status',
    columns: ['survivor_userid', 'loser_userid', 'score', 'match_reasons', 'status', 'performed_by_userid', 'performed_at', 'created'],
    filters: ['status', 'score', 'match_reasons', 'survivor_userid', 'loser_userid', 'performed_by_userid', 'created'],
    search: ['survivor_userid', 'loser_userid'],
    sort: { score: 'desc' },
    sortable: ['score', 'performed_at', 'created'],
  },
  show: {
    pair: ['survivor_userid', 'loser_userid', 'score', 'match_reasons', 'conflicts'],
    decision: ['status', 'reason', 'performed_by_userid', 'performed_at', 'revert_until', 'field_choices', 'moved_counts'],
  },
  form: {},
  actions: {
    compare: { on: 'row', reads: true, ownPage: true },
    merge: {
      on: 'row',
      icon: 'arrow',
      danger: true,
      ownPage: true,
      from: { status: ['suggested', 'previewed'] },
      input: { keep: f.choice(['survivor', 'loser'], { default: 'survivor' }), choices: f.json(), reason },
    },
    merge_certain: {
      on: 'rows',
      icon: 'check',
      danger: true,
      confirm: true,
      from: { status: ['suggested', 'previewed'] },
      leads: { status: ['done'] },
      refuses: { uncertain: ({ score }) => score < certainScore },
      input: { reason },
    },
    revert: {
      on: 'row',
      icon: 'return',
      danger: true,
      confirm: true,
      from: { status: ['done'] },
      leads: { status: ['reverted'] },
      input: { reason },
    },
    dismiss: {
      on: 'rows',
      icon: 'cross',
      confirm: true,
      from: { status: ['suggested', 'previewed'] },
      input: { reason },
      set: { status: 'dismissed', reason: given('reason'), performed_by_userid: me, performed_at: now },
    },
  },
  views: ['list', 'show'],
  waits: {
    to_decide: { when: { field: 'status', op: 'in', value: ['suggested', 'previewed'] }, for: 'merge', says: ['loser_userid', 'score'] },
  },
  indexes: [
    { on: ['survivor_userid', 'loser_userid'], unique: true, where: "deleted_at is null and status <> 'reverted'" },
    { on: ['score', 'mergeid'] },
    { on: ['status', 'score'] },
    { on: ['survivor_userid'], removed: true },
    { on: ['loser_userid'], removed: true },
  ],
  checks: {
    two_people: 'survivor_userid <> loser_userid',
    decided_with_a_reason: "status in ('suggested', 'previewed') or reason is not null",
  },
});

export type UserMerge = InferRow<typeof user_merges>;
export type UserMergeInput = InferInput<typeof user_merges>;
