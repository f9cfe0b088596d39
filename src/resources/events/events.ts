import * as f from '@/fields';
import { eventCategories } from '@/domain/lists';
import { defineChoices, defineResource, given, inOrder, now, platforms, regions, type InferInput, type InferRow } from '@/schema';
import { seats } from '@/domain/registration/lifecycle';
import { homeZone } from '@/schema/homeZone';
import { moneyKeys, readOnly } from '@/schema/presets';

/** Whether the platform's calendars know the zone. A bare offset is refused, because databases read its sign the other way round. */
const isZone = (zone: string): boolean => {
  try {
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};
const refundStep = {
  days_before: f.integer({ required: true, min: 0, max: 730 }),
  percent: f.integer({ required: true, min: 0, max: 100 }),
};
const address = f.url({ max: 300 });
const networks = { web: address, facebook: address, instagram: address, x: address, tiktok: address, youtube: address };
const running = ['published', 'sold_out', 'closed', 'in_progress'] as const;
/** The states in which the public sees an event: none is reached without the publish checklist. */
export const openStates = [...running, 'finished'] as const;
/** States whose public page is there once the event was published: past events keep it, because their results are linked from elsewhere. */
export const shownStates = [...openStates, 'cancelled', 'postponed', 'archived'] as const;
/** The states from which an event can still be called off. */
const ahead = ['draft', 'in_review', ...running, 'postponed'] as const;
const refunds = defineChoices('event_refunds', ['policy', 'full', 'none']);

/** A race or sports event of one organization: the workspace in which organizers work. */
export const events = defineResource('events', {
  service: 'event',
  singular: 'event',
  key: 'eventid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  access: {
    list: ['events', { key: 'fmtri-affiliations', when: { field: 'fmtri_required', op: 'eq', value: true } }],
    overview: ['events', { key: 'fmtri-affiliations', when: { field: 'fmtri_required', op: 'eq', value: true } }],
    pace: ['event-inscription', { key: 'fmtri-affiliations', when: { field: 'fmtri_required', op: 'eq', value: true } }],
  },
  scope: { region: 'region', event: 'eventid' },
  title: 'name',
  overview: true,
  menu: { group: 'events', icon: 'calendar', order: 10, letter: 'e' },
  fields: {
    name: f.i18nText({ required: true, max: 160 }),
    slug: f.slug({ required: true, unique: true, from: 'name' }),
    category: f.choice(eventCategories, { required: true }),
    region: f.choice(regions, { required: true, from: 'stateid.region' }),
    sport: f.choice(
      ['running', 'trail', 'triathlon', 'duathlon', 'aquathlon', 'cycling', 'swimming', 'obstacle', 'walk', 'virtual', 'other'],
      { required: true },
    ),
    serialid: f.belongsTo('serials', { named: true, editableBy: ['web-serials'] }),
    stageid: f.belongsTo('stages', { named: true, editableBy: ['web-stage'] }),
    edition: f.integer({ min: 1, max: 500 }),
    previous_eventid: f.belongsTo('events'),
    start_at: f.dateTime({ required: true }),
    end_at: f.dateTime(),
    timezone: f.text({ default: homeZone, max: 60 }),
    countryid: f.belongsTo('countries', { required: true, default: 1 }),
    stateid: f.belongsTo('states', { required: true, match: { countryid: 'countryid' } }),
    city: f.text({ required: true, max: 120 }),
    venue: f.text({ max: 200 }),
    address: f.longText({ max: 500 }),
    lat: f.decimal({ min: -90, max: 90, scale: 6 }),
    lng: f.decimal({ min: -180, max: 180, scale: 6 }),
    registration_open_at: f.dateTime({ required: true }),
    registration_close_at: f.dateTime({ required: true }),
    changes_close_at: f.dateTime(),
    sensitive_cleared_at: f.dateTime({ ...readOnly }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        in_review: { tone: 'amber', icon: 'hourglass' },
        published: { tone: 'green', icon: 'check' },
        sold_out: { tone: 'purple', icon: 'flag' },
        closed: { tone: 'ink', icon: 'lock' },
        in_progress: { tone: 'blue', icon: 'flag' },
        finished: { tone: 'ink', icon: 'flag', outline: true },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
        postponed: { tone: 'amber', icon: 'clock', outline: true },
        archived: { tone: 'grey', icon: 'archive' },
      },
      { default: 'draft', groups: { upcoming: running, past: ['finished', 'cancelled', 'archived'] } },
    ),
    capacity: f.integer({ min: 1, max: 200_000 }),
    numbering_mode: f.choice(['none', 'automatic', 'manual', 'at_delivery'], { default: 'automatic' }),
    allow_duplicate_numbers: f.boolean(),
    name_change_fee_cents: f.money({ default: 18_000 }),
    distance_change_policy: f.choice(['none', 'pay_difference', 'free'], { default: 'pay_difference' }),
    refund_policy: f.choice(['none', 'wallet', 'original', 'choice'], { default: 'none' }),
    refund_schedule: f.rows(refundStep, { max: 12 }),
    results_claim_days: f.integer({ min: 0, max: 60, default: 2 }),
    wallet_allowed: f.boolean({ default: true }),
    fmtri_required: f.boolean(),
    exoneration_mode: f.choice(['none', 'digital', 'paper', 'both'], { default: 'digital' }),
    min_age: f.integer({ min: 0, max: 99 }),
    img_cover: f.image({ minWidth: 1200 }),
    img_card: f.image(),
    contact_email: f.email({ required: true }),
    contact_phone: f.phone(),
    social: f.links(networks),
    platform: f.choice(platforms, { default: 'EVENT', platformOnly: true }),
    published_at: f.dateTime({ ...readOnly }),
    cancelled_reason: f.longText({ max: 1000 }),
    cancelled_at: f.dateTime({ ...readOnly }),
    cancel_refund: f.choice(refunds, { ...readOnly }),
    status_before: f.choice(ahead, { ...readOnly }),
    postponed_from: f.dateTime({ ...readOnly }),
    postponed_reason: f.longText({ max: 1000, ...readOnly }),
    distances_count: f.count('distances.eventid', { stored: true }),
    sold_count: f.count('inscriptions.eventid', { stored: true, where: { status: seats.sold } }),
    held_count: f.count('inscriptions.eventid', { stored: true, where: { status: seats.held } }),
    revenue_cents: f.sum('inscriptions.eventid', 'paid_cents', { stored: true, ...moneyKeys }),
    refunded_cents: f.sum('inscriptions.eventid', 'refunded_cents', { stored: true, ...moneyKeys }),
  },
  list: {
    board: 'status',
    calendar: 'start_at',
    columns: [
      'img_cover',
      'name',
      'category',
      'region',
      'start_at',
      'city',
      'distances_count',
      'sold_count',
      'capacity',
      'status',
      'organizationid',
    ],
    filters: [
      'category',
      'region',
      'status',
      'start_at',
      'sport',
      'stateid',
      'organizationid',
      'slug',
      'fmtri_required',
      'serialid',
      'stageid',
    ],
    search: ['name', 'city', 'slug'],
    exact: ['slug'],
    sort: { start_at: 'desc' },
    totals: { sold_count: 'sum', revenue_cents: 'sum', refunded_cents: 'sum' },
  },
  form: {
    basics: [
      'organizationid',
      'name',
      'slug',
      'category',
      'region',
      'sport',
      'serialid',
      'stageid',
      'edition',
      'previous_eventid',
      'platform',
      'status',
      'cancelled_reason',
    ],
    place: ['start_at', 'end_at', 'timezone', 'countryid', 'stateid', 'city', 'venue', 'address', 'lat', 'lng'],
    registration: [
      'registration_open_at',
      'registration_close_at',
      'changes_close_at',
      'capacity',
      'min_age',
      'fmtri_required',
      'exoneration_mode',
    ],
    numbering: ['numbering_mode', 'allow_duplicate_numbers', 'results_claim_days'],
    policies: ['name_change_fee_cents', 'distance_change_policy', 'refund_policy', 'refund_schedule', 'wallet_allowed'],
    pictures: ['img_cover', 'img_card'],
    contact: ['contact_email', 'contact_phone', 'social'],
  },
  when: {
    refund_schedule: (draft) => draft.refund_policy !== undefined && draft.refund_policy !== 'none',
    cancelled_reason: (draft) => draft.status === 'cancelled' || (draft.status === 'archived' && Boolean(draft.cancelled_reason)),
    allow_duplicate_numbers: (draft) => draft.numbering_mode !== 'none',
  },
  rules: {
    zoneKnown: { on: 'timezone', check: ({ timezone }) => timezone === undefined || isZone(timezone) },
    endsAfterStart: inOrder('start_at', 'end_at'),
    closesAfterOpening: inOrder('registration_open_at', 'registration_close_at'),
    closesBeforeStart: inOrder('registration_close_at', 'start_at', { on: 'registration_close_at' }),
    reasonWhenCancelled: {
      on: 'cancelled_reason',
      check: ({ status, cancelled_reason }) => status !== 'cancelled' || Boolean(cancelled_reason),
    },
  },
  actions: {
    publish: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['draft', 'in_review', 'postponed'] },
      leads: { status: ['published'] },
    },
    duplicate: { on: 'row', icon: 'calendar', confirm: true, makes: 'events' },
    create_sample: { on: 'list', icon: 'flag', ownPage: true, makes: 'events' },
    postpone: {
      on: 'row',
      icon: 'clock',
      confirm: true,
      inMenu: true,
      from: { status: [...running, 'postponed'] },
      input: { new_start_at: f.dateTime(), reason: f.longText({ required: true, max: 1000 }) },
      set: { status: 'postponed', postponed_reason: given('reason') },
    },
    cancel: {
      on: 'row',
      icon: 'cross',
      danger: true,
      confirm: true,
      inMenu: true,
      from: { status: ahead },
      input: { reason: f.longText({ required: true, max: 1000 }), refund: f.choice(refunds, { default: 'policy' }) },
      set: { status: 'cancelled', cancelled_reason: given('reason'), cancelled_at: now, cancel_refund: given('refund') },
    },
    overview: { on: 'row', reads: true, ownPage: true },
    reopen: { on: 'row', icon: 'return', confirm: true, inMenu: true, from: { status: ['cancelled'] } },
    pace: {
      on: 'row',
      icon: 'up',
      reads: true,
      inMenu: true,
      refuses: { noPrevious: ({ previous_eventid }) => previous_eventid === null },
    },
  },
  related: ['distances.eventid', 'inscriptions.eventid', 'coupons.eventid', 'bib_pools.eventid', 'tshirt_models.eventid'],
  indexes: [{ on: ['organizationid', 'start_at'] }, { on: ['region', 'status', 'start_at'] }, { on: ['category', 'status'] }],
  checks: { ends_after_start: 'end_at is null or end_at >= start_at', closes_before_start: 'registration_close_at <= start_at' },
});

export type Event = InferRow<typeof events>;
export type EventInput = InferInput<typeof events>;
