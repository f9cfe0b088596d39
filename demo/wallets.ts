import { createPromoLedger } from '@/domain/wallets/promoLedger';
import { nth } from '@/schema/must';
import { day, iso, type Calendar } from './calendar';
import type { Row } from './insertRows';
import type { WalletMove } from './payments';
import type { TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 111,
  giftEvery = 80,
  blockedShare = 0.004,
  note = 5000,
  promoDays = 180;
const signs = {
  hold: [-1, 1],
  capture: [0, -1],
  refund_credit: [1, 0],
  promo_credit: [1, 0],
  admin_credit: [1, 0],
  expire: [-1, 0],
} as const;
interface Step {
  readonly type: keyof typeof signs;
  readonly amount: number;
  readonly at: number;
  readonly from: WalletMove | null;
  readonly reason: string | null;
  /** The step of the credit that an expiry ends. */
  readonly ends?: number;
}
const endOf = ({ at }: Step): number => at + promoDays * day;

/** The steps of one wallet, in the order of time: what is left of a promotion is taken back on its last day. */
const createSteps = () => {
  const steps: Step[] = [],
    ledger = createPromoLedger();
  let available = 0;
  const write = (step: Step): void => {
    steps.push(step);
    available += signs[step.type][0] * step.amount;
    ledger.apply({
      movementid: steps.length,
      type: step.type,
      amount_cents: step.amount,
      inscriptionid: step.from?.inscriptionid ?? null,
      reference_movementid: step.ends ?? null,
      expires_at: step.type === 'promo_credit' ? iso(endOf(step)) : null,
    });
  };
  const passTo = (at: number): void => {
    for (const { movementid, expires_at, left_cents } of ledger.left())
      if (Date.parse(expires_at) <= at)
        write({ type: 'expire', amount: left_cents, at: Date.parse(expires_at), from: null, reason: null, ends: movementid });
  };
  return {
    steps,
    available: () => available,
    passTo,
    add: (step: Step): void => {
      passTo(step.at);
      write(step);
    },
    nextEnd: (): string | null => ledger.left()[0]?.expires_at ?? null,
  };
};

/** Money is received before it is spent: what the movements do not cover is a credit some days earlier. */
const whole = (web_userid: number, moves: readonly WalletMove[], { now }: Calendar) => {
  const chance = createRandom(seedOf(chapter, web_userid));
  const wallet = createSteps();
  let last = 0;
  const add = (step: Step): void => {
    wallet.add(step);
    last = step.at;
  };
  for (const move of [...moves].sort((one, other) => one.at - other.at)) {
    wallet.passTo(move.at);
    if (move.type === 'hold' && wallet.available() < move.amount_cents) {
      const missing = Math.ceil((move.amount_cents - wallet.available()) / note) * note;
      const at = Math.max(last, wallet.steps.at(-1)?.at ?? last, move.at - chance.between(2, 40) * day);
      add(
        chance.chance(0.6)
          ? { type: 'promo_credit', amount: missing, at, from: null, reason: 'Promoción de temporada.' }
          : { type: 'admin_credit', amount: missing, at, from: null, reason: 'Compensación por cambio de sede.' },
      );
    }
    add({ type: move.type, amount: move.amount_cents, at: move.at, from: move, reason: move.reason });
  }
  if (moves.length === 0)
    add({
      type: 'promo_credit',
      amount: note * chance.between(1, 6),
      at: now - chance.between(20, 400) * day,
      from: null,
      reason: 'Bienvenida.',
    });
  wallet.passTo(now);
  return wallet;
};

/** Wallets of people who paid with one, got money back, or were given some, with a ledger in the order of time. */
export const makeWallets = (
  byAthlete: ReadonlyMap<number, readonly WalletMove[]>,
  athletes: number,
  calendar: Calendar,
): readonly TableRows[] => {
  const owners = [
    ...new Set([...byAthlete.keys(), ...Array.from({ length: Math.floor(athletes / giftEvery) }, (_, at) => (at + 1) * giftEvery)]),
  ].sort((one, other) => one - other);
  const wallets: Row[] = [],
    ledger: Row[] = [];
  owners.forEach((web_userid, position) => {
    const walletid = position + 1;
    const { steps, nextEnd } = whole(web_userid, byAthlete.get(web_userid) ?? [], calendar);
    let available = 0,
      frozen = 0;
    steps.forEach((each, step) => {
      const { type, amount, at, from, reason, ends } = each;
      const [inHand, inIce] = signs[type];
      available += inHand * amount;
      frozen += inIce * amount;
      ledger.push({
        walletid,
        type,
        amount_cents: amount,
        available_change_cents: inHand * amount,
        frozen_change_cents: inIce * amount,
        available_after_cents: available,
        frozen_after_cents: frozen,
        inscriptionid: from?.inscriptionid ?? null,
        paymentid: from?.paymentid ?? null,
        idempotency_key: `demo:${walletid}:${step + 1}`,
        reference_key: ends === undefined ? null : `demo:${walletid}:${ends}`,
        reason,
        expires_at: type === 'promo_credit' ? iso(endOf(each)) : null,
        created: iso(at),
      });
    });
    const status = frozen === 0 && createRandom(seedOf(chapter + 1, web_userid)).chance(blockedShare) ? 'blocked' : 'active';
    const isBlocked = status === 'blocked';
    wallets.push({
      walletid,
      web_userid,
      status,
      block_reason: isBlocked ? 'El titular reportó compras que no hizo.' : null,
      promo_expires_at: nextEnd(),
      created: iso(nth(steps, 0).at),
      updated: iso(nth(steps, -1).at),
    });
  });
  ledger.sort((one, other) => String(one['created']).localeCompare(String(other['created'])));
  const numberOf = new Map(ledger.map((row, at) => [row['idempotency_key'], at + 1]));
  const movements = ledger.map(({ reference_key, ...row }, at): Row => ({
    movementid: at + 1,
    ...row,
    reference_movementid: numberOf.get(reference_key) ?? null,
  }));
  return [
    { table: 'wallets', rows: wallets },
    { table: 'wallet_movements', rows: movements },
  ];
};
