import * as f from '@/fields';
import { invoiceUses, taxRegimes } from '@/domain/invoicing/taxCatalogues';
import { received, returned } from '@/domain/registration/moneyMoved';
import { defineResource, given, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

const rfc = { max: 13, fold: 'upper' } as const;
const postalCode = { pattern: /^\d{5}$/ } as const;
const longestName = 254;

/** A common payment: one or more inscriptions of one event, or a sale of the store, and the payments that cover them. */
export const orders = defineResource('orders', {
  service: 'inscription',
  singular: 'order',
  key: 'orderid',
  permission: ['event-admin-inscription', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'reports-bi'],
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'sales',
  tab: 46,
  access: { create: [], edit: [], delete: [], ask_invoice: ['event-admin-inscription'], drop_invoice: ['event-admin-inscription'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'code',
  header: { facts: ['web_userid', 'eventid', 'total_cents'] },
  menu: { group: 'sales', icon: 'orders', order: 5, letter: 'o' },
  fields: {
    code: f.text({ unique: true, max: 10, required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    web_userid: f.belongsTo('web_users', { required: true, ...readOnly }),
    status: f.status(
      {
        open: { tone: 'amber', icon: 'hourglass' },
        paid: { tone: 'green', icon: 'check' },
        closed: { tone: 'grey', icon: 'lock' },
      },
      { default: 'open', ...readOnly },
    ),
    inscriptions_count: f.count('inscriptions.orderid', { stored: true }),
    total_cents: f.sum('inscriptions.orderid', 'total_cents', { stored: true }),
    sales_cents: f.sum('store_sales.orderid', 'total_cents', { stored: true }),
    charged_cents: f.sum('payments.orderid', 'amount_cents', {
      stored: true,
      where: received,
    }),
    refunded_cents: f.sum('payments.orderid', 'amount_cents', {
      stored: true,
      where: returned,
    }),
    invoice_state: f.choice(['waiting', 'sent', 'failed'], { ...readOnly }),
    invoice_rfc: f.text({ ...rfc, ...contact, ...readOnly }),
    invoice_name: f.text({ max: longestName, ...contact, ...readOnly }),
    invoice_regime: f.choice(taxRegimes, { ...contact, ...readOnly }),
    invoice_postal_code: f.text({ ...postalCode, ...contact, ...readOnly }),
    invoice_use: f.choice(invoiceUses, { ...contact, ...readOnly }),
    invoice_ref: f.text({ max: 120, ...readOnly }),
    invoice_sent_at: f.dateTime({ ...readOnly }),
    invoice_error: f.text({ max: 300, ...contact, ...readOnly }),
    invoice_next_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: [
      'code',
      'web_userid',
      'eventid',
      'status',
      'inscriptions_count',
      'total_cents',
      'sales_cents',
      'charged_cents',
      'refunded_cents',
      'invoice_state',
      'created',
    ],
    filters: ['eventid', 'status', 'invoice_state', 'web_userid', 'total_cents', 'created'],
    search: ['code', 'web_userid'],
    sort: { created: 'desc' },
    sortable: ['code', 'total_cents', 'charged_cents', 'created'],
    totals: { total_cents: 'sum', sales_cents: 'sum', charged_cents: 'sum', refunded_cents: 'sum' },
  },
  show: {
    invoice: [
      'invoice_state',
      'invoice_rfc',
      'invoice_name',
      'invoice_regime',
      'invoice_postal_code',
      'invoice_use',
      'invoice_ref',
      'invoice_sent_at',
      'invoice_error',
      'invoice_next_at',
    ],
  },
  form: {},
  actions: {
    ask_invoice: {
      on: 'row',
      icon: 'payments',
      from: { status: ['open', 'paid'] },
      refuses: { invoiced: ({ invoice_state }) => invoice_state === 'sent' },
      input: {
        rfc: f.text({ required: true, ...rfc }),
        name: f.text({ required: true, max: longestName }),
        regime: f.choice(taxRegimes, { required: true }),
        postal_code: f.text({ required: true, ...postalCode }),
        use: f.choice(invoiceUses, { required: true }),
      },
      set: {
        invoice_state: 'waiting',
        invoice_rfc: given('rfc'),
        invoice_name: given('name'),
        invoice_regime: given('regime'),
        invoice_postal_code: given('postal_code'),
        invoice_use: given('use'),
        invoice_error: null,
        invoice_next_at: null,
      },
    },
    drop_invoice: {
      on: 'row',
      icon: 'cross',
      confirm: true,
      inMenu: true,
      from: { invoice_state: ['waiting', 'failed'] },
      set: {
        invoice_state: null,
        invoice_rfc: null,
        invoice_name: null,
        invoice_regime: null,
        invoice_postal_code: null,
        invoice_use: null,
        invoice_error: null,
        invoice_next_at: null,
      },
    },
  },
  views: ['list', 'show'],
  related: ['inscriptions.orderid', 'store_sales.orderid', 'payments.orderid'],
  indexes: [
    { on: ['organizationid', 'created', 'orderid'] },
    { on: ['created', 'orderid'] },
    { on: ['organizationid', 'status', 'created'] },
    { on: ['orderid'], where: "deleted_at is null and invoice_state = 'waiting' and status = 'paid'" },
    { on: ['invoice_state', 'created'] },
    { on: ['web_userid'], removed: true },
  ],
});

export type Order = InferRow<typeof orders>;
export type OrderInput = InferInput<typeof orders>;
