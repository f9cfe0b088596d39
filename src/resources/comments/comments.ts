import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** What people write about a record, for those who may see it too. */
export const comments = defineResource('comments', {
  service: 'general',
  singular: 'comment',
  key: 'commentid',
  permission: 'anyone',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { owner: 'userid', about: 'recordid', aboutKind: 'resource' },
  title: 'userid',
  fields: {
    resource: f.text({ required: true, createOnly: true, max: 60, pattern: /^[a-z][a-z_]*$/ }),
    recordid: f.integer({ required: true, createOnly: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
    text: f.longText({ required: true, max: 4000 }),
    files: f.file({ multiple: 5 }),
    mentioned_userids: f.manyToMany('users', { max: 20 }),
    userid: f.belongsTo('users', { required: true, named: true, ...readOnly }),
  },
  list: {
    columns: ['userid', 'text', 'resource', 'created'],
    filters: ['resource', 'recordid', 'mentioned_userids', 'userid', 'created'],
    sort: { created: 'desc' },
  },
  form: { comment: ['resource', 'recordid', 'text', 'mentioned_userids', 'files'] },
  waits: {
    mentioned: {
      when: { not: { field: 'mentioned_userids', op: 'null', value: true } },
      owner: 'mentioned_userids',
      untilRead: true,
      says: ['text'],
    },
  },
  indexes: [
    { on: ['recordid', 'resource'], where: 'deleted_at is null' },
    { on: ['recordid', 'resource'], removed: true },
  ],
});

export type Comment = InferRow<typeof comments>;
export type CommentInput = InferInput<typeof comments>;
