import * as f from '@/fields';
import { lifecycle } from '@/domain/registration/lifecycle';
import { readOnly } from '@/schema/presets';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

/** A rule says who gets it among the registrations of an event. */
const withoutEvent = ({ eventid }: { readonly eventid: number | null }): boolean => eventid === null;

/** Something that athletes get with their registration: a discount of a sponsor, a gift, an entry. */
export const benefits = defineResource('benefits', {
  service: 'event',
  singular: 'benefit',
  key: 'benefitid',
  permission: 'event-benefits',
  tenancy: 'own',
  platform: 'EVENT',
  within: 'events',
  part: 'sales',
  tab: 34,
  access: { reach: ['event-benefits'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'name',
  fields: {
    eventid: f.belongsTo('events', { createOnly: true }),
    sponsorid: f.belongsTo('sponsors', { named: true, match: { eventid: 'eventid' } }),
    name: f.i18nText({ required: true, max: 120 }),
    description: f.longText({ max: 2000 }),
    img: f.image(),
    kind: f.choice(['discount', 'gift', 'access', 'service', 'content'], { required: true }),
    redemption: f.choice(['code_pool', 'single_code', 'qr', 'link', 'in_store', 'automatic'], { required: true }),
    code: f.text({ fold: 'upper', max: 40, pattern: /^[A-Z0-9_-]{3,40}$/ }),
    url: f.url(),
    starts_at: f.dateTime(),
    ends_at: f.dateTime(),
    qty: f.integer({ min: 1, max: 1_000_000 }),
    per_user_limit: f.integer({ min: 1, max: 100, default: 1 }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    audience_statuses: f.choices(lifecycle),
    apolo: f.boolean(),
    fmtri: f.boolean(),
    terms: f.i18nText({ required: true, max: 2000 }),
    sort: f.integer({ default: 0, min: 0, max: 10_000 }),
    granting: f.boolean({ default: false, ...readOnly }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        active: { tone: 'green', icon: 'check' },
        paused: { tone: 'amber', icon: 'pause' },
        ended: { tone: 'ink', icon: 'flag' },
        archived: { tone: 'grey', icon: 'archive' },
      },
      { default: 'draft' },
    ),
    available_count: f.count('benefit_grants.benefitid', { stored: true, where: { state: ['available'] } }),
    granted_count: f.count('benefit_grants.benefitid', { stored: true, where: { state: ['granted', 'redeemed'] } }),
    redeemed_count: f.count('benefit_grants.benefitid', { stored: true, where: { state: ['redeemed'] } }),
  },
  list: {
    columns: [
      'name',
      'sponsorid',
      'kind',
      'redemption',
      'starts_at',
      'ends_at',
      'granted_count',
      'redeemed_count',
      'qty',
      'granting',
      'status',
    ],
    filters: ['eventid', 'kind', 'sponsorid', 'status', 'granting', 'redemption', 'ends_at', 'created'],
    search: ['name'],
    sort: { sort: 'asc' },
    sortable: ['starts_at', 'ends_at', 'granted_count', 'redeemed_count', 'sort', 'created'],
    totals: { granted_count: 'sum', redeemed_count: 'sum' },
  },
  form: {
    benefit: ['organizationid', 'eventid', 'sponsorid', 'name', 'description', 'img', 'kind', 'status', 'sort'],
    redemption: ['redemption', 'code', 'url', 'starts_at', 'ends_at', 'qty', 'per_user_limit'],
    audience: ['distanceids', 'audience_statuses', 'apolo', 'fmtri'],
    terms: ['terms'],
  },
  when: { code: ({ redemption }) => redemption === 'single_code', url: ({ redemption }) => redemption === 'link' },
  rules: {
    endsAfterStart: inOrder('starts_at', 'ends_at', { strict: true }),
    codeNeeded: { on: 'code', check: ({ redemption, code }) => redemption !== 'single_code' || Boolean(code) },
    linkNeeded: { on: 'url', check: ({ redemption, url }) => redemption !== 'link' || Boolean(url) },
  },
  show: { grants: ['granting', 'granted_count', 'redeemed_count', 'available_count'] },
  actions: {
    reach: { on: 'row', icon: 'people', reads: true, refuses: { withoutEvent } },
    grant: { on: 'row', icon: 'check', confirm: true, from: { status: ['active'] }, refuses: { withoutEvent } },
    add_codes: {
      on: 'row',
      icon: 'plus',
      refuses: { withoutPool: ({ redemption }) => redemption !== 'code_pool' },
      input: { codes: f.longText({ required: true, max: 100_000 }) },
    },
    withdraw: {
      on: 'row',
      icon: 'return',
      confirm: true,
      danger: true,
      refuses: { nothingGranted: ({ granting, granted_count }) => !granting && (granted_count ?? 0) === 0 },
    },
  },
  related: ['benefit_grants.benefitid'],
  indexes: [{ on: ['organizationid', 'eventid', 'sort'] }, { on: ['organizationid', 'status'] }],
  checks: { granted_within_quantity: 'qty is null or granted_count <= qty' },
});

export type Benefit = InferRow<typeof benefits>;
export type BenefitInput = InferInput<typeof benefits>;
