import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const change = f.integer({ default: 0, ...readOnly });

/** The ledger of a wallet. A hold moves an amount from available to frozen; nothing is ever changed or removed. */
export const wallet_movements = defineResource('wallet_movements', {
  service: 'user',
  singular: 'wallet_movement',
  key: 'movementid',
  permission: ['asdeporte-wallet', 'asdeporte-admin-wallet'],
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  title: 'type',
  fields: {
    walletid: f.belongsTo('wallets', { required: true, ...readOnly }),
    type: f.choice(
      [
        'refund_credit',
        'admin_credit',
        'admin_debit',
        'promo_credit',
        'hold',
        'release',
        'capture',
        'expire',
        'merge_in',
        'merge_out',
        'reversal',
      ],
      { required: true, ...readOnly },
    ),
    amount_cents: f.money({ required: true, min: 1, ...readOnly }),
    available_change_cents: change,
    frozen_change_cents: change,
    available_after_cents: f.money({ required: true, ...readOnly }),
    frozen_after_cents: f.money({ required: true, ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    paymentid: f.belongsTo('payments', { ...readOnly }),
    reference_movementid: f.belongsTo('wallet_movements', { ...readOnly }),
    idempotency_key: f.text({ required: true, max: 80, ...readOnly }),
    reason: f.text({ max: 300, ...readOnly }),
    evidence_file: f.file({ accept: ['png', 'jpg', 'webp', 'pdf'], ...readOnly }),
    expires_at: f.dateTime({ ...readOnly }),
    requested_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    approved_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
  },
  list: {
    columns: ['created', 'walletid', 'type', 'amount_cents', 'available_after_cents', 'frozen_after_cents', 'inscriptionid', 'reason'],
    filters: ['walletid', 'walletid.web_userid', 'type', 'inscriptionid', 'inscriptionid.eventid', 'created'],
    sort: { created: 'desc' },
    sortable: ['created', 'amount_cents'],
    totals: { amount_cents: 'sum' },
  },
  form: {},
  appendOnly: true,
  indexes: [{ on: ['idempotency_key'], unique: true }, { on: ['walletid', 'created'] }, { on: ['created', 'movementid'] }],
  checks: {
    moves_its_amount: 'greatest(abs(available_change_cents), abs(frozen_change_cents)) = amount_cents',
    never_negative: 'available_after_cents >= 0 and frozen_after_cents >= 0',
  },
});

export type WalletMovement = InferRow<typeof wallet_movements>;
export type WalletMovementInput = InferInput<typeof wallet_movements>;
