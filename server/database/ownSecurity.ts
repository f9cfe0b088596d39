import type { distances } from '@/resources/distances/distances';
import type { events } from '@/resources/events/events';
import type { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { result_sets } from '@/resources/result_sets/result_sets';
import type { results } from '@/resources/results/results';
import type { InferColumns } from '@/schema';
import type { Rule } from '@/schema/project/rules';
import type { TableRules } from '@/schema/project/security';

const current = "(select nullif(current_setting('app.org', true), '')::bigint)";

const owned = (table: string): TableRules => ({
  table,
  guarded: true,
  grants: [
    ['select, insert', 'dorsal_tenant'],
    ['select, insert', 'dorsal_platform'],
  ],
  policies: [
    { name: 'platform', to: 'dorsal_platform', command: 'all', using: 'true', check: 'true' },
    { name: 'tenant_select', to: 'dorsal_tenant', command: 'select', using: `organizationid = ${current}` },
    { name: 'tenant_insert', to: 'dorsal_tenant', command: 'insert', check: `coalesce(organizationid, ${current}) = ${current}` },
  ],
});

const person = "(select nullif(current_setting('app.userid', true), '')::bigint)";
const mine = `organizationid = ${current} and userid = ${person}`;
const verbs = 'select, insert, update, delete';
const personal = (table: string): TableRules => ({
  table,
  guarded: true,
  grants: [
    [verbs, 'dorsal_tenant'],
    [verbs, 'dorsal_platform'],
  ],
  policies: [{ name: 'mine', to: ['dorsal_tenant', 'dorsal_platform'], command: 'all', using: mine, check: mine }],
});

/** Rows of a person in every organization. */
const ofPerson = (table: string, allowed: string): TableRules => ({
  table,
  guarded: true,
  grants: [
    [allowed, 'dorsal_tenant'],
    [allowed, 'dorsal_platform'],
  ],
  policies: [
    { name: 'mine', to: ['dorsal_tenant', 'dorsal_platform'], command: 'all', using: `userid = ${person}`, check: `userid = ${person}` },
  ],
});

type ColumnsOf<R> = readonly (keyof InferColumns<R>)[];
/** The columns of an event that people may read without signing in: columns for counting, and none that identifies anybody. */
const counted = {
  events: ['eventid', 'name', 'start_at', 'city', 'status', 'capacity', 'sold_count', 'held_count', 'deleted_at'],
  distances: ['distanceid', 'eventid', 'name', 'sort', 'capacity', 'sold_count', 'held_count', 'deleted_at'],
  inscriptions: ['eventid', 'distanceid', 'status', 'kit_status', 'exoneration_status', 'checked_in_at', 'deleted_at'],
  result_sets: ['result_setid', 'eventid', 'distanceid', 'revision', 'status', 'deleted_at'],
  results: ['result_setid', 'eventid', 'status', 'deleted_at'],
} satisfies {
  readonly events: ColumnsOf<typeof events>;
  readonly distances: ColumnsOf<typeof distances>;
  readonly inscriptions: ColumnsOf<typeof inscriptions>;
  readonly result_sets: ColumnsOf<typeof result_sets>;
  readonly results: ColumnsOf<typeof results>;
};
const opened = Object.entries(counted).map(([table, columns]): TableRules => ({
  table,
  grants: [[`select (${columns.join(', ')})`, 'dorsal_public']],
  policies: [
    {
      name: 'public',
      to: 'dorsal_public',
      command: 'select',
      using: "deleted_at is null and eventid = (select nullif(current_setting('app.event', true), '')::bigint)",
    },
  ],
}));

/**
 * Grants and policies of the tables without a resource: audits and uploads are added and read, never changed; runs belong to one person.
 * Only the owner reads the tables for signing in.
 */
export const ownSecurity: readonly TableRules[] = [
  owned('audits'),
  owned('uploads'),
  personal('action_runs'),
  personal('action_refusals'),
  ...opened,
  ofPerson('user_writes', 'select, insert, update'),
  ofPerson('inbox_marks', verbs),
  ofPerson('inbox_silences', verbs),
  {
    table: 'access_stamp',
    grants: [
      ['select', 'dorsal_tenant'],
      ['select', 'dorsal_platform'],
    ],
    policies: [],
  },
  {
    table: 'list_changes',
    grants: [
      ['select', 'dorsal_tenant'],
      ['select', 'dorsal_platform'],
    ],
    policies: [],
  },
];

/** The key of the row in a table with one row. */
export const ownRules: readonly Rule[] = [
  { name: 'row access_stamp', sql: 'insert into public.access_stamp (one) values (true) on conflict do nothing;' },
];
