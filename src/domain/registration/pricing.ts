/** A price tier, in cents of MXN. */
export interface Tier {
  readonly price_cents: number;
  readonly service_fee_cents: number;
  readonly fee_payer: 'athlete' | 'organizer';
}
/** The discount of a coupon; `value` is a percentage for `percent` and cents for `amount` and `fixed_price`. */
export interface Discount {
  readonly type: 'percent' | 'amount' | 'fixed_price' | 'free' | 'access';
  readonly value: number | null;
  readonly max_discount_cents: number | null;
  readonly applies_to: 'entry' | 'fee' | 'store' | 'all';
}
/** The amounts of an inscription, in cents; they always add up: `list - discount + fee = total`. */
export interface Price {
  readonly list_price_cents: number;
  readonly discount_cents: number;
  readonly fee_cents: number;
  readonly total_cents: number;
}

const hundred = 100;

const takenOff = ({ type, value, max_discount_cents }: Discount, base: number): number => {
  const amount = value ?? 0;
  switch (type) {
    case 'free':
      return base;
    case 'percent':
      return Math.min(Math.round((base * amount) / hundred), max_discount_cents ?? base);
    case 'amount':
      return Math.min(base, amount);
    case 'fixed_price':
      return Math.max(0, base - amount);
    case 'access':
      return 0;
  }
};

/** The price of an inscription. There is no fee when the entry itself costs nothing. */
export const priceOf = (tier: Tier, coupon: Discount | null): Price => {
  const list_price_cents = tier.price_cents;
  const fee = tier.fee_payer === 'athlete' ? tier.service_fee_cents : 0;
  const onEntry = coupon && (coupon.applies_to === 'entry' || coupon.applies_to === 'all') ? takenOff(coupon, list_price_cents) : 0;
  const entry = list_price_cents - onEntry;
  const onFee =
    coupon && (coupon.applies_to === 'fee' || coupon.applies_to === 'all') ? takenOff({ ...coupon, max_discount_cents: null }, fee) : 0;
  const fee_cents = entry === 0 ? 0 : fee - onFee;
  return { list_price_cents, discount_cents: onEntry, fee_cents, total_cents: entry + fee_cents };
};

/** What a coupon takes off a sale of the store; `null` when it is not for the store. */
export const discountOnSale = (coupon: Discount, gross_cents: number): number | null =>
  coupon.applies_to === 'store' || coupon.applies_to === 'all' ? takenOff(coupon, gross_cents) : null;

/** One step of a refund schedule: until this many days before the event, this share is refunded. */
export interface RefundStep {
  readonly days_before: number;
  readonly percent: number;
}

/** The refund this many days before the event; everything when there is no schedule. */
export const refundOf = (paid_cents: number, schedule: readonly RefundStep[] | null, daysLeft: number): number => {
  if (!schedule || schedule.length === 0) return paid_cents;
  const open = [...schedule].sort((one, other) => other.days_before - one.days_before).find(({ days_before }) => daysLeft >= days_before);
  return Math.floor((paid_cents * (open?.percent ?? 0)) / hundred);
};

/** How a cancelled event gives money back: as its policy says, everything, or nothing. */
export interface CancelledEvent {
  readonly cancel_refund: 'policy' | 'full' | 'none' | null;
  readonly refund_policy: 'none' | 'wallet' | 'original' | 'choice' | null;
  readonly refund_schedule: readonly RefundStep[] | null;
  /** Days from the cancellation to the start. */
  readonly daysLeft: number;
}
/** What a cancelled event gives back of what a registration paid, at most what was not given back before. */
export const refundOfCancelled = (
  { paid_cents, refunded_cents }: { readonly paid_cents: number; readonly refunded_cents: number },
  { cancel_refund, refund_policy, refund_schedule, daysLeft }: CancelledEvent,
): number => {
  const left = paid_cents - refunded_cents;
  if (cancel_refund === 'full') return left;
  if (cancel_refund === 'none' || refund_policy === 'none') return 0;
  return Math.min(left, refundOf(paid_cents, refund_schedule, daysLeft));
};
