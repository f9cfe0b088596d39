import * as f from '@/fields';
import { saleSources } from '@/domain/lists';
import { defineResource, given, inOrder, now, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const cents = f.money({ default: 0, ...readOnly });
const count = f.integer({ min: 0, default: 0, ...readOnly });
const most = 2_000_000_000;

/** What a partner owes for a period: the sales that became registrations, less its commission and what it cancelled after a former settlement. */
export const external_settlements = defineResource('external_settlements', {
  service: 'inscription',
  singular: 'external_settlement',
  key: 'external_settlementid',
  permission: 'external-inscriptions',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  scope: { region: 'organizationid.region' },
  title: 'name',
  menu: { group: 'sales', icon: 'bank', order: 65 },
  fields: {
    name: f.text({ required: true, min: 2, max: 120 }),
    source: f.choice(saleSources, { required: true, createOnly: true }),
    period_from: f.date({ required: true }),
    period_to: f.date({ required: true }),
    commission_bp: f.percent({ required: true, default: 0 }),
    notes: f.longText({ max: 1000 }),
    status: f.status(
      {
        open: { tone: 'amber', icon: 'hourglass' },
        closed: { tone: 'blue', icon: 'lock' },
        paid: { tone: 'green', icon: 'check' },
      },
      { default: 'open', ...readOnly },
    ),
    sales_count: count,
    deducted_count: count,
    gross_cents: cents,
    deducted_cents: cents,
    commission_cents: f.money({ default: 0, min: -most, ...readOnly }),
    net_cents: f.money({ equals: 'gross_cents - deducted_cents - commission_cents', min: -most, ...readOnly }),
    closed_at: f.dateTime({ ...readOnly }),
    paid_on: f.date({ ...readOnly }),
    payment_reference: f.text({ max: 120, ...readOnly }),
  },
  list: {
    columns: [
      'name',
      'status',
      'net_cents',
      'source',
      'period_from',
      'period_to',
      'sales_count',
      'gross_cents',
      'commission_cents',
      'organizationid',
    ],
    filters: ['source', 'status', 'period_from', 'period_to', 'organizationid', 'created'],
    search: ['name', 'payment_reference'],
    sort: { period_to: 'desc' },
    totals: { gross_cents: 'sum', net_cents: 'sum' },
  },
  show: {
    amounts: ['status', 'sales_count', 'gross_cents', 'deducted_count', 'deducted_cents', 'commission_cents', 'net_cents'],
    payment: ['closed_at', 'paid_on', 'payment_reference'],
  },
  form: { settlement: ['organizationid', 'name', 'source', 'period_from', 'period_to', 'commission_bp', 'notes'] },
  rules: { periodInOrder: inOrder('period_from', 'period_to') },
  fixed: {
    edit: { in: { status: ['closed', 'paid'] }, says: 'RECORD_FIXED' },
    delete: { in: { status: ['closed', 'paid'] }, says: 'RECORD_FIXED' },
  },
  actions: {
    collect: { on: 'row', icon: 'return', from: { status: ['open'] } },
    close: {
      on: 'row',
      icon: 'lock',
      confirm: true,
      from: { status: ['open'] },
      refuses: { empty: ({ sales_count, deducted_count }) => sales_count === 0 && deducted_count === 0 },
      set: { status: 'closed', closed_at: now },
    },
    pay: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['closed'] },
      input: { paid_on: f.date({ required: true }), payment_reference: f.text({ required: true, max: 120 }) },
      set: { status: 'paid', paid_on: given('paid_on'), payment_reference: given('payment_reference') },
    },
    statement: { on: 'row', icon: 'download', reads: true, givesFile: true },
  },
  related: ['external_inscriptions.external_settlementid', 'external_inscriptions.deduction_external_settlementid'],
  indexes: [{ on: ['organizationid', 'created'] }, { on: ['organizationid', 'source', 'period_to'] }],
});

export type ExternalSettlement = InferRow<typeof external_settlements>;
export type ExternalSettlementInput = InferInput<typeof external_settlements>;
