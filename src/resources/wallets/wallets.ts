import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const reason = f.text({ required: true, max: 300 });
/** Said again, it moves nothing a second time. */
const evidence_file = f.file({ accept: ['png', 'jpg', 'webp', 'pdf'] });
const idempotency_key = f.text({ max: 40, pattern: /^[\w.:-]{1,40}$/ });
const amount_cents = f.money({ required: true, min: 1, max: 100_000_000 });

/** What an athlete has to spend. Both balances are the sums of the movements: the database adds them up and lets neither fall below zero. */
export const wallets = defineResource('wallets', {
  service: 'user', singular: 'wallet', key: 'walletid', permission: ['asdeporte-wallet', 'asdeporte-admin-wallet'], tenancy: 'platform', platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [], credit: ['asdeporte-admin-wallet'], debit: ['asdeporte-admin-wallet'] },
  title: 'web_userid', menu: { group: 'people', icon: 'wallet', order: 60, letter: 'w' },
  fields: {
    web_userid: f.belongsTo('web_users', { required: true, unique: true, ...readOnly }),
    currency: f.text({ default: 'MXN', max: 3, ...readOnly }),
    available_cents: f.sum('wallet_movements.walletid', 'available_change_cents', { stored: true }),
    frozen_cents: f.sum('wallet_movements.walletid', 'frozen_change_cents', { stored: true }),
    movements_count: f.count('wallet_movements.walletid', { stored: true }),
    status: f.status({ active: { tone: 'green', icon: 'check' }, blocked: { tone: 'red', icon: 'lock' } }, { default: 'active', ...readOnly }),
  },
  list: {
    columns: ['web_userid', 'available_cents', 'frozen_cents', 'movements_count', 'status', 'updated'],
    filters: ['web_userid', 'status', 'available_cents', 'frozen_cents'],
    sort: { updated: 'desc' },
    sortable: ['available_cents', 'frozen_cents', 'updated'],
    totals: { available_cents: 'sum', frozen_cents: 'sum' },
  },
  form: {},
  actions: {
    credit: { on: 'row', icon: 'plus', input: { amount_cents, reason, evidence_file, idempotency_key } },
    debit: { on: 'row', icon: 'minus', danger: true, confirm: true, input: { amount_cents, reason, evidence_file, idempotency_key } },
  },
  views: ['list', 'show'],
  related: ['wallet_movements.walletid'],
  indexes: [{ on: ['updated', 'walletid'] }],
  checks: { never_negative: 'available_cents >= 0 and frozen_cents >= 0' },
});

export type Wallet = InferRow<typeof wallets>;
export type WalletInput = InferInput<typeof wallets>;
