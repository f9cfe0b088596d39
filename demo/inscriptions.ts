import type { Lifecycle } from '@/domain/registration/lifecycle';
import { priceOf, type Price } from '@/domain/registration/pricing';
import { nth } from '@/schema/must';
import type { Athlete } from './athletes';
import { day, hour, iso, minute, type Calendar } from './calendar';
import type { Bib } from './bibs';
import { folioOf } from './folioOf';
import type { Row } from './insertRows';
import { isActive, isHeld, isSeated, mix, pathTo } from './lifecycle';
import type { CategoryPlan, CouponPlan, DistancePlan, EventPlan, TierPlan } from './plans';
import { createRandom, seedOf, type Random } from './random';

/** A step of the lifecycle and when it was taken. */
export interface Step {
  readonly status: Lifecycle;
  readonly at: number;
}
/** The row of an inscription; it names the columns from which its log, money, bib and shirt are created. */
export interface InscriptionRow extends Row {
  readonly inscriptionid: number;
  readonly organizationid: number;
  readonly eventid: number;
  readonly distanceid: number;
  readonly web_userid: number;
  readonly status: Lifecycle;
  readonly cancel_reason: string | null;
  readonly channel: Channel;
  readonly total_cents: number;
  readonly paid_cents: number;
  readonly wallet_cents: number;
  readonly refunded_cents: number;
  readonly bibid: number | null;
  readonly created: string;
  readonly updated: string;
}
/** An inscription with the facts of its log. */
export interface Made {
  readonly row: InscriptionRow;
  readonly steps: readonly Step[];
  readonly chance: Random;
}

const chapter = 51,
  yearMs = 365.25 * day,
  adult = 18,
  holdHours = 72;
const walletShare = 0.03,
  walletMost = 20_000;
const channels = [
  ['web', 72],
  ['app', 14],
  ['store', 6],
  ['partner', 2],
  ['backoffice', 2],
  ['courtesy', 2],
  ['api', 1],
  ['import', 1],
] as const;
/** The origin of an inscription. */
export type Channel = (typeof channels)[number][0];
const reasons = [
  ['expired', 75],
  ['requested', 17],
  ['duplicate', 5],
  ['admin', 2],
  ['fraud', 1],
] as const;

const hex = (chance: Random): string =>
  Math.floor(chance.next() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');
const tierAt = (tiers: readonly TierPlan[], at: number): TierPlan =>
  tiers.find(({ startsAt, endsAt }) => at >= startsAt && at < endsAt) ?? nth(tiers, -1);
const ageAt = ({ birth_date }: Athlete, at: number): number => Math.floor((at - Date.parse(birth_date)) / yearMs);
/** Whether an athlete is old enough for some distance of an event. */
export const mayEnter = (athlete: Athlete, { distances, startAt }: EventPlan): boolean =>
  ageAt(athlete, startAt) >= adult || distances.some(({ adultsOnly }) => !adultsOnly);

const distanceFor = (event: EventPlan, age: number, chance: Random): DistancePlan =>
  chance.weighted(
    event.distances.filter(({ adultsOnly }) => age >= adult || !adultsOnly).map((distance) => [distance, distance.share] as const),
  );
const categoryFor = (categories: readonly CategoryPlan[], { gender }: Athlete, age: number): CategoryPlan | undefined =>
  categories.find(({ branch, from, to }) => branch === gender && age >= from && age <= to);

const couponFor = (coupons: readonly CouponPlan[], at: number, isPaying: boolean, chance: Random): CouponPlan | null => {
  if (coupons.length === 0 || !chance.chance(0.12)) return null;
  const coupon = chance.pick(coupons.length > 3 && chance.chance(0.4) ? coupons : coupons.slice(0, 3));
  if (coupon.left <= 0 || at < coupon.from || at >= coupon.to || (isPaying && coupon.type === 'free')) return null;
  coupon.left -= 1;
  return coupon;
};

/** Sales increase towards the close; open payments started within the last three days. */
const beginning = ({ openAt, closeAt }: EventPlan, status: Lifecycle, { now }: Calendar, chance: Random): number => {
  const until = Math.min(closeAt, now);
  if (isHeld(status)) return Math.max(openAt, until - Math.floor((0.02 + 0.95 * chance.next()) * holdHours * hour));
  return openAt + Math.floor((until - openAt - hour) * Math.max(chance.next(), chance.next() * 0.9));
};

/** Instants of a path: seconds at the checkout, days until a cancellation, and nothing later than now. */
const timed = (path: readonly Lifecycle[], from: number, { now }: Calendar, chance: Random): readonly Step[] => {
  let at = from;
  return path.map((status, step) => {
    if (step > 0)
      at = Math.min(
        now,
        at +
          (isHeld(status) || isActive(status)
            ? Math.floor((0.3 + chance.next() * 5) * minute)
            : Math.floor((0.1 + chance.next()) * 3 * day)) +
          1,
      );
    return { status, at };
  });
};

interface Money {
  readonly tier: TierPlan;
  readonly coupon: CouponPlan | null;
  readonly price: Price;
}
const moneyOf = (
  distance: DistancePlan,
  coupons: readonly CouponPlan[],
  channel: string,
  at: number,
  isPaying: boolean,
  chance: Random,
): Money => {
  const tier = tierAt(distance.tiers, at);
  const isGift = channel === 'courtesy' || channel === 'import';
  const coupon = isGift ? null : couponFor(coupons, at, isPaying, chance);
  const discount = isGift ? ({ type: 'free', value: null } as const) : coupon;
  return {
    tier,
    coupon,
    price: priceOf(
      { price_cents: tier.priceCents, service_fee_cents: tier.feeCents, fee_payer: 'athlete' },
      discount && { ...discount, max_discount_cents: null, applies_to: 'entry' },
    ),
  };
};

/** Bibs are handed out, waivers signed and kits delivered as the day of the event approaches. */
const readiness = (event: EventPlan, status: Lifecycle, chance: Random): Row => {
  const { phase, exonerates, startAt } = event;
  const over = phase === 'past' || phase === 'today';
  const share = phase === 'past' ? 0.9 : phase === 'today' ? 0.86 : phase === 'eve' ? 0.38 : 0;
  const delivered = status === 'assign_number' && chance.chance(share);
  const kit_status = delivered ? (chance.chance(0.004) ? 'returned' : chance.chance(0.01) ? 'partial' : 'delivered') : 'pending';
  const signs = delivered || (isActive(status) && chance.chance(over ? 0.93 : 0.55));
  return {
    kit_status,
    exoneration_status: !exonerates ? 'not_required' : signs ? 'signed' : isActive(status) && chance.chance(0.003) ? 'rejected' : 'pending',
    checked_in_at: delivered && over && chance.chance(0.95) ? iso(startAt - Math.floor(chance.next() * 90) * minute) : null,
  };
};

/** The part of the total from the wallet; an open payment has something left to pay. */
const walletPart = (status: Lifecycle, total: number, isPaid: boolean, chance: Random): number => {
  const part = chance.chance(walletShare) ? Math.min(total, walletMost) : 0;
  if (status === 'pending_payment') return Math.min(part, Math.floor(total / 2));
  return isPaid && status !== 'chargeback' ? part : 0;
};

interface Setting {
  readonly event: EventPlan;
  readonly athlete: Athlete;
  readonly number: number;
  readonly coupons: readonly CouponPlan[];
  readonly calendar: Calendar;
  readonly bibOf: (distance: DistancePlan) => Bib;
  readonly modelOf: (gender: string, size: string) => number | null;
  /** The order of the inscription, and the first inscription of that order when it joins one. */
  readonly orderid: number;
  readonly leader: InscriptionRow | null;
}

/** Only what was paid can be disputed or refunded. */
const statusFor = (drawn: Lifecycle, numbered: boolean, isFree: boolean): Lifecycle => {
  const seated = numbered ? 'assign_number' : 'no_assign_number';
  if (drawn === 'assign_number' || (drawn === 'chargeback' && isFree)) return seated;
  return drawn === 'wallet_refund' && isFree ? 'cancelled' : drawn;
};

/**
 * One inscription of an athlete in an event: status, dates, money, bib, shirt and kit are consistent with each other and with the event.
 */
export const makeInscription = ({ event, athlete, number, coupons, calendar, bibOf, modelOf, orderid, leader }: Setting): Made => {
  const chance = createRandom(seedOf(chapter, number));
  const first = chance.weighted(mix[event.phase]);
  const drawn = leader && isHeld(first) ? 'assign_number' : first;
  const age = ageAt(athlete, event.startAt);
  const distance = distanceFor(event, age, chance);
  const numbered = !event.atDelivery || event.phase === 'past';
  const channel = leader ? leader.channel : isHeld(drawn) ? 'web' : chance.weighted(channels);
  const began = leader ? Date.parse(leader.created) : beginning(event, drawn, calendar, chance);
  const { tier, coupon, price } = moneyOf(distance, coupons, channel, began, isHeld(drawn), chance);
  const { total_cents: total, fee_cents: fee } = price;
  const isFree = total === 0;
  const status = statusFor(drawn, numbered, isFree);
  const reason = event.phase === 'cancelled' ? 'event_cancelled' : chance.weighted(reasons);
  const cancel_reason = status !== 'cancelled' ? null : leader && reason === 'expired' ? 'requested' : reason;
  const isExpired = cancel_reason === 'expired';
  const wallet = walletPart(status, total, !isHeld(status) && !isExpired, chance);
  const steps = timed(
    pathTo(status, { isFree, isExpired, numbered, wasDeclined: wallet < total && chance.chance(0.04) }),
    began,
    calendar,
    chance,
  );
  const when = (wanted: Lifecycle): number | undefined => steps.findLast((step) => step.status === wanted)?.at;
  const paidAt = when('paid');
  const cancelledAt = isSeated(status) ? undefined : nth(steps, -1).at;
  const paid = paidAt === undefined ? 0 : total;
  const refunded = status === 'wallet_refund' || (status === 'cancelled' && paid > 0 && cancel_reason !== 'fraud') ? paid - fee : 0;
  const bib = numbered && (status === 'assign_number' || status === 'chargeback') ? bibOf(distance) : null;
  const {
    web_userid,
    gender,
    countryid,
    stateid,
    city,
    club,
    first_name,
    last_name,
    second_last_name,
    birth_date,
    email,
    phone,
    tshirt_size,
  } = athlete;
  const qr = hex(chance) + hex(chance) + hex(chance) + number.toString(16).padStart(8, '0'); // its number keeps it unique among millions
  const row: InscriptionRow = {
    inscriptionid: number,
    folio: folioOf(number),
    qr_token: isSeated(status) ? qr : null,
    organizationid: event.organizationid,
    eventid: event.eventid,
    distanceid: distance.distanceid,
    age_categoryid: categoryFor(distance.categories, athlete, age)?.age_categoryid ?? null,
    web_userid,
    orderid,
    status,
    cancel_reason,
    price_tierid: tier.price_tierid,
    couponid: coupon?.couponid ?? null,
    ...price,
    wallet_cents: wallet,
    paid_cents: paid,
    refunded_cents: refunded,
    number: bib?.number ?? null,
    bibid: bib?.bibid ?? null,
    chip_code: bib?.chip_code ?? null,
    tshirt_modelid: modelOf(gender, tshirt_size),
    tshirt_size,
    first_name,
    last_name,
    second_last_name,
    gender,
    birth_date,
    email,
    phone,
    countryid,
    stateid,
    city,
    club,
    emergency_contact_name: athlete.emergency_contact_name,
    emergency_contact_phone: athlete.emergency_contact_phone,
    guardian_name: age < adult ? athlete.guardian_name : null,
    guardian_phone: age < adult ? athlete.guardian_phone : null,
    comment: null,
    attention: status === 'chargeback' || chance.chance(0.004),
    channel,
    source: channel === 'import' ? 'Clubes aliados' : null,
    source_ref: channel === 'import' ? `CA-${number}` : null,
    ...readiness(event, status, chance),
    est_time_s: null,
    expires_at: isHeld(status) ? iso(began + holdHours * hour) : null,
    paid_at: paidAt === undefined ? null : iso(paidAt),
    cancelled_at: cancelledAt === undefined ? null : iso(cancelledAt),
    created: iso(began),
    updated: iso(nth(steps, -1).at),
  };
  return { row, steps, chance };
};
