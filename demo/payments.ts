import { nth } from '@/schema/must';
import { day, iso, minute } from './calendar';
import type { Actors } from './history';
import type { Channel, Made } from './inscriptions';
import type { Row } from './insertRows';
import { refundLimitOf } from './organizations';
import { createRandom, seedOf, type Random } from './random';

/** An amount that an inscription moves in the wallet of its athlete. */
export interface WalletMove {
  readonly type: 'hold' | 'capture' | 'refund_credit';
  readonly web_userid: number;
  readonly amount_cents: number;
  readonly inscriptionid: number;
  readonly paymentid: number | null;
  readonly at: number;
  readonly reason: string | null;
}
/** The row of a payment; it names the columns that its order counts. */
export interface PaymentRow extends Row {
  readonly type: 'charge' | 'refund' | 'chargeback';
  readonly status: string;
  readonly amount_cents: number;
}
interface Paid {
  readonly payments: readonly PaymentRow[];
  readonly moves: readonly WalletMove[];
}

const chapter = 101,
  settleDays = 2,
  cardShare = 0.029,
  fixedFee = 250,
  waitingShare = 0.05,
  refundReason = 'Lesión comprobada.';
const online = [
  ['card', 66],
  ['oxxo', 12],
  ['spei', 10],
  ['paypal', 12],
] as const;
const methodsOf: Readonly<Partial<Record<Channel, readonly (readonly [method: string, weight: number])[]>>> = {
  web: online,
  app: online,
  store: [
    ['pos', 60],
    ['cash', 40],
  ],
  partner: [['external', 1]],
  api: [['external', 1]],
  backoffice: [
    ['cash', 40],
    ['pos', 35],
    ['external', 25],
  ],
};
const cards = [
  { card_bin: '424242', card_brand: 'visa', card_bank: 'Banco del Valle' },
  { card_bin: '555555', card_brand: 'mastercard', card_bank: 'Banco Litoral' },
  { card_bin: '400000', card_brand: 'visa', card_bank: 'Caja de la Sierra' },
  { card_bin: '378282', card_brand: 'amex', card_bank: 'Banco Altiplano' },
] as const;
const declines = ['insufficient_funds', 'do_not_honor', 'expired_card', 'suspected_fraud'] as const;
const noCard = { card_bin: null, card_brand: null, card_bank: null, card_last4: null, installments: null };
const backBy: Readonly<Record<string, string>> = { card: 'card', paypal: 'paypal' };

const methodFor = ({ row }: Made, chance: Random): string => {
  if (row['status'] === 'chargeback') return 'card';
  return chance.weighted<string>(methodsOf[row.channel] ?? online);
};

const cardOf = (amount: number, chance: Random): Row => ({
  ...chance.pick(cards),
  card_last4: String(chance.between(0, 9999)).padStart(4, '0'),
  installments: amount > 150_000 && chance.chance(0.3) ? chance.pick([3, 6, 12]) : 1,
});

const referenceOf = (method: string, chance: Random): string | null =>
  method === 'oxxo' || method === 'spei'
    ? String(chance.between(1_000_000_000, 9_999_999_999))
    : method === 'pos' || method === 'external'
      ? `R${chance.between(10_000, 99_999)}`
      : null;

interface Till {
  readonly actors: Actors;
  readonly now: number;
  readonly numbers: { payment: number };
}

/** Every attempt, charge, refund and dispute of one inscription, so that the sums match the inscription. */
export const paymentsOf = (made: Made, { actors, now, numbers }: Till): Paid => {
  const { row, steps } = made;
  const { inscriptionid, organizationid, eventid, web_userid, orderid, status, expires_at } = row;
  const { total_cents: total, paid_cents: paid, wallet_cents: wallet, refunded_cents: refunded } = row;
  if (total === 0) return { payments: [], moves: [] };
  const chance = createRandom(seedOf(chapter, inscriptionid));
  const method = methodFor(made, chance),
    limit = refundLimitOf(organizationid);
  const card = cardOf(total, chance),
    reference = referenceOf(method, chance);
  const isOnline = online.some(([name]) => name === method);
  const tried = isOnline ? method : 'card',
    refused = method === 'paypal' ? method : 'card';
  const payments: PaymentRow[] = [],
    moves: WalletMove[] = [];
  const pay = (type: PaymentRow['type'], by: string, state: string, amount_cents: number, at: number, more: Row = {}): number => {
    const paymentid = (numbers.payment += 1);
    const isGateway = type !== 'refund' && online.some(([name]) => name === by);
    payments.push({
      paymentid,
      orderid,
      organizationid,
      eventid,
      inscriptionid,
      type,
      method: by,
      status: state,
      amount_cents,
      provider: isGateway ? 'demo' : null,
      provider_ref: isGateway ? `pay_${paymentid.toString(36).padStart(7, '0')}` : null,
      idempotency_key: `demo:${paymentid}`,
      ...(by === 'card' ? card : noCard),
      decline_code: null,
      reference: by === method ? reference : null,
      expires_at: null,
      paid_at: state === 'paid' ? iso(at) : null,
      settled_at: null,
      provider_fee_cents: 0,
      parent_paymentid: null,
      reason: null,
      requested_by_userid: null,
      approved_by_userid: null,
      created: iso(at),
      updated: iso(at),
      ...more,
    });
    return paymentid;
  };
  const move = (
    type: WalletMove['type'],
    amount_cents: number,
    paymentid: number | null,
    at: number,
    reason: string | null = null,
  ): void => {
    moves.push({
      type,
      web_userid,
      amount_cents,
      inscriptionid,
      paymentid,
      at,
      reason,
    });
  };
  const closedAt = nth(steps, -1).at;
  const due = total - wallet,
    main = paid - wallet;
  const backToMain = status === 'wallet_refund' ? 0 : Math.min(refunded, Math.max(0, main)),
    backToWallet = refunded - backToMain;
  let charge: number | null = null;
  steps.forEach(({ status: step, at }, position) => {
    if (step !== 'pending_payment') return;
    const after = steps[position + 1];
    if (after?.status === 'payment_declined') pay('charge', refused, 'declined', due, at, { decline_code: chance.pick(declines) });
    else if (after?.status === 'cancelled') pay('charge', tried, 'expired', due, at, { expires_at: iso(after.at) });
    else if (!after) pay('charge', method, 'pending', due, at, { expires_at });
    else if (main > 0) {
      const state = backToMain === 0 ? 'paid' : backToMain === main ? 'refunded' : 'partially_refunded';
      const settled = after.at + settleDays * day;
      charge = pay('charge', method, state, main, at, {
        paid_at: iso(after.at),
        updated: iso(backToMain === 0 ? after.at : closedAt),
        ...(isOnline && { settled_at: settled < now ? iso(settled) : null, provider_fee_cents: Math.round(main * cardShare) + fixedFee }),
      });
    }
    if (wallet === 0 || after?.status === 'payment_declined') return;
    move('hold', wallet, null, at);
    if (after) move('capture', wallet, pay('charge', 'wallet', 'paid', wallet, after.at), after.at);
  });
  const asked = {
    requested_by_userid: actors.finance,
    reason: status === 'wallet_refund' ? refundReason : row.cancel_reason,
  };
  if (backToMain > 0)
    pay('refund', backBy[method] ?? 'spei', 'paid', backToMain, closedAt, { ...asked, reference: null, parent_paymentid: charge });
  if (backToWallet > 0) {
    const paymentid = pay('refund', 'wallet', 'paid', backToWallet, closedAt, {
      ...asked,
      approved_by_userid: backToWallet > limit ? actors.approver : null,
    });
    move('refund_credit', backToWallet, paymentid, closedAt, asked.reason);
  }
  if (status === 'chargeback')
    pay('chargeback', 'card', 'pending', paid - refunded, closedAt, {
      reference: `CB${chance.between(100_000, 999_999)}`,
      reason: 'El titular no reconoce el cargo.',
      parent_paymentid: charge,
    });
  const asksAbove = status === 'assign_number' && row['kit_status'] === 'pending' && paid > limit && chance.chance(waitingShare);
  if (asksAbove)
    pay('refund', 'wallet', 'created', paid, Math.min(now, closedAt + chance.between(1, 600) * minute), {
      requested_by_userid: actors.support,
      reason: 'Pide reembolso por cambio de fecha.',
    });
  return { payments, moves };
};
