import * as f from '@/fields';
import { defineResource, given, type Filter, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const sumOf = (of: string, where?: Readonly<Record<string, readonly string[]>>) =>
  f.sum('gateway_settlement_lines.gateway_settlementid', of, { stored: true, ...(where && { where }) });
const withDifferences: Filter = { field: 'differences_count', op: 'gt', value: 0 };
const failed: Filter = { field: 'status', op: 'eq', value: 'failed' };
/** It is read again from the beginning. */
const again = { status: 'waiting', failure: null, failure_line: null, attempts: 0, next_at: null } as const;

/** What the payment gateway settled for one day, compared line by line with the payments. The database adds up its lines. */
export const gateway_settlements = defineResource('gateway_settlements', {
  service: 'inscription',
  singular: 'gateway_settlement',
  key: 'gateway_settlementid',
  permission: ['asdeporte-wallet', 'asdeporte-admin-wallet'],
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  access: {
    create: ['asdeporte-admin-wallet'],
    edit: [],
    delete: [],
    ask_again: ['asdeporte-admin-wallet'],
    read_file: ['asdeporte-admin-wallet'],
  },
  title: 'name',
  header: { facts: ['day', 'provider'], amount: 'net_cents' },
  menu: { group: 'sales', icon: 'bank', order: 67 },
  fields: {
    name: f.text({ max: 60, ...readOnly }),
    provider: f.text({ max: 40, ...readOnly }),
    day: f.date({ required: true, createOnly: true }),
    file: f.file({ accept: ['csv'], createOnly: true }),
    status: f.status(
      {
        waiting: { tone: 'grey', icon: 'hourglass' },
        open: { tone: 'amber', icon: 'alert' },
        agreed: { tone: 'green', icon: 'check' },
        failed: { tone: 'red', icon: 'alert' },
      },
      { default: 'waiting', ...readOnly },
    ),
    lines_count: f.count('gateway_settlement_lines.gateway_settlementid', { stored: true }),
    differences_count: f.count('gateway_settlement_lines.gateway_settlementid', { stored: true, where: { status: ['open'] } }),
    charges_cents: sumOf('amount_cents', { type: ['charge'] }),
    refunds_cents: sumOf('amount_cents', { type: ['refund'] }),
    chargebacks_cents: sumOf('amount_cents', { type: ['chargeback'] }),
    reversals_cents: sumOf('amount_cents', { type: ['chargeback_reversal'] }),
    fees_cents: sumOf('fee_cents'),
    net_cents: sumOf('net_cents'),
    differences_cents: sumOf('difference_cents', { status: ['open'] }),
    failure: f.choice(['no_answer', 'not_ready', 'no_file', 'header', 'line', 'too_long'], { ...readOnly }),
    failure_line: f.integer({ min: 1, ...readOnly }),
    attempts: f.integer({ default: 0, min: 0, ...readOnly }),
    next_at: f.dateTime({ ...readOnly }),
    read_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: [
      'day',
      'status',
      'lines_count',
      'charges_cents',
      'refunds_cents',
      'chargebacks_cents',
      'fees_cents',
      'net_cents',
      'differences_count',
      'differences_cents',
    ],
    filters: ['day', 'status', 'provider', 'differences_count', 'net_cents'],
    search: ['name'],
    sort: { day: 'desc' },
    sortable: ['day', 'differences_count', 'net_cents'],
    totals: { charges_cents: 'sum', refunds_cents: 'sum', fees_cents: 'sum', net_cents: 'sum', differences_cents: 'sum' },
    presets: { with_differences: withDifferences, failed },
  },
  show: {
    amounts: ['charges_cents', 'refunds_cents', 'chargebacks_cents', 'reversals_cents', 'fees_cents', 'net_cents'],
    differences: ['differences_count', 'differences_cents', 'lines_count'],
    file: ['day', 'provider', 'status', 'read_at', 'failure', 'failure_line', 'attempts', 'next_at', 'file'],
  },
  form: { file: ['day', 'file'] },
  actions: {
    ask_again: { on: 'rows', icon: 'return', from: { status: ['open', 'agreed', 'failed'] }, set: { ...again, file: null } },
    read_file: {
      on: 'row',
      icon: 'upload',
      input: { file: f.file({ accept: ['csv'], required: true }) },
      set: { ...again, file: given('file') },
    },
  },
  views: ['list', 'create', 'show'],
  related: ['gateway_settlement_lines.gateway_settlementid'],
  waits: {
    differences: { when: withDifferences, for: 'ask_again', says: ['differences_count', 'differences_cents'] },
    failed: { when: failed, for: 'ask_again', says: ['failure', 'day'] },
  },
  indexes: [
    { on: ['provider', 'day'], unique: true, where: 'deleted_at is null' },
    { on: ['day', 'gateway_settlementid'] },
    { on: ['next_at'], where: "deleted_at is null and status = 'waiting'" },
    { on: ['day'], where: "deleted_at is null and (differences_count > 0 or status = 'failed')" },
  ],
});

export type GatewaySettlement = InferRow<typeof gateway_settlements>;
export type GatewaySettlementInput = InferInput<typeof gateway_settlements>;
