import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** A common payment: one or more inscriptions of one event, and the payments that cover them. */
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
  access: { create: [], edit: [], delete: [] },
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
    charged_cents: f.sum('payments.orderid', 'amount_cents', {
      stored: true,
      where: { type: ['charge', 'transfer_in', 'chargeback_reversal'], status: ['paid', 'partially_refunded', 'refunded', 'chargeback'] },
    }),
    refunded_cents: f.sum('payments.orderid', 'amount_cents', {
      stored: true,
      where: { type: ['refund', 'chargeback', 'transfer_out'], status: ['paid'] },
    }),
  },
  list: {
    columns: ['code', 'web_userid', 'eventid', 'status', 'inscriptions_count', 'total_cents', 'charged_cents', 'refunded_cents', 'created'],
    filters: ['eventid', 'status', 'web_userid', 'total_cents', 'created'],
    search: ['code', 'web_userid'],
    sort: { created: 'desc' },
    sortable: ['code', 'total_cents', 'charged_cents', 'created'],
    totals: { total_cents: 'sum', charged_cents: 'sum', refunded_cents: 'sum' },
  },
  form: {},
  views: ['list', 'show'],
  related: ['inscriptions.orderid', 'payments.orderid'],
  indexes: [
    { on: ['organizationid', 'created', 'orderid'] },
    { on: ['created', 'orderid'] },
    { on: ['organizationid', 'status', 'created'] },
  ],
});

export type Order = InferRow<typeof orders>;
export type OrderInput = InferInput<typeof orders>;
