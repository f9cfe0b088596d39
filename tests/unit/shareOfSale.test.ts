import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOfSale } from '@/domain/store/shareOfSale';

test('however a sale is returned, piece by piece, exactly what was paid goes back and never a cent more on the way', () => {
  const cents = fc.integer({ min: 1, max: 999_999 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), fc.double({ min: 0, max: 1, noNaN: true }), (prices, share) => {
      const gross_cents = prices.reduce((sum, price) => sum + price, 0);
      const total_cents = Math.round(gross_cents * share);
      let returned_cents = 0,
        paid_back = 0;
      for (const price of prices) {
        returned_cents += price;
        const due = shareOfSale({ total_cents, gross_cents, returned_cents });
        expect(due).toBeGreaterThanOrEqual(paid_back);
        expect(due).toBeLessThanOrEqual(total_cents);
        expect(Number.isInteger(due)).toBe(true);
        paid_back = due;
      }
      expect(paid_back).toBe(total_cents);
    }),
  );
});

test('a sale that cost nothing gives nothing back', () => {
  expect(shareOfSale({ total_cents: 0, gross_cents: 0, returned_cents: 0 })).toBe(0);
});
