import { randomUUID } from 'node:crypto';
import { wallets, type Wallet } from '@/resources/wallets/wallets';
import type { WalletMovement } from '@/resources/wallet_movements/wallet_movements';
import { defineHooks } from '../api/defineHooks';
import { conflict } from '../api/DomainError';
import type { Transaction } from '../api/transaction';
import { moveWallet } from '../registration/wallets';

interface Booking { readonly amount_cents: number; readonly reason: string; readonly evidence_file?: WalletMovement['evidence_file'] | undefined; readonly idempotency_key?: string | null | undefined }
/** What a booking came to, the same however often it is asked for. */
interface Booked { readonly movementid: number; readonly available_cents: number }
const bookedSql = 'select movementid, amount_cents, available_after_cents from wallet_movements where idempotency_key = $1';

/** Books once under each key; the wallet is locked, so a request that comes twice at once waits for itself. */
const book = async (tx: Transaction, { walletid, web_userid }: Wallet, type: 'admin_credit' | 'admin_debit', { amount_cents, reason, evidence_file, idempotency_key }: Booking): Promise<Booked> => {
  const key = `${type}:${walletid}:${idempotency_key ?? randomUUID()}`;
  const find = () => tx.run(bookedSql, [key]);
  let [booked] = await find();
  if (booked && Number(booked[1]) !== amount_cents) throw conflict('errors.keyReused', [{ path: 'input.idempotency_key', message: 'errors.keyReused' }]);
  if (!booked) {
    await moveWallet(tx, web_userid, { type, amount_cents, reason, evidence_file, key });
    [booked] = await find();
  }
  return { movementid: Number(booked?.[0]), available_cents: Number(booked?.[2]) };
};

/** Money that staff puts into a wallet or takes out of it, always with a reason. */
export const walletsHooks = defineHooks(wallets, {
  actions: {
    credit: ({ tx, row, input }) => book(tx, row, 'admin_credit', input),
    debit: ({ tx, row, input }) => book(tx, row, 'admin_debit', input),
  },
});
