import { mayMove, previousOf, returns, isAmong, type Lifecycle } from '@/domain/registration/lifecycle';
import { distances } from '@/resources/distances/distances';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { waves } from '@/resources/waves/waves';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, type DomainError } from '../../../kernel/DomainError';
import { value, type Selected } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { noWay } from '../advance';
import { noSeat } from '../seats';
import { joinTier, userShape } from './coupon';
import { openCoupons, type Use } from './couponBook';
import { exceeded, factsOf, hasOther, i, second } from './facts';
import { openLedger } from './ledger';
import { joinStock, noShirt, stockShape } from './shirts';
import { fullWave, placesLeft } from './waves';

const d = columnsOf(distances, 'd');
const t = columnsOf(price_tiers, 't');
const l = columnsOf(inscription_log, 'l');
const v = columnsOf(waves, 'v');
const shape = {
  ...userShape,
  ...stockShape,
  steps: value<readonly Lifecycle[] | null>(
    sql`(select array_agg(${l.to_status}::text order by ${l.logid}) from ${l} where ${l.inscriptionid} = ${i.inscriptionid} and ${l.to_status} is not null)`,
  ),
  seats: value<number | null>(sql`${d.capacity} - ${d.sold_count} - ${d.held_count}`),
  tierid: i.price_tierid,
  placesOfTier: value<number | null>(sql`${t.qty_limit} - ${t.sold_count}`),
  waveid: i.waveid,
  placesOfWave: placesLeft,
  model: i.tshirt_modelid,
  size: i.tshirt_size,
  isSecond: hasOther(sql`${i.distanceid}`),
};
type Fact = Selected<typeof shape> & { readonly id: number };
const joins = sql`join ${d} on ${d.distanceid} = ${i.distanceid} ${joinTier} left join ${v} on ${v.waveid} = ${i.waveid}
  ${joinStock(sql`${i.tshirt_modelid}`, sql`${i.tshirt_size}`)}`;

const noReturn = conflict('NO_RETURN', [{ path: 'status', code: 'NO_RETURN' }]),
  full = noSeat(),
  priceFull = exceeded('price_tierid', 'price_tiers.sold_within_limit');

/** The status to which a cancelled registration returns, and whether there is a transition. */
const wayBack = ({ steps }: Fact): { readonly to: Lifecycle } | DomainError => {
  const previous = previousOf(steps ?? []);
  if (!previous) return noReturn;
  const to = isAmong('active', previous) ? 'paid' : previous;
  return returns.cancelled?.includes(to) && mayMove('cancelled', to, previous) ? { to } : noWay('cancelled', to);
};

/** What closed registrations take again: seats, their former price and wave, sizes and coupons. */
export const foreseeReturn = (): Forecast => {
  const [seats, prices, places, shirts] = [openLedger(), openLedger(), openLedger(), openLedger()];
  const coupons = openCoupons(),
    active = new Set<string>();
  const check = (fact: Fact): DomainError | null => {
    const way = wayBack(fact);
    if (!('to' in way)) return way;
    const { distanceid, couponid, tierid, waveid, stock, size } = fact;
    seats.know(distanceid, fact.seats);
    if (!seats.has(distanceid)) return full;
    const use: Use | null = couponid === null || coupons.usedBy(couponid, fact.id) !== undefined ? null : { ...fact, couponid };
    const unusable = use && coupons.refusal(use);
    if (unusable) return unusable;
    const wantsShirt = fact.model !== null && size !== null;
    const naked = wantsShirt ? noShirt(shirts, fact, size) : null;
    if (naked) return naked;
    const one = `${distanceid} ${fact.web_userid}`;
    if (way.to === 'paid' && (fact.isSecond || active.has(one))) return second;
    if (tierid !== null) prices.know(tierid, fact.placesOfTier);
    if (tierid !== null && !prices.has(tierid)) return priceFull;
    if (waveid !== null) places.know(waveid, fact.placesOfWave);
    if (waveid !== null && !places.has(waveid)) return fullWave;
    seats.take(distanceid);
    if (use) coupons.take(use);
    if (wantsShirt && stock !== null && !fact.hasShirt) shirts.take(stock);
    if (way.to === 'paid') active.add(one);
    if (tierid !== null) prices.take(tierid);
    if (waveid !== null) places.take(waveid);
    return null;
  };
  return async ({ tx, ids }) => {
    const facts = await factsOf(tx, ids, shape, joins);
    await coupons.know(
      tx,
      facts.map(({ couponid }) => couponid),
    );
    const refused = new Map<number, DomainError>();
    for (const fact of facts) {
      const refusal = check(fact);
      if (refusal) refused.set(fact.id, refusal);
    }
    return refused;
  };
};
