import type { Athlete } from './athletes';
import { day, hour, iso, minute, type Calendar } from './calendar';
import type { Row } from './insertRows';
import { mix, pathTo, type Lifecycle } from './lifecycle';
import type { CategoryPlan, CouponPlan, DistancePlan, EventPlan, TierPlan } from './plans';
import { createRandom, seedOf, type Random } from './random';

/** A step of the lifecycle and when it was taken. */
export interface Step { readonly status: Lifecycle; readonly at: number }
/** An inscription together with what its log tells. */
export interface Made { readonly row: Row; readonly steps: readonly Step[]; readonly chance: Random }

const chapter = 51, yearMs = 365.25 * day, adult = 18, holdHours = 72;
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789', folioLength = 8, half = 20, mask = (1 << half) - 1;
const channels = [['web', 72], ['app', 14], ['store', 6], ['partner', 2], ['backoffice', 2], ['courtesy', 2], ['api', 1], ['import', 1]] as const;
const reasons = [['expired', 75], ['requested', 17], ['duplicate', 5], ['admin', 2], ['fraud', 1]] as const;

/** Eight letters that no other number gets: a scramble of 40 bits that can be undone. */
export const folioOf = (number: number): string => {
  let left = Math.floor(number / (mask + 1)) & mask, right = number & mask;
  for (let round = 1; round <= 4; round += 1) [left, right] = [right, left ^ (seedOf(chapter, round, right) & mask)];
  let rest = left * (mask + 1) + right;
  return Array.from({ length: folioLength }, () => {
    const letter = letters[rest % letters.length]!;
    rest = Math.floor(rest / letters.length);
    return letter;
  }).join('');
};

const hex = (chance: Random): string => Math.floor(chance.next() * 0x1_0000_0000).toString(16).padStart(8, '0');
const tierAt = (tiers: readonly TierPlan[], at: number): TierPlan => tiers.find(({ startsAt, endsAt }) => at >= startsAt && at < endsAt) ?? tiers[tiers.length - 1]!;
const ageAt = ({ birth_date }: Athlete, at: number): number => Math.floor((at - Date.parse(birth_date)) / yearMs);
/** Whether an athlete is old enough for some distance of an event. */
export const mayEnter = (athlete: Athlete, { distances, startAt }: EventPlan): boolean => ageAt(athlete, startAt) >= adult || distances.some(({ adultsOnly }) => !adultsOnly);

const distanceFor = (event: EventPlan, age: number, chance: Random): DistancePlan =>
  chance.weighted(event.distances.filter(({ adultsOnly }) => age >= adult || !adultsOnly).map((distance) => [distance, distance.share] as const));
const categoryFor = (categories: readonly CategoryPlan[], { gender }: Athlete, age: number): CategoryPlan | undefined =>
  categories.find(({ branch, from, to }) => branch === gender && age >= from && age <= to);

const discountOf = ({ type, value }: CouponPlan, price: number): number => {
  if (type === 'free') return price;
  if (type === 'percent') return Math.round((price * (value ?? 0)) / 100);
  return type === 'amount' ? Math.min(price, value ?? 0) : Math.max(0, price - (value ?? 0));
};

const couponFor = (coupons: readonly CouponPlan[], at: number, isPaying: boolean, chance: Random): CouponPlan | null => {
  if (coupons.length === 0 || !chance.chance(0.12)) return null;
  const coupon = chance.pick(coupons.length > 3 && chance.chance(0.4) ? coupons : coupons.slice(0, 3));
  if (coupon.left <= 0 || at < coupon.from || at >= coupon.to || (isPaying && coupon.type === 'free')) return null;
  coupon.left -= 1;
  return coupon;
};

const isHeld = (status: Lifecycle): boolean => status === 'started' || status === 'pending_payment' || status === 'payment_declined';
const isActive = (status: Lifecycle): boolean => status === 'paid' || status === 'assign_number' || status === 'no_assign_number';

/** Sales gather speed towards the close; what still waits for its payment began within the last three days. */
const beginning = ({ openAt, closeAt }: EventPlan, status: Lifecycle, { now }: Calendar, chance: Random): number => {
  const until = Math.min(closeAt, now);
  if (isHeld(status)) return Math.max(openAt, until - Math.floor((0.02 + 0.95 * chance.next()) * holdHours * hour));
  return openAt + Math.floor((until - openAt - hour) * Math.max(chance.next(), chance.next() * 0.9));
};

/** Instants of a path: seconds at the checkout, days until somebody cancels, and nothing later than now. */
const timed = (path: readonly Lifecycle[], from: number, { now }: Calendar, chance: Random): readonly Step[] => {
  let at = from;
  return path.map((status, step) => {
    if (step > 0) at = Math.min(now, at + (isHeld(status) || isActive(status) ? Math.floor((0.3 + chance.next() * 5) * minute) : Math.floor((0.1 + chance.next()) * 3 * day)) + 1);
    return { status, at };
  });
};

interface Money { readonly tier: TierPlan; readonly coupon: CouponPlan | null; readonly discount: number; readonly fee: number; readonly total: number }
const moneyOf = (distance: DistancePlan, coupons: readonly CouponPlan[], channel: string, at: number, isPaying: boolean, chance: Random): Money => {
  const tier = tierAt(distance.tiers, at);
  const isGift = channel === 'courtesy' || channel === 'import';
  const coupon = isGift ? null : couponFor(coupons, at, isPaying, chance);
  const discount = isGift ? tier.priceCents : coupon ? discountOf(coupon, tier.priceCents) : 0;
  const fee = discount === tier.priceCents ? 0 : tier.feeCents;
  return { tier, coupon, discount, fee, total: tier.priceCents - discount + fee };
};

/** Bibs are handed out, waivers signed and kits delivered as the day of the event comes near. */
const readiness = (event: EventPlan, status: Lifecycle, chance: Random): Row => {
  const { phase, exonerates, startAt } = event;
  const over = phase === 'past' || phase === 'today';
  const share = phase === 'past' ? 0.9 : phase === 'today' ? 0.86 : phase === 'eve' ? 0.38 : 0;
  const delivered = status === 'assign_number' && chance.chance(share);
  const kit_status = delivered ? (chance.chance(0.004) ? 'returned' : chance.chance(0.01) ? 'partial' : 'delivered') : 'pending';
  const signs = delivered || (isActive(status) && chance.chance(over ? 0.93 : 0.55));
  return {
    kit_status, exoneration_status: !exonerates ? 'not_required' : signs ? 'signed' : isActive(status) && chance.chance(0.003) ? 'rejected' : 'pending',
    checked_in_at: delivered && over && chance.chance(0.95) ? iso(startAt - Math.floor(chance.next() * 90) * minute) : null,
  };
};

interface Setting { readonly event: EventPlan; readonly athlete: Athlete; readonly number: number; readonly coupons: readonly CouponPlan[]; readonly calendar: Calendar; readonly bibOf: (distance: DistancePlan) => number }

/** One inscription of an athlete in an event: status, dates, money, bib and kit agree with each other and with the event. */
export const makeInscription = ({ event, athlete, number, coupons, calendar, bibOf }: Setting): Made => {
  const chance = createRandom(seedOf(chapter, number));
  const drawn = chance.weighted(mix[event.phase]);
  const age = ageAt(athlete, event.startAt);
  const distance = distanceFor(event, age, chance);
  const numbered = !event.atDelivery || event.phase === 'past';
  const status: Lifecycle = drawn === 'assign_number' && !numbered ? 'no_assign_number' : drawn;
  const channel = isHeld(status) ? 'web' : chance.weighted(channels);
  const began = beginning(event, status, calendar, chance);
  const { tier, coupon, discount, fee, total } = moneyOf(distance, coupons, channel, began, isHeld(status), chance);
  const cancel_reason = status === 'cancelled' ? (event.phase === 'cancelled' ? 'event_cancelled' : chance.weighted(reasons)) : null;
  const isFree = total === 0;
  const isExpired = cancel_reason === 'expired';
  const steps = timed(pathTo(status, { isFree, isExpired, numbered, wasDeclined: !isFree && chance.chance(0.04) }), began, calendar, chance);
  const when = (wanted: Lifecycle): number | undefined => steps.findLast((step) => step.status === wanted)?.at;
  const paidAt = when('paid');
  const cancelledAt = isActive(status) || isHeld(status) || status === 'chargeback' ? undefined : steps[steps.length - 1]!.at;
  const paid = paidAt === undefined ? 0 : total;
  const wallet = paid > 0 && chance.chance(0.03) ? Math.min(total, 20_000) : 0;
  const refunded = status === 'wallet_refund' || (status === 'cancelled' && paid > 0 && cancel_reason !== 'fraud') ? paid - fee : 0;
  const { web_userid, gender, countryid, stateid, city, club, first_name, last_name, second_last_name, birth_date, email, phone } = athlete;
  const row: Row = {
    inscriptionid: number, folio: folioOf(number), qr_token: hex(chance) + hex(chance) + hex(chance) + number.toString(16).padStart(8, '0'), // its number keeps it unique among millions
    organizationid: event.organizationid, eventid: event.eventid, distanceid: distance.distanceid, age_categoryid: categoryFor(distance.categories, athlete, age)?.age_categoryid ?? null,
    web_userid, status, cancel_reason, price_tierid: tier.price_tierid, couponid: coupon?.couponid ?? null, list_price_cents: tier.priceCents, discount_cents: discount, fee_cents: fee,
    wallet_cents: wallet, total_cents: total, paid_cents: paid, refunded_cents: refunded,
    number: status === 'assign_number' || (status === 'chargeback' && numbered) ? bibOf(distance) : null, tshirt_size: athlete.tshirt_size,
    first_name, last_name, second_last_name, gender, birth_date, email, phone, countryid, stateid, city, club,
    emergency_contact_name: athlete.emergency_contact_name, emergency_contact_phone: athlete.emergency_contact_phone,
    guardian_name: age < adult ? athlete.guardian_name : null, guardian_phone: age < adult ? athlete.guardian_phone : null,
    comment: null, attention: chance.chance(0.004), channel, source: channel === 'import' ? 'Clubes aliados' : null, source_ref: channel === 'import' ? `CA-${number}` : null,
    ...readiness(event, status, chance), est_time_s: null,
    expires_at: isHeld(status) ? iso(began + holdHours * hour) : null, paid_at: paidAt === undefined ? null : iso(paidAt),
    cancelled_at: cancelledAt === undefined ? null : iso(cancelledAt), created: iso(began), updated: iso(steps[steps.length - 1]!.at),
  };
  return { row, steps, chance };
};
