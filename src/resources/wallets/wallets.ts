import * as f from '@/fields';
import { defineResource, given, type Asker, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const reason = f.text({ required: true, max: 300 });
const evidence_file = f.file({ accept: ['png', 'jpg', 'webp', 'pdf'] });
/** A repeated request does not move money a second time. */
const idempotency_key = f.text({ max: 40, pattern: /^[\w.:-]{1,40}$/ });
const amount_cents = f.money({ required: true, min: 1, max: 100_000_000 });

/** No credit waits any more. */
const settled = {
  pending_cents: null,
  pending_reason: null,
  pending_file: null,
  pending_by_userid: null,
  pending_at: null,
  pending_key: null,
  pending_expires_at: null,
} as const;

interface Waiting {
  readonly pending_cents: number | null;
  readonly pending_by_userid: number | null;
}
const noCredit = ({ pending_cents }: Waiting): boolean => pending_cents === null;
/** The person who asks for a credit is not the second person who decides on it. */
const ownCredit = ({ pending_by_userid }: Waiting, { userid }: Asker): boolean =>
  pending_by_userid !== null && pending_by_userid === userid;

/**
 * The money that an athlete can spend. Both balances are the sums of the movements: the database adds them up and keeps them at or above
 * zero.
 */
export const wallets = defineResource('wallets', {
  service: 'user',
  singular: 'wallet',
  key: 'walletid',
  permission: ['asdeporte-wallet', 'asdeporte-admin-wallet'],
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  access: {
    create: [],
    edit: [],
    delete: [],
    credit: ['asdeporte-admin-wallet'],
    debit: ['asdeporte-admin-wallet'],
    approve_credit: ['asdeporte-admin-wallet'],
    reject_credit: ['asdeporte-admin-wallet'],
    promotions: ['asdeporte-wallet', 'asdeporte-admin-wallet'],
    block: ['asdeporte-admin-wallet'],
    unblock: ['asdeporte-admin-wallet'],
  },
  title: 'web_userid',
  header: { facts: ['frozen_cents'], amount: 'available_cents' },
  menu: { group: 'people', icon: 'wallet', order: 60, letter: 'w' },
  fields: {
    web_userid: f.belongsTo('web_users', { required: true, unique: true, ...readOnly }),
    currency: f.text({ default: 'MXN', max: 3, ...readOnly }),
    available_cents: f.sum('wallet_movements.walletid', 'available_change_cents', { stored: true }),
    frozen_cents: f.sum('wallet_movements.walletid', 'frozen_change_cents', { stored: true }),
    movements_count: f.count('wallet_movements.walletid', { stored: true }),
    status: f.status(
      { active: { tone: 'green', icon: 'check' }, blocked: { tone: 'red', icon: 'lock' } },
      { default: 'active', ...readOnly },
    ),
    pending_cents: f.money({ min: 1, ...readOnly }),
    pending_reason: f.text({ max: 300, ...readOnly }),
    pending_file: f.file({ accept: ['png', 'jpg', 'webp', 'pdf'], ...readOnly }),
    pending_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    pending_at: f.dateTime({ ...readOnly }),
    pending_key: f.text({ max: 80, ...readOnly }),
    pending_expires_at: f.dateTime({ ...readOnly }),
    reject_reason: f.text({ max: 300, ...readOnly }),
    block_reason: f.text({ max: 300, ...readOnly }),
    promo_expires_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: [
      'web_userid',
      'available_cents',
      'frozen_cents',
      'movements_count',
      'status',
      'promo_expires_at',
      'pending_cents',
      'pending_by_userid',
      'updated',
    ],
    filters: ['web_userid', 'status', 'available_cents', 'frozen_cents', 'promo_expires_at', 'pending_cents'],
    search: ['web_userid'],
    sort: { updated: 'desc' },
    sortable: ['available_cents', 'frozen_cents', 'updated'],
    totals: { available_cents: 'sum', frozen_cents: 'sum' },
  },
  show: {
    pending: ['pending_cents', 'pending_expires_at', 'pending_reason', 'pending_file', 'pending_by_userid', 'pending_at', 'reject_reason'],
    block: ['block_reason'],
  },
  form: {},
  actions: {
    credit: {
      on: 'row',
      icon: 'plus',
      input: { amount_cents, reason, expires_at: f.dateTime(), evidence_file, idempotency_key },
    },
    approve_credit: { on: 'rows', icon: 'check', confirm: true, refuses: { noCredit, ownCredit }, set: { ...settled } },
    reject_credit: {
      on: 'rows',
      icon: 'cross',
      danger: true,
      confirm: true,
      refuses: { noCredit, ownCredit },
      input: { reason },
      set: { ...settled, reject_reason: given('reason') },
    },
    promotions: { on: 'row', ownPage: true, reads: true },
    block: {
      on: 'rows',
      icon: 'lock',
      danger: true,
      confirm: true,
      from: { status: ['active'] },
      input: { reason },
      set: { status: 'blocked', block_reason: given('reason') },
    },
    unblock: { on: 'rows', icon: 'check', confirm: true, from: { status: ['blocked'] }, set: { status: 'active', block_reason: null } },
    debit: { on: 'row', icon: 'minus', danger: true, confirm: true, input: { amount_cents, reason, evidence_file, idempotency_key } },
  },
  views: ['list', 'show'],
  related: ['wallet_movements.walletid'],
  waits: {
    credit_to_approve: {
      when: { field: 'pending_cents', op: 'gt', value: 0 },
      for: 'approve_credit',
      notFor: 'pending_by_userid',
      since: 'pending_at',
      says: ['pending_cents', 'pending_by_userid'],
    },
  },
  indexes: [
    { on: ['pending_at'], where: 'pending_cents is not null' },
    { on: ['updated', 'walletid'] },
    { on: ['promo_expires_at'], where: 'promo_expires_at is not null' },
  ],
  checks: {
    never_negative: 'available_cents >= 0 and frozen_cents >= 0',
    pending_whole:
      '(pending_cents is null) = (pending_by_userid is null) and (pending_cents is null) = (pending_file is null) and (pending_cents is null) = (pending_reason is null)',
  },
});

export type Wallet = InferRow<typeof wallets>;
export type WalletInput = InferInput<typeof wallets>;
