import * as f from '@/fields';
import { defineResource, given, me, now, type Filter, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const most = 2_000_000_000;
const signed = f.money({ default: 0, min: -most, ...readOnly });
const open: Filter = { field: 'status', op: 'eq', value: 'open' };
interface Line {
  readonly type: string;
  readonly result: string;
  readonly paymentid: number | null;
  readonly solution: string | null;
}
/** Only money of a payment that is known here is registered by its own way. */
const unknownPayment = ({ paymentid }: Line): boolean => paymentid === null;
const notMissing = ({ result }: Line): boolean => result !== 'missing_here';
/** A dispute is registered in its registration, with its deadline. */
const isDispute = ({ type }: Line): boolean => type !== 'charge' && type !== 'refund';
/** What a registered payment moved is taken back there. */
const isRegistered = ({ solution }: Line): boolean => solution !== 'accepted';

/** One line of a settlement of the gateway, or a payment that it lacks, and how both agree. */
export const gateway_settlement_lines = defineResource('gateway_settlement_lines', {
  service: 'inscription',
  singular: 'gateway_settlement_line',
  key: 'gateway_settlement_lineid',
  permission: ['asdeporte-wallet', 'asdeporte-admin-wallet'],
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  access: {
    create: [],
    edit: [],
    delete: [],
    register: ['asdeporte-admin-wallet'],
    solve: ['asdeporte-admin-wallet'],
    reopen: ['asdeporte-admin-wallet'],
  },
  title: 'provider_ref',
  header: { facts: ['type', 'result'], amount: 'difference_cents' },
  fields: {
    gateway_settlementid: f.belongsTo('gateway_settlements', { required: true, ...readOnly }),
    line_key: f.text({ required: true, max: 160, ...readOnly }),
    line_no: f.integer({ min: 1, ...readOnly }),
    type: f.choice(['charge', 'refund', 'chargeback', 'chargeback_reversal'], { required: true, ...readOnly }),
    provider_ref: f.text({ required: true, max: 120, ...readOnly }),
    paymentid: f.belongsTo('payments', { ...readOnly }),
    result: f.choice(['agreed', 'missing_here', 'missing_there', 'amount_differs', 'fee_differs', 'double'], {
      required: true,
      ...readOnly,
    }),
    status: f.status(
      {
        agreed: { tone: 'green', icon: 'check' },
        open: { tone: 'amber', icon: 'alert' },
        solved: { tone: 'blue', icon: 'check' },
      },
      { default: 'open', ...readOnly },
    ),
    amount_cents: f.money({ default: 0, ...readOnly }),
    fee_cents: signed,
    net_cents: signed,
    here_cents: f.money({ ...readOnly }),
    here_fee_cents: f.money({ ...readOnly }),
    difference_cents: signed,
    currency: f.text({ default: 'MXN', max: 3, ...readOnly }),
    happened_at: f.dateTime({ ...readOnly }),
    solution: f.choice(['accepted', 'registered', 'came_later'], { ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
    solved_at: f.dateTime({ ...readOnly }),
    solved_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
  },
  list: {
    columns: [
      'provider_ref',
      'type',
      'result',
      'status',
      'amount_cents',
      'here_cents',
      'fee_cents',
      'here_fee_cents',
      'difference_cents',
      'paymentid',
      'reason',
    ],
    filters: ['gateway_settlementid', 'gateway_settlementid.day', 'type', 'result', 'status', 'paymentid', 'provider_ref', 'amount_cents'],
    search: ['provider_ref'],
    sort: { status: 'desc' },
    sortable: ['status', 'line_no', 'amount_cents', 'difference_cents'],
    totals: { amount_cents: 'sum', fee_cents: 'sum', net_cents: 'sum', difference_cents: 'sum' },
    presets: { open },
  },
  show: {
    comparison: ['result', 'amount_cents', 'here_cents', 'fee_cents', 'here_fee_cents', 'net_cents', 'difference_cents', 'currency'],
    line: ['type', 'provider_ref', 'paymentid', 'happened_at', 'line_no'],
    solution: ['status', 'solution', 'reason', 'solved_by_userid', 'solved_at'],
  },
  form: {},
  actions: {
    register: {
      on: 'rows',
      icon: 'plus',
      confirm: true,
      from: { status: ['open'] },
      refuses: { notMissing, unknownPayment, isDispute },
      set: { status: 'solved', solution: 'registered', solved_at: now, solved_by_userid: me },
    },
    solve: {
      on: 'rows',
      icon: 'check',
      from: { status: ['open'] },
      input: { reason: f.text({ required: true, max: 300 }) },
      set: { status: 'solved', solution: 'accepted', reason: given('reason'), solved_at: now, solved_by_userid: me },
    },
    reopen: {
      on: 'rows',
      icon: 'return',
      from: { status: ['solved'] },
      refuses: { isRegistered },
      set: { status: 'open', solution: null, reason: null, solved_at: null, solved_by_userid: null },
    },
  },
  views: ['list', 'show'],
  indexes: [
    { on: ['gateway_settlementid', 'line_key'], unique: true, where: 'deleted_at is null' },
    { on: ['gateway_settlementid', 'status'] },
    { on: ['provider_ref'] },
    { on: ['paymentid'] },
  ],
});

export type GatewaySettlementLine = InferRow<typeof gateway_settlement_lines>;
export type GatewaySettlementLineInput = InferInput<typeof gateway_settlement_lines>;
