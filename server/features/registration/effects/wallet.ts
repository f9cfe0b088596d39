import { randomUUID } from 'node:crypto';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import type { Change, EffectBody } from '../Change';
import { addPayments, type NewPayment } from '../payments';
import { frozenForEach, moveWallets, type Movement } from '../../wallets/wallets';
import { withWallet } from '../withWallet';

type Moving = readonly [change: Change, movement: Movement];
/** Moves money for inscriptions, and answers those for which it moved; the others are refused. */
const moveFor = async (tx: Transaction, moves: readonly Moving[]): Promise<readonly Moving[]> => {
  const refusals = await moveWallets(
    tx,
    moves.map(([{ now }, movement]) => [now.web_userid, movement]),
  );
  for (const [at, refusal] of refusals.entries()) if (refusal) moves[at]?.[0].refuse(refusal);
  return moves.filter((_, at) => !refusals[at]);
};

/** Reserves the part of the total that comes from the wallet. */
export const freezeWallet: EffectBody = async (tx, changes) => {
  const paying = changes.filter(({ details }) => (details.wallet_cents ?? 0) !== 0);
  const allowed = await withWallet(
    tx,
    paying.map(({ now }) => now.eventid),
  );
  const moves: Moving[] = [];
  for (const change of paying) {
    const { id, now, refuse } = change,
      amount_cents = change.details.wallet_cents ?? 0;
    if (!allowed.has(now.eventid)) refuse(conflict('WALLET_NOT_ALLOWED'));
    else if (now.wallet_cents + amount_cents > now.total_cents) refuse(invalid([{ path: 'input.wallet_cents', code: 'WALLET_TOO_MUCH' }]));
    else moves.push([change, { type: 'hold', amount_cents, inscriptionid: id, key: `hold:${id}:${randomUUID()}` }]);
  }
  for (const [{ now, write }, { amount_cents }] of await moveFor(tx, moves)) write({ wallet_cents: now.wallet_cents + amount_cents });
};

/** Those for whom something is frozen, with how much. */
const frozenOf = async (tx: Transaction, changes: readonly Change[]): Promise<readonly (readonly [Change, number])[]> => {
  const some = changes.filter(({ now }) => now.wallet_cents !== 0);
  const frozen = await frozenForEach(
    tx,
    some.map(({ id }) => id),
  );
  return some.map((change) => [change, frozen(change.id)] as const).filter(([, amount]) => amount !== 0);
};

/** Releases the reserved part, and logs it. */
export const releaseWallet: EffectBody = async (tx, changes) => {
  const moves = (await frozenOf(tx, changes)).map(([change, amount_cents]): Moving => {
    const { id, details } = change;
    return [change, { type: 'release', amount_cents, inscriptionid: id, reason: details.reason, key: `release:${id}:${randomUUID()}` }];
  });
  for (const [{ now, details, to, write, note }, { amount_cents }] of await moveFor(tx, moves)) {
    write({ wallet_cents: now.wallet_cents - amount_cents });
    if (to !== 'defrost_balance') note('defrost_balance', { reason: details.reason });
  }
};

/** What was set aside pays. */
export const captureWallet: EffectBody = async (tx, changes) => {
  const frozen = await frozenOf(tx, changes);
  const paymentids = await addPayments(
    tx,
    frozen.map(([{ now }, amount_cents]): NewPayment => [now, { type: 'charge', method: 'wallet', status: 'paid', amount_cents }]),
  );
  const moves = frozen.map(([change, amount_cents], at): Moving => {
    const paymentid = paymentids[at] ?? null;
    return [change, { type: 'capture', amount_cents, inscriptionid: change.id, paymentid, key: `capture:${paymentid}` }];
  });
  for (const [{ now, write }, { amount_cents }] of await moveFor(tx, moves)) write({ paid_cents: now.paid_cents + amount_cents });
};

/** Refunds into the wallet, at most what was paid and not refunded before. */
export const creditWallet: EffectBody = async (tx, changes) => {
  const due: (readonly [change: Change, amount_cents: number])[] = [];
  for (const change of changes) {
    const { now, details, refuse } = change,
      left = now.paid_cents - now.refunded_cents,
      amount_cents = details.amount_cents ?? left;
    if (amount_cents > left) refuse(invalid([{ path: 'input.amount_cents', code: 'REFUND_TOO_MUCH' }]));
    else if (amount_cents > 0) due.push([change, amount_cents]);
  }
  const unnamed = due.filter(([{ details }]) => details.paymentid === undefined);
  const made = await addPayments(
    tx,
    unnamed.map(([{ now, details }, amount_cents]): NewPayment => [
      now,
      {
        type: 'refund',
        method: 'wallet',
        status: 'paid',
        amount_cents,
        reason: details.reason,
        requested_by_userid: tx.userid,
        return_coupon: details.returnCoupon ?? true,
        kit_override: details.kitOverride ?? false,
      },
    ]),
  );
  const paymentids = new Map(unnamed.map(([{ id }], at) => [id, made[at] ?? null]));
  const moves = due.map(([change, amount_cents]): Moving => {
    const { id, details } = change,
      paymentid = details.paymentid ?? paymentids.get(id) ?? null;
    return [
      change,
      { type: 'refund_credit', amount_cents, inscriptionid: id, paymentid, reason: details.reason, key: `refund:${paymentid}` },
    ];
  });
  for (const [{ now, write }, { amount_cents }] of await moveFor(tx, moves)) write({ refunded_cents: now.refunded_cents + amount_cents });
};
