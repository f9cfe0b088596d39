import { randomUUID } from 'node:crypto';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { EffectBody } from '../Change';
import { addPayment } from '../payments';
import { frozenFor, moveWallet } from '../../wallets/wallets';
import { allowsWallet } from '../allowsWallet';

/** Sets aside the part of the total that is to come from the wallet. */
export const freezeWallet: EffectBody = async ({ tx, id, now, details, write }) => {
  const amount_cents = details.wallet_cents ?? 0;
  if (amount_cents === 0) return;
  if (!(await allowsWallet(tx, now.eventid))) throw conflict('WALLET_NOT_ALLOWED');
  if (now.wallet_cents + amount_cents > now.total_cents) throw invalid([{ path: 'input.wallet_cents', code: 'WALLET_TOO_MUCH' }]);
  await moveWallet(tx, now.web_userid, { type: 'hold', amount_cents, inscriptionid: id, key: `hold:${id}:${randomUUID()}` });
  write({ wallet_cents: now.wallet_cents + amount_cents });
};

/** What was set aside is free again, and the log says so. */
export const releaseWallet: EffectBody = async ({ tx, id, now, details, write, note, to }) => {
  if (now.wallet_cents === 0) return;
  const amount_cents = await frozenFor(tx, id);
  if (amount_cents === 0) return;
  await moveWallet(tx, now.web_userid, {
    type: 'release',
    amount_cents,
    inscriptionid: id,
    reason: details.reason,
    key: `release:${id}:${randomUUID()}`,
  });
  write({ wallet_cents: now.wallet_cents - amount_cents });
  if (to !== 'defrost_balance') await note('defrost_balance', { reason: details.reason });
};

/** What was set aside pays. */
export const captureWallet: EffectBody = async ({ tx, id, now, write }) => {
  const amount_cents = now.wallet_cents === 0 ? 0 : await frozenFor(tx, id);
  if (amount_cents === 0) return;
  const paymentid = await addPayment(tx, now, { type: 'charge', method: 'wallet', status: 'paid', amount_cents });
  await moveWallet(tx, now.web_userid, { type: 'capture', amount_cents, inscriptionid: id, paymentid, key: `capture:${paymentid}` });
  write({ paid_cents: now.paid_cents + amount_cents });
};

/** Gives the value back into the wallet, at most what was paid and not given back before. */
export const creditWallet: EffectBody = async ({ tx, id, now, details, write }) => {
  const amount_cents = details.amount_cents ?? now.paid_cents - now.refunded_cents;
  if (amount_cents > now.paid_cents - now.refunded_cents) throw invalid([{ path: 'input.amount_cents', code: 'REFUND_TOO_MUCH' }]);
  if (amount_cents <= 0) return;
  const paymentid =
    details.paymentid ??
    (await addPayment(tx, now, {
      type: 'refund',
      method: 'wallet',
      status: 'paid',
      amount_cents,
      reason: details.reason,
      requested_by_userid: tx.userid,
      return_coupon: details.returnCoupon ?? true,
      kit_override: details.kitOverride ?? false,
    }));
  await moveWallet(tx, now.web_userid, {
    type: 'refund_credit',
    amount_cents,
    inscriptionid: id,
    paymentid,
    reason: details.reason,
    key: `refund:${paymentid}`,
  });
  write({ refunded_cents: now.refunded_cents + amount_cents });
};
