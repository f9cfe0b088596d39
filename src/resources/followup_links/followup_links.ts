import * as f from '@/fields';
import { defineChoices, defineResource, now, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const kinds = defineChoices('followup_kinds', ['organizer_stats', 'athlete_status', 'results', 'delivery_progress']);
type Kind = (typeof kinds)[number];
/** What a follow-up page may show: counts, never people. */
const followupParts = defineChoices('followup_parts', ['distances', 'statuses', 'capacity', 'athletes', 'delivery', 'results']);
type Part = (typeof followupParts)[number];
/** The possible parts of a link of each kind; it shows the chosen ones. */
export const partsOfKind: Readonly<Record<Kind, readonly Part[]>> = {
  organizer_stats: followupParts,
  athlete_status: ['statuses', 'athletes'],
  results: ['results'],
  delivery_progress: ['delivery'],
};

/**
 * A link that shows the progress of an event to anyone who has it, without signing in. Its token is stored as a hash and was shown once.
 */
export const followup_links = defineResource('followup_links', {
  service: 'event',
  singular: 'followup_link',
  key: 'followupid',
  permission: 'event-followup',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'event',
  tab: 70,
  route: 'public-links',
  access: { create: [], edit: [], delete: [], open: ['event-followup'], revoke: ['event-followup'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'title',
  fields: {
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    title: f.text({ required: true, max: 120, ...readOnly }),
    kind: f.choice(kinds, { default: 'organizer_stats', ...readOnly }),
    fields: f.choices(followupParts, { default: followupParts, ...readOnly }),
    has_password: f.boolean({ ...readOnly }),
    expires_at: f.dateTime({ required: true, ...readOnly }),
    max_views: f.integer({ min: 1, max: 1_000_000, ...readOnly }),
    views: f.integer({ min: 0, default: 0, ...readOnly }),
    last_view_at: f.dateTime({ ...readOnly }),
    revoked_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: ['title', 'eventid', 'kind', 'has_password', 'expires_at', 'views', 'last_view_at', 'revoked_at'],
    filters: ['eventid', 'kind', 'has_password', 'expires_at', 'revoked_at', 'created'],
    search: ['title'],
    sort: { created: 'desc' },
    sortable: ['title', 'expires_at', 'views', 'created'],
    totals: { views: 'sum' },
  },
  form: {},
  show: {
    link: ['title', 'eventid', 'kind', 'fields', 'has_password', 'expires_at', 'max_views'],
    use: ['views', 'last_view_at', 'revoked_at'],
  },
  actions: {
    open: {
      on: 'list',
      icon: 'plus',
      reveals: 'link',
      input: {
        eventid: f.belongsTo('events', { required: true }),
        title: f.text({ required: true, max: 120 }),
        kind: f.choice(kinds, { default: 'organizer_stats' }),
        fields: f.choices(followupParts, { default: followupParts }),
        expires_at: f.dateTime({ required: true }),
        password: f.text({ min: 6, max: 120 }),
        max_views: f.integer({ min: 1, max: 1_000_000 }),
      },
    },
    revoke: {
      on: 'rows',
      icon: 'lock',
      danger: true,
      confirm: true,
      refuses: { revoked: ({ revoked_at }) => revoked_at !== null },
      set: { revoked_at: now },
    },
  },
  indexes: [
    { on: ['organizationid', 'eventid', 'created'] },
    { on: ['organizationid', 'created'] },
    { on: ['organizationid', 'title'] },
    { on: ['organizationid', 'expires_at'] },
    { on: ['organizationid', 'views'] },
  ],
  views: ['list', 'show'],
});

export type FollowupLink = InferRow<typeof followup_links>;
