import * as f from '@/fields';
import { defineResource, me, now, type Filter, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const sellers = ['store', 'admin-store'] as const;
/** The desk hands things over and does not see what they cost. */
const price = { visibleTo: sellers, ...readOnly } as const;
const line = { variantid: f.belongsTo('store_variants', { required: true }), qty: f.integer({ required: true, min: 1, max: 100 }) };
const returned = {
  sale_lineid: f.belongsTo('store_sale_lines', { required: true, match: { saleid: 'saleid' } }),
  qty: f.integer({ required: true, min: 1, max: 1000 }),
};
const unpaid: Filter = { field: 'status', op: 'eq', value: 'unpaid' };
const toHandOver: Filter = { field: 'status', op: 'eq', value: 'paid' };

/** Products that an athlete buys at an event: paid at the counter or with a link, handed over at the desk, and refunded. */
export const store_sales = defineResource('store_sales', {
  service: 'inscription',
  singular: 'store_sale',
  key: 'saleid',
  permission: [...sellers, 'event-delivery'],
  tenancy: { parent: 'eventid' },
  platform: 'ASDEPORTE',
  within: 'events',
  part: 'sales',
  tab: 47,
  access: {
    create: [],
    edit: [],
    delete: [],
    sell: sellers,
    bought: [...sellers, 'event-delivery'],
    pay: sellers,
    ask_payment: sellers,
    cancel: sellers,
    refund: sellers,
    hand_over: [...sellers, 'event-delivery'],
    take_back: [...sellers, 'event-delivery'],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'code',
  header: { facts: ['web_userid', 'eventid', 'total_cents'] },
  menu: { group: 'sales', icon: 'shop', order: 7 },
  fields: {
    code: f.text({ unique: true, max: 10, required: true, look: 'bib', ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    web_userid: f.belongsTo('web_users', { required: true, ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    orderid: f.belongsTo('orders', { required: true, ...readOnly }),
    status: f.status(
      {
        unpaid: { tone: 'amber', icon: 'hourglass' },
        paid: { tone: 'blue', icon: 'archive' },
        handed_over: { tone: 'green', icon: 'check' },
        refunding: { tone: 'purple', icon: 'clock' },
        refunded: { tone: 'grey', icon: 'return' },
        cancelled: { tone: 'grey', icon: 'cross', strike: true },
      },
      { default: 'unpaid', ...readOnly },
    ),
    articles: f.hasMany('store_sale_lines.saleid', { max: 60, ...readOnly }),
    items: f.sum('store_sale_lines.saleid', 'qty', { stored: true, unit: 'integer' }),
    couponid: f.belongsTo('coupons', { named: true, ...price }),
    discount_cents: f.money({ default: 0, ...price }),
    total_cents: f.money({ required: true, ...price }),
    refunded_cents: f.money({ default: 0, ...price }),
    method: f.choice(['card', 'oxxo', 'spei', 'paypal', 'cash', 'pos', 'wallet'], { ...readOnly }),
    expires_at: f.dateTime({ ...readOnly }),
    pay_link: f.url({ secret: true, ...price }),
    paid_at: f.dateTime({ ...readOnly }),
    handed_at: f.dateTime({ ...readOnly }),
    handed_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    ended_by: f.choice(['expired', 'requested'], { ...readOnly }),
    goods: f.choice(['returned', 'written_off'], { ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
    idempotency_key: f.text({ max: 60, unique: true, ...readOnly }),
    letter_kind: f.choice(['link', 'paid', 'cancelled', 'refunded'], { ...readOnly }),
    letter: f.choice(['waiting', 'sending', 'sent', 'failed'], { ...readOnly }),
  },
  list: {
    board: 'status',
    columns: ['code', 'web_userid', 'eventid', 'status', 'items', 'total_cents', 'method', 'paid_at', 'handed_at', 'created'],
    filters: ['eventid', 'status', 'method', 'web_userid', 'inscriptionid', 'orderid', 'total_cents', 'paid_at', 'created'],
    search: ['code', 'web_userid'],
    sort: { created: 'desc' },
    sortable: ['code', 'total_cents', 'paid_at', 'created'],
    totals: { total_cents: 'sum', refunded_cents: 'sum', items: 'sum' },
    presets: { unpaid, to_hand_over: toHandOver },
  },
  show: {
    sale: [
      'code',
      'status',
      'web_userid',
      'inscriptionid',
      'eventid',
      'items',
      'couponid',
      'discount_cents',
      'total_cents',
      'refunded_cents',
    ],
    articles: ['articles'],
    payment: ['orderid', 'method', 'paid_at', 'pay_link', 'expires_at', 'letter_kind', 'letter'],
    handing: ['handed_at', 'handed_by_userid', 'goods', 'ended_by', 'reason'],
  },
  form: {},
  views: ['list', 'show'],
  actions: {
    sell: {
      on: 'list',
      icon: 'plus',
      makes: 'store_sales',
      input: {
        eventid: f.belongsTo('events', { required: true }),
        inscriptionid: f.belongsTo('inscriptions', { match: { eventid: 'eventid' } }),
        web_userid: f.belongsTo('web_users'),
        lines: f.rows(line, { required: true, min: 1, max: 20 }),
        coupon: f.text({ max: 40 }),
        method: f.choice(['cash', 'pos', 'wallet', 'card', 'oxxo', 'spei', 'paypal']),
        reference: f.text({ max: 120 }),
        idempotency_key: f.text({ max: 40, pattern: /^[\w.:-]{1,40}$/ }),
      },
    },
    bought: {
      on: 'list',
      icon: 'search',
      reads: true,
      ownPage: true,
      input: { inscriptionid: f.belongsTo('inscriptions', { required: true }) },
    },
    pay: {
      on: 'row',
      icon: 'payments',
      from: { status: ['unpaid'] },
      leads: { status: ['paid'] },
      input: { method: f.choice(['cash', 'pos', 'wallet'], { required: true, default: 'cash' }), reference: f.text({ max: 120 }) },
    },
    ask_payment: {
      on: 'row',
      icon: 'mail',
      from: { status: ['unpaid'] },
      input: { method: f.choice(['card', 'oxxo', 'spei', 'paypal'], { required: true, default: 'card' }) },
    },
    hand_over: {
      on: 'rows',
      icon: 'check',
      from: { status: ['paid'] },
      set: { status: 'handed_over', handed_at: now, handed_by_userid: me },
      undo: 'take_back',
    },
    take_back: {
      on: 'rows',
      icon: 'return',
      from: { status: ['handed_over'] },
      set: { status: 'paid', handed_at: null, handed_by_userid: null },
    },
    cancel: {
      on: 'rows',
      icon: 'cross',
      danger: true,
      confirm: true,
      from: { status: ['unpaid'] },
      leads: { status: ['cancelled'] },
      input: { reason: f.text({ required: true, max: 300 }) },
    },
    refund: {
      on: 'row',
      icon: 'return',
      danger: true,
      confirm: true,
      from: { status: ['paid', 'handed_over'] },
      input: {
        lines: f.rows(returned, { max: 20 }),
        goods: f.choice(['returned', 'written_off'], { required: true, default: 'returned' }),
        to: f.choice(['origin', 'wallet'], { required: true, default: 'origin' }),
        reason: f.text({ required: true, max: 300 }),
      },
    },
  },
  related: ['payments.saleid', 'store_movements.saleid'],
  indexes: [
    { on: ['organizationid', 'created', 'saleid'] },
    { on: ['created', 'saleid'] },
    { on: ['expires_at'], where: "deleted_at is null and status = 'unpaid'" },
    { on: ['letter'], where: "letter = 'waiting'" },
  ],
  checks: { refunds_at_most_all: 'refunded_cents <= total_cents' },
});

export type StoreSale = InferRow<typeof store_sales>;
export type StoreSaleInput = InferInput<typeof store_sales>;
