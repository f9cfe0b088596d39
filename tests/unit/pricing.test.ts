import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceOf, refundOf, type Discount, type Tier } from '@/registration/pricing';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const tiers: fc.Arbitrary<Tier> = fc.record({ price_cents: cents, service_fee_cents: fc.integer({ min: 0, max: 100_000 }), fee_payer: fc.constantFrom('athlete' as const, 'organizer' as const) });
const offers: fc.Arbitrary<Discount> = fc.record({
  type: fc.constantFrom('percent' as const, 'amount' as const, 'fixed_price' as const, 'free' as const, 'access' as const), value: fc.integer({ min: 1, max: 10_000_000 }),
  max_discount_cents: fc.option(cents), applies_to: fc.constantFrom('entry' as const, 'fee' as const, 'store' as const, 'all' as const),
}).map((offer) => (offer.type === 'percent' ? { ...offer, value: (offer.value % 100) + 1 } : offer));
const run = { numRuns: 2000 };

describe('a price', () => {
  test('adds up, in whole cents that are never below zero, whatever the coupon says', () => {
    fc.assert(fc.property(tiers, fc.option(offers), (tier, offer) => {
      const { list_price_cents, discount_cents, fee_cents, total_cents } = priceOf(tier, offer);
      expect(total_cents).toBe(list_price_cents - discount_cents + fee_cents);
      expect(list_price_cents).toBe(tier.price_cents);
      expect(discount_cents).toBeLessThanOrEqual(list_price_cents);
      for (const value of [list_price_cents, discount_cents, fee_cents, total_cents]) expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
    }), run);
  });

  test('is never raised by a coupon, and a coupon of percent never takes more than its most off the entry', () => {
    fc.assert(fc.property(tiers, offers, (tier, offer) => {
      const price = priceOf(tier, offer);
      expect(price.total_cents).toBeLessThanOrEqual(priceOf(tier, null).total_cents);
      if (offer.type === 'percent' && offer.max_discount_cents !== null) expect(price.discount_cents).toBeLessThanOrEqual(offer.max_discount_cents);
    }), run);
  });

  test('charges a fee only to athletes who pay for the entry', () => {
    fc.assert(fc.property(tiers, fc.option(offers), (tier, offer) => {
      const { fee_cents, list_price_cents, discount_cents } = priceOf(tier, offer);
      if (tier.fee_payer === 'organizer' || list_price_cents === discount_cents) expect(fee_cents).toBe(0);
      expect(fee_cents).toBeLessThanOrEqual(tier.service_fee_cents);
    }), run);
  });

  test.each([
    ['half of it', { type: 'percent', value: 50 }, { discount_cents: 30_000, fee_cents: 2_500, total_cents: 32_500 }],
    ['at most what the coupon allows', { type: 'percent', value: 50, max_discount_cents: 10_000 }, { discount_cents: 10_000, fee_cents: 2_500, total_cents: 52_500 }],
    ['an amount above the price', { type: 'amount', value: 90_000 }, { discount_cents: 60_000, fee_cents: 0, total_cents: 0 }],
    ['down to a fixed price', { type: 'fixed_price', value: 45_000 }, { discount_cents: 15_000, fee_cents: 2_500, total_cents: 47_500 }],
    ['never up to a fixed price', { type: 'fixed_price', value: 75_000 }, { discount_cents: 0, fee_cents: 2_500, total_cents: 62_500 }],
    ['all of it', { type: 'free', value: null }, { discount_cents: 60_000, fee_cents: 0, total_cents: 0 }],
    ['the fee alone', { type: 'free', value: null, applies_to: 'fee' }, { discount_cents: 0, fee_cents: 0, total_cents: 60_000 }],
    ['nothing: it only opens a door', { type: 'access', value: null }, { discount_cents: 0, fee_cents: 2_500, total_cents: 62_500 }],
    ['nothing: it is for the shop', { type: 'percent', value: 50, applies_to: 'store' }, { discount_cents: 0, fee_cents: 2_500, total_cents: 62_500 }],
  ] as const)('of 600 with a fee of 25 loses %s', (_what, offer, expected) => {
    expect(priceOf({ price_cents: 60_000, service_fee_cents: 2_500, fee_payer: 'athlete' }, { max_discount_cents: null, applies_to: 'entry', ...offer })).toMatchObject(expected);
  });
});

const schedules = fc.uniqueArray(fc.record({ days_before: fc.integer({ min: 0, max: 365 }), percent: fc.integer({ min: 0, max: 100 }) }), { minLength: 1, maxLength: 6, selector: ({ days_before }) => days_before });

describe('a refund', () => {
  test('is never above what was paid, nor below zero, and whole cents', () => {
    fc.assert(fc.property(cents, fc.option(schedules), fc.integer({ min: -30, max: 400 }), (paid, schedule, days) => {
      const refund = refundOf(paid, schedule, days);
      expect(Number.isSafeInteger(refund) && refund >= 0 && refund <= paid).toBe(true);
    }), run);
  });

  test('never grows while the event comes nearer, where the schedule does not', () => {
    fc.assert(fc.property(cents, schedules, fc.integer({ min: -30, max: 400 }), fc.nat(60), (paid, steps, days, later) => {
      const percents = steps.map(({ percent }) => percent).sort((one, other) => one - other), dates = steps.map(({ days_before }) => days_before).sort((one, other) => one - other);
      const schedule = dates.map((days_before, at) => ({ days_before, percent: percents[at]! }));
      expect(refundOf(paid, schedule, days - later)).toBeLessThanOrEqual(refundOf(paid, schedule, days));
    }), run);
  });

  test('is all of it without a schedule, nothing once its last step is over, and the step in force else, in whatever order they were written', () => {
    const schedule = [{ days_before: 7, percent: 25 }, { days_before: 30, percent: 80 }];
    expect([refundOf(999, null, -5), refundOf(999, [], 3), refundOf(999, schedule, 31), refundOf(999, schedule, 30), refundOf(999, schedule, 29), refundOf(999, schedule, 7), refundOf(999, schedule, 6)]).toEqual([999, 999, 799, 799, 249, 249, 0]);
  });
});
