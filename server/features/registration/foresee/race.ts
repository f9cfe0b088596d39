import { activeSql, statusGroups } from '@/domain/registration/lifecycle';
import type { Tier } from '@/domain/registration/pricing';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, DomainError, invalid } from '../../../kernel/DomainError';
import { selectAll, selectOne, value, type Selected } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import type { RaceInput } from '../actions/race';
import { tierInForce } from '../effects/price';
import { ageOn, raceDay, whyNotAdmitted } from '../eligibility';
import { whyClosed } from '../guards';
import { noSeat } from '../seats';
import { openCoupons, refusalAt, type CouponBook } from './couponBook';
import { exceeded, factsOf, i, second, walletOf } from './facts';
import { openLedger } from './ledger';
import { noMoney } from './money';

const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const own = columnsOf(events, 'own');
const t = columnsOf(price_tiers);
const target = {
  eventid: d.eventid,
  status: d.status,
  free: value<number | null>(sql`${d.capacity} - ${d.sold_count} - ${d.held_count}`),
  least: d.age_min,
  most: d.age_max,
  branch: d.branch_rule,
};
interface Priced extends Tier {
  readonly audience: string | null;
}
const free: Priced = { price_cents: 0, service_fee_cents: 0, fee_payer: 'athlete', audience: null };
type Target = Selected<typeof target> & { readonly tier: Priced; readonly tierid: number; readonly closed: DomainError | null };

/** The target distance, its present price, and how much is left of both. */
const readTarget = async (tx: Transaction, distanceid: number): Promise<Target | null> => {
  const found = await selectOne(tx, target, sql`from ${d} where ${d.distanceid} = ${distanceid} and ${d.deleted_at} is null`);
  if (!found) return null;
  let closed: DomainError | null = null;
  const price_tierid = await tierInForce(tx, distanceid).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    closed = error;
    return null;
  });
  const tier = price_tierid === null ? undefined : await readTier(tx, price_tierid);
  return { ...found, tier: tier ?? free, tierid: price_tierid ?? 0, closed };
};
const { price_cents, service_fee_cents, fee_payer, audience } = t;
const readTier = (tx: Transaction, id: number) =>
  selectOne(tx, { price_cents, service_fee_cents, fee_payer, audience }, sql`from ${t} where ${t.price_tierid} = ${id}`);
const o = columnsOf(inscriptions);
const activeIn = (tx: Transaction, distanceid: number) =>
  selectAll(tx, o.web_userid, sql`from ${o} where ${o.distanceid} = ${distanceid} and ${o.deleted_at} is null and ${sql.raw(activeSql)}`);
/** How many more registrations a price is for, if it has a limit. */
const placesOf = async (tx: Transaction, id: number): Promise<number | null> =>
  (
    await selectOne(
      tx,
      { left: value<number | null>(sql`${t.qty_limit} - ${t.sold_count}`) },
      sql`from ${t} where ${t.price_tierid} = ${id}`,
    )
  )?.left ?? null;

const shape = {
  eventid: i.eventid,
  distanceid: i.distanceid,
  status: i.status,
  gender: i.gender,
  isExcepted: value<boolean>(sql`coalesce(${i.eligibility_reason}, '') <> ''`),
  couponid: i.couponid,
  discount: i.discount_cents,
  total: i.total_cents,
  extra: i.extra_cents,
  promoted: i.promotion_discount_cents,
  paid: i.paid_cents,
  refunded: i.refunded_cents,
  frozen: i.wallet_cents,
  policy: value<string>(sql`${own.distance_change_policy}`),
  refund: value<string>(sql`${own.refund_policy}`),
  takesWallet: value<boolean>(sql`${own.wallet_allowed}`),
};
/** What depends on the target distance and on the payment of the difference: the age on its day, and the wallet of the athlete. */
const further = ({ distanceid, method }: RaceInput) => {
  const wallet = walletOf(method === 'wallet');
  return {
    shape: { ...wallet.shape, age: value<number | null>(ageOn(i.birth_date)) },
    joins: sql`join ${own} on ${own.eventid} = ${i.eventid} ${wallet.join}
      left join (${d} join ${e} on ${e.eventid} = ${d.eventid} ${raceDay}) on ${d.distanceid} = ${distanceid}`,
  };
};
type Fact = Selected<typeof shape> & Selected<ReturnType<typeof further>['shape']> & { readonly id: number };

const refusals = {
  noDifference: (path: string) => invalid([{ path, code: 'NO_DIFFERENCE' }]),
  noChanges: conflict('CHANGES_NOT_ALLOWED'),
  noReason: invalid([{ path: 'input.reason', code: 'REQUIRED' }]),
  unchanged: conflict('UNCHANGED'),
  foreign: invalid([{ path: 'input.distanceid', code: 'INVALID_REFERENCE' }]),
  full: noSeat(),
  exceeds: conflict('WALLET_EXCEEDS'),
  notAllowed: conflict('WALLET_NOT_ALLOWED'),
  priceFull: exceeded('price_tierid', 'price_tiers.sold_within_limit'),
};
const isHeld = ({ status }: Fact): boolean => statusGroups.hold.some((each) => each === status);

/** The cost of a move: from the wallet, and against the budget of the coupon. A negative amount is returned. */
interface Cost {
  readonly wallet: number;
  readonly discount: number;
}
const nothing: Cost = { wallet: 0, discount: 0 };

/** Forecasts moves to one distance: seats, its price, the budgets of coupons and the money of wallets. */
class Moves {
  readonly #seats = openLedger();
  readonly #prices = openLedger();
  readonly #wallets = openLedger();
  readonly #coupons: CouponBook = openCoupons();
  /** Athletes with another paid place there; two are never active at once. */
  #active = new Set<number>();
  #target: Target | null = null;
  #isRead = false;

  constructor(readonly input: RaceInput) {}

  readonly ask: Forecast = async ({ tx, ids }) => {
    const { distanceid } = this.input;
    if (!this.#isRead) {
      this.#target = await readTarget(tx, distanceid);
      this.#active = new Set(await activeIn(tx, distanceid));
      this.#isRead = true;
      this.#seats.know(distanceid, this.#target?.free ?? null);
      if (this.#target) this.#prices.know(this.#target.tierid, this.#target.tierid ? await placesOf(tx, this.#target.tierid) : null);
    }
    const asked = further(this.input);
    const facts = await tx.asOwner(() => factsOf(tx, ids, { ...shape, ...asked.shape }, asked.joins));
    await this.#coupons.know(tx, this.input.coupon === 'drop' ? [] : facts.map(({ couponid }) => couponid));
    const refused = new Map<number, DomainError>();
    for (const fact of facts) {
      const refusal = this.#move(fact);
      if (refusal) refused.set(fact.id, refusal);
    }
    return refused;
  };

  #move(fact: Fact): DomainError | null {
    const { difference, method, reason, distanceid } = this.input;
    if (isHeld(fact)) {
      if (difference === 'waive') return refusals.noDifference('input.difference');
      if (method) return refusals.noDifference('input.method');
    } else {
      if (fact.policy === 'none') return refusals.noChanges;
      if (difference === 'waive' && !reason) return refusals.noReason;
    }
    const target = this.#target;
    const away = this.#away(fact, target);
    if (away || !target) return away;
    const carried = this.input.coupon === 'drop' ? null : fact.couponid;
    const coupon = this.#coupons.find(carried);
    const misplaced = coupon ? refusalAt(coupon, distanceid, target.tier) : null;
    if (misplaced) return misplaced;
    const cost = isHeld(fact) ? this.#saved(fact, target, carried) : this.#settled(fact, target, carried);
    if (cost instanceof DomainError) return cost;
    if (carried !== null) {
      const over = this.#coupons.overBudget(carried, cost.discount);
      if (over) return over;
    }
    const isActive = !isHeld(fact);
    if (isActive && this.#active.has(fact.web_userid)) return second;
    if (!this.#prices.has(target.tierid)) return refusals.priceFull;
    this.#seats.take(distanceid);
    this.#prices.take(target.tierid);
    if (cost.wallet !== 0) this.#wallets.take(fact.web_userid, cost.wallet);
    if (carried !== null && cost.discount !== 0) this.#coupons.spend(carried, cost.discount);
    if (isActive) this.#active.add(fact.web_userid);
    return null;
  }

  /** Whether the distance accepts anybody at all. */
  #away(fact: Fact, target: Target | null): DomainError | null {
    const { distanceid } = this.input;
    if (fact.distanceid === distanceid) return refusals.unchanged;
    if (!target || target.eventid !== fact.eventid) return refusals.foreign;
    const closed = whyClosed(target.status);
    if (closed) return closed;
    if (!this.#seats.has(distanceid)) return refusals.full;
    const admitted = fact.isExcepted ? null : whyNotAdmitted({ ...target, age: fact.age }, fact.gender);
    return admitted ?? target.closed;
  }

  /** The additional discount of a coupon at another price, if the registration has a use of it. */
  #more(fact: Fact, carried: number | null, discount: number): number {
    const before = this.#coupons.usedBy(carried, fact.id);
    return before === undefined ? 0 : discount - before;
  }

  #saved(fact: Fact, { tier }: Target, carried: number | null): Cost | DomainError {
    const price = this.#coupons.price(tier, carried);
    if (fact.frozen > price.total_cents) return refusals.exceeds;
    return { wallet: 0, discount: this.#more(fact, carried, price.discount_cents) };
  }

  #settled(fact: Fact, { tier }: Target, carried: number | null): Cost | DomainError {
    const price = this.#coupons.price(tier, carried),
      promoted = Math.min(fact.promoted, price.list_price_cents - price.discount_cents),
      due = price.total_cents + fact.extra - promoted - fact.total;
    const { difference, method } = this.input;
    if (fact.policy === 'free' || difference === 'waive' || due === 0)
      return { ...nothing, discount: this.#more(fact, carried, fact.discount) };
    const discount = this.#more(fact, carried, price.discount_cents);
    if (due > 0) {
      if (!method) return invalid([{ path: 'input.method', code: 'DIFFERENCE_DUE', params: { amount: due / 100 } }]);
      if (method !== 'wallet') return { wallet: 0, discount };
      if (!fact.takesWallet) return refusals.notAllowed;
      return noMoney(this.#wallets, fact, due) ?? { wallet: due, discount };
    }
    const credited = Math.min(-due, fact.paid - fact.refunded);
    const isCredited = fact.takesWallet && (fact.refund === 'wallet' || fact.refund === 'choice') && credited > 0;
    if (!isCredited) return { ...nothing, discount: this.#more(fact, carried, fact.discount) };
    this.#wallets.know(fact.web_userid, fact.available);
    return { wallet: -credited, discount };
  }
}

/** Seats of the target distance, and the cost of each move. */
export const foreseeRace = (input: RaceInput): Forecast => new Moves(input).ask;
