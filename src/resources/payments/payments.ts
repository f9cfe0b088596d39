import * as f from '@/fields';
import { defineResource, type Asker, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** Whoever asks for a refund is not the second person who decides on it. */
const ownRefund = ({ requested_by_userid }: { readonly requested_by_userid: number | null }, { userid }: Asker): boolean => requested_by_userid !== null && requested_by_userid === userid;

/** Money that came in or went back. Card numbers are never here: four digits and the bank at most. */
export const payments = defineResource('payments', {
  service: 'inscription', singular: 'payment', key: 'paymentid', permission: ['event-admin-inscription', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'reports-bi'],
  tenancy: { parent: 'orderid' }, platform: 'EVENT', within: 'events', tab: 48,
  access: { create: [], edit: [], delete: [], approve: ['asdeporte-admin-wallet'], reject: ['asdeporte-admin-wallet'] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'orderid', menu: { group: 'sales', icon: 'payments', order: 10, letter: 'p' },
  fields: {
    orderid: f.belongsTo('orders', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    type: f.choice(['charge', 'refund', 'chargeback', 'chargeback_reversal', 'transfer_in', 'transfer_out'], { required: true, ...readOnly }),
    method: f.choice(['card', 'oxxo', 'spei', 'paypal', 'wallet', 'cash', 'pos', 'courtesy', 'external'], { required: true, ...readOnly }),
    status: f.status({
      created: { tone: 'grey', icon: 'clock' },
      pending: { tone: 'amber', icon: 'hourglass' },
      authorized: { tone: 'amber', icon: 'check', outline: true },
      paid: { tone: 'green', icon: 'check' },
      declined: { tone: 'red', icon: 'alert', outline: true },
      expired: { tone: 'grey', icon: 'clock', strike: true },
      refunded: { tone: 'blue', icon: 'return' },
      partially_refunded: { tone: 'blue', icon: 'return', outline: true },
      chargeback: { tone: 'purple', icon: 'alert' },
      cancelled: { tone: 'grey', icon: 'cross', strike: true },
    }, { default: 'created', ...readOnly }),
    amount_cents: f.money({ required: true, min: 1, ...readOnly }),
    currency: f.text({ default: 'MXN', max: 3, ...readOnly }),
    provider: f.text({ max: 40, ...readOnly }),
    provider_ref: f.text({ max: 120, ...readOnly }),
    idempotency_key: f.text({ required: true, unique: true, max: 80, ...readOnly }),
    installments: f.integer({ min: 1, max: 18, ...readOnly }),
    card_bin: f.text({ max: 8, pattern: /^\d{6}(\d{2})?$/, ...readOnly }),
    card_last4: f.text({ max: 4, pattern: /^\d{4}$/, ...readOnly }),
    card_brand: f.text({ max: 20, ...readOnly }),
    card_bank: f.text({ max: 60, ...readOnly }),
    decline_code: f.text({ max: 60, ...readOnly }),
    reference: f.text({ max: 120, ...readOnly }),
    clabe: f.text({ min: 18, max: 18, pattern: /^\d{18}$/, visibleTo: ['asdeporte-wallet', 'asdeporte-admin-wallet'], ...readOnly }),
    voucher_url: f.url({ ...readOnly }),
    expires_at: f.dateTime({ ...readOnly }),
    paid_at: f.dateTime({ ...readOnly }),
    settled_at: f.dateTime({ ...readOnly }),
    provider_fee_cents: f.money({ default: 0, ...readOnly }),
    parent_paymentid: f.belongsTo('payments', { ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
    requested_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    approved_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    return_coupon: f.boolean({ default: true, ...readOnly }),
    kit_override: f.boolean({ ...readOnly }),
    raw: f.json({ platformOnly: true, ...readOnly }),
  },
  list: {
    columns: ['created', 'orderid', 'inscriptionid', 'eventid', 'type', 'method', 'status', 'amount_cents', 'paid_at', 'reference', 'requested_by_userid'],
    filters: ['eventid', 'eventid.region', 'orderid', 'inscriptionid', 'type', 'method', 'status', 'amount_cents', 'created', 'paid_at', 'card_bin', 'provider_ref', 'requested_by_userid'],
    search: ['reference', 'provider_ref', 'inscriptionid'],
    sort: { created: 'desc' },
    sortable: ['created', 'amount_cents', 'paid_at'],
    totals: { amount_cents: 'sum' },
  },
  show: {
    payment: ['type', 'method', 'status', 'amount_cents', 'currency', 'paid_at', 'reason', 'reference', 'clabe', 'voucher_url'],
    approval: ['requested_by_userid', 'approved_by_userid', 'return_coupon', 'kit_override', 'parent_paymentid'],
    provider: ['provider', 'provider_ref', 'card_brand', 'card_bank', 'card_last4', 'card_bin', 'installments', 'decline_code', 'expires_at', 'settled_at', 'provider_fee_cents'],
  },
  form: {},
  actions: {
    approve: { on: 'rows', icon: 'check', confirm: true, from: { type: ['refund'], status: ['created'] }, refuses: { ownRefund } },
    reject: { on: 'rows', icon: 'cross', danger: true, confirm: true, from: { type: ['refund'], status: ['created'] }, refuses: { ownRefund }, input: { reason: f.text({ required: true, max: 300 }) } },
  },
  views: ['list', 'show'],
  indexes: [
    { on: ['provider', 'provider_ref'], unique: true, where: 'deleted_at is null and provider_ref is not null' },
    { on: ['inscriptionid'], unique: true, where: "deleted_at is null and type = 'refund' and status = 'created'" },
    { on: ['organizationid', 'created', 'paymentid'] }, { on: ['created', 'paymentid'] },
    { on: ['organizationid', 'status', 'created'] }, { on: ['card_bin'] },
  ],
});

export type Payment = InferRow<typeof payments>;
export type PaymentInput = InferInput<typeof payments>;
