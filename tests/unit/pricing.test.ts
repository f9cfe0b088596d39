import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceOf, refundOf, type Discount, type Tier } from '@/domain/registration/pricing';
import { effort } from '../support/effort';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const tiers: fc.Arbitrary<Tier> = fc.record({
  price_cents: cents,
  service_fee_cents: fc.integer({ min: 0, max: 100_000 }),
  fee_payer: fc.constantFrom('athlete' as const, 'organizer' as const),
});
const offers: fc.Arbitrary<Discount> = fc
  .record({
    type: fc.constantFrom('percent' as const, 'amount' as const, 'fixed_price' as const, 'free' as const, 'access' as const),
    value: fc.integer({ min: 1, max: 10_000_000 }),
    max_discount_cents: fc.option(cents),
    applies_to: fc.constantFrom('entry' as const, 'fee' as const, 'store' as const, 'all' as const),
  })
  .map((offer) => (offer.type === 'percent' ? { ...offer, value: (offer.value % 100) + 1 } : offer));
const run = { numRuns: effort(2_000, 50_000) };

describe('a price', () => {
  test('adds up, in whole cents that are never below zero, whatever the coupon says', () => {
    fc.assert(
      fc.property(tiers, fc.option(offers), (tier, offer) => {
        const { list_price_cents, discount_cents, fee_cents, total_cents } = priceOf(tier, offer);
        expect(total_cents).toBe(list_price_cents - discount_cents + fee_cents);
        expect(list_price_cents).toBe(tier.price_cents);
        expect(discount_cents).toBeLessThanOrEqual(list_price_cents);
        for (const value of [list_price_cents, discount_cents, fee_cents, total_cents])
          expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
      }),
      run,
    );
  });

  test('is never raised by a coupon, and a coupon of percent never takes more than its most off the entry', () => {
    fc.assert(
      fc.property(tiers, offers, (tier, offer) => {
        const price = priceOf(tier, offer);
        expect(price.total_cents).toBeLessThanOrEqual(priceOf(tier, null).total_cents);
        if (offer.type === 'percent' && offer.max_discount_cents !== null)
          expect(price.discount_cents).toBeLessThanOrEqual(offer.max_discount_cents);
      }),
      run,
    );
  });

  test('charges a fee only to athletes who pay for the entry', () => {
    fc.assert(
      fc.property(tiers, fc.option(offers), (tier, offer) => {
        const { fee_cents, list_price_cents, discount_cents } = priceOf(tier, offer);
        if (tier.fee_payer === 'organizer' || list_price_cents === discount_cents) expect(fee_cents).toBe(0);
        expect(fee_cents).toBeLessThanOrEqual(tier.service_fee_cents);
      }),
      run,
    );
  });

  test.each([
    ['half of it', { type: 'percent', value: 50 }, { discount_cents: 30_000, fee_cents: 2_500, total_cents: 32_500 }],
    [
      'at most what the coupon allows',
      { type: 'percent', value: 50, max_discount_cents: 10_000 },
      { discount_cents: 10_000, fee_cents: 2_500, total_cents: 52_500 },
    ],
    ['an amount above the price', { type: 'amount', value: 90_000 }, { discount_cents: 60_000, fee_cents: 0, total_cents: 0 }],
    ['down to a fixed price', { type: 'fixed_price', value: 45_000 }, { discount_cents: 15_000, fee_cents: 2_500, total_cents: 47_500 }],
    ['never up to a fixed price', { type: 'fixed_price', value: 75_000 }, { discount_cents: 0, fee_cents: 2_500, total_cents: 62_500 }],
    ['all of it', { type: 'free', value: null }, { discount_cents: 60_000, fee_cents: 0, total_cents: 0 }],
    ['the fee alone', { type: 'free', value: null, applies_to: 'fee' }, { discount_cents: 0, fee_cents: 0, total_cents: 60_000 }],
    ['nothing: it only opens a door', { type: 'access', value: null }, { discount_cents: 0, fee_cents: 2_500, total_cents: 62_500 }],
    [
      'nothing: it is for the shop',
      { type: 'percent', value: 50, applies_to: 'store' },
      { discount_cents: 0, fee_cents: 2_500, total_cents: 62_500 },
    ],
  ] as const)('of 600 with a fee of 25 loses %s', (_what, offer, expected) => {
    expect(
      priceOf(
        { price_cents: 60_000, service_fee_cents: 2_500, fee_payer: 'athlete' },
        { max_discount_cents: null, applies_to: 'entry', ...offer },
      ),
    ).toMatchObject(expected);
  });
});

/** Worked out by hand: halves of a cent go up for a discount of percent. */
describe('odd cents', () => {
  const offer = (more: Partial<Discount>): Discount => ({
    type: 'percent',
    value: null,
    max_discount_cents: null,
    applies_to: 'entry',
    ...more,
  });
  const tier = (price_cents: number, service_fee_cents = 0): Tier => ({ price_cents, service_fee_cents, fee_payer: 'athlete' });

  test.each([
    [33_333, 15, 5_000, 28_333], // 4,999.95
    [33_330, 15, 5_000, 28_330], // 4,999.50
    [33_329, 15, 4_999, 28_330], // 4,999.35
    [9_999, 33, 3_300, 6_699], // 3,299.67
    [12_345, 7, 864, 11_481], // 864.15
    [99_999, 50, 50_000, 49_999], // 49,999.50
    [49, 1, 0, 49], // 0.49
    [50, 1, 1, 49], // 0.50
    [1, 50, 1, 0], // 0.50
    [1, 49, 0, 1], // 0.49
    [10_000_000, 1, 100_000, 9_900_000],
    [33_333, 100, 33_333, 0],
    [99, 99, 98, 1], // 98.01
  ])('of %i cents, %i percent are %i', (price, value, discount_cents, total_cents) => {
    expect(priceOf(tier(price), offer({ value }))).toEqual({ list_price_cents: price, discount_cents, fee_cents: 0, total_cents });
  });

  test.each([
    [offer({ value: 15, max_discount_cents: 5_001 }), 5_000, 29_444],
    [offer({ value: 15, max_discount_cents: 5_000 }), 5_000, 29_444],
    [offer({ value: 15, max_discount_cents: 4_999 }), 4_999, 29_445],
    [offer({ type: 'amount', value: 33_332 }), 33_332, 1_112],
    [offer({ type: 'amount', value: 33_333 }), 33_333, 0],
    [offer({ type: 'amount', value: 33_334 }), 33_333, 0],
    [offer({ type: 'fixed_price', value: 33_332 }), 1, 34_443],
    [offer({ type: 'fixed_price', value: 33_333 }), 0, 34_444],
    [offer({ type: 'fixed_price', value: 33_334 }), 0, 34_444],
    [offer({ type: 'fixed_price', value: 1 }), 33_332, 1_112],
    [offer({ value: 15, applies_to: 'all' }), 5_000, 29_277],
    [offer({ value: 15, applies_to: 'fee' }), 0, 34_277], // 166.65 of the fee
    [offer({ type: 'amount', value: 1_110, applies_to: 'fee' }), 0, 33_334],
    [offer({ type: 'amount', value: 1_111, applies_to: 'fee' }), 0, 33_333],
    [offer({ value: 15, max_discount_cents: 1, applies_to: 'all' }), 1, 34_276],
    [offer({ type: 'amount', value: 5, applies_to: 'store' }), 0, 34_444],
  ] as const)('of 333.33 with a fee of 11.11, %j takes %i off the entry and leaves %i', (coupon, discount_cents, total_cents) => {
    expect(priceOf(tier(33_333, 1_111), coupon)).toMatchObject({ discount_cents, total_cents });
  });

  test.each([
    [9_999, 33, 3_299],
    [1, 50, 0],
    [1, 99, 0],
    [1, 100, 1],
    [34_444, 80, 27_555],
    [34_445, 80, 27_556],
    [34_444, 0, 0],
    [7, 15, 1],
  ])('a refund of %i cents at %i percent gives %i: what is below a cent stays', (paid, percent, expected) => {
    expect(refundOf(paid, [{ days_before: 5, percent }], 5)).toBe(expected);
  });
});

const schedules = fc.uniqueArray(fc.record({ days_before: fc.integer({ min: 0, max: 365 }), percent: fc.integer({ min: 0, max: 100 }) }), {
  minLength: 1,
  maxLength: 6,
  selector: ({ days_before }) => days_before,
});

describe('a refund', () => {
  test('is never above what was paid, nor below zero, and whole cents', () => {
    fc.assert(
      fc.property(cents, fc.option(schedules), fc.integer({ min: -30, max: 400 }), (paid, schedule, days) => {
        const refund = refundOf(paid, schedule, days);
        expect(Number.isSafeInteger(refund) && refund >= 0 && refund <= paid).toBe(true);
      }),
      run,
    );
  });

  test('never grows while the event comes nearer, where the schedule does not', () => {
    fc.assert(
      fc.property(cents, schedules, fc.integer({ min: -30, max: 400 }), fc.nat(60), (paid, steps, days, later) => {
        const percents = steps.map(({ percent }) => percent).sort((one, other) => one - other),
          dates = steps.map(({ days_before }) => days_before).sort((one, other) => one - other);
        const schedule = dates.map((days_before, at) => ({ days_before, percent: percents[at]! }));
        expect(refundOf(paid, schedule, days - later)).toBeLessThanOrEqual(refundOf(paid, schedule, days));
      }),
      run,
    );
  });

  test('is all of it without a schedule, nothing once its last step is over, and the step in force else, in whatever order they were written', () => {
    const schedule = [
      { days_before: 7, percent: 25 },
      { days_before: 30, percent: 80 },
    ];
    expect([
      refundOf(999, null, -5),
      refundOf(999, [], 3),
      refundOf(999, schedule, 31),
      refundOf(999, schedule, 30),
      refundOf(999, schedule, 29),
      refundOf(999, schedule, 7),
      refundOf(999, schedule, 6),
    ]).toEqual([999, 999, 799, 799, 249, 249, 0]);
  });
});
