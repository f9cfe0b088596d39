import { nth } from '@/schema/must';
import { day, iso, type Calendar } from './calendar';
import type { Row } from './insertRows';
import type { WalletMove } from './payments';
import type { TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 111,
  giftEvery = 80,
  blockedShare = 0.004,
  note = 5000;
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
}

/** Money is received before it is spent: what the movements do not cover is a credit some days earlier. */
const whole = (web_userid: number, moves: readonly WalletMove[], { now }: Calendar): readonly Step[] => {
  const chance = createRandom(seedOf(chapter, web_userid));
  const steps: Step[] = [];
  let available = 0,
    last = 0;
  const add = (step: Step): void => {
    steps.push(step);
    available += signs[step.type][0] * step.amount;
    last = step.at;
  };
  for (const move of [...moves].sort((one, other) => one.at - other.at)) {
    if (move.type === 'hold' && available < move.amount_cents) {
      const missing = Math.ceil((move.amount_cents - available) / note) * note;
      const at = Math.max(last, move.at - chance.between(2, 40) * day);
      add(
        chance.chance(0.6)
          ? { type: 'promo_credit', amount: missing, at, from: null, reason: 'Promoción de temporada.' }
          : { type: 'admin_credit', amount: missing, at, from: null, reason: 'Compensación por cambio de sede.' },
      );
    }
    add({ type: move.type, amount: move.amount_cents, at: move.at, from: move, reason: move.reason });
  }
  if (moves.length > 0) return steps;
  const at = now - chance.between(20, 400) * day;
  add({ type: 'promo_credit', amount: note * chance.between(1, 6), at, from: null, reason: 'Bienvenida.' });
  if (at < now - 200 * day && chance.chance(0.5))
    add({ type: 'expire', amount: available, at: at + 180 * day, from: null, reason: 'Promoción vencida.' });
  return steps;
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
    const steps = whole(web_userid, byAthlete.get(web_userid) ?? [], calendar);
    let available = 0,
      frozen = 0;
    steps.forEach(({ type, amount, at, from, reason }, step) => {
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
        reason,
        expires_at: type === 'promo_credit' ? iso(at + 180 * day) : null,
        created: iso(at),
      });
    });
    const status = frozen === 0 && createRandom(seedOf(chapter + 1, web_userid)).chance(blockedShare) ? 'blocked' : 'active';
    wallets.push({ walletid, web_userid, status, created: iso(nth(steps, 0).at), updated: iso(nth(steps, -1).at) });
  });
  ledger.sort((one, other) => String(one['created']).localeCompare(String(other['created'])));
  return [
    { table: 'wallets', rows: wallets },
    { table: 'wallet_movements', rows: ledger },
  ];
};
