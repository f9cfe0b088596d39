import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPromoLedger, type LedgerEntry } from '@/domain/wallets/promoLedger';

const entry = (movementid: number, type: string, amount_cents: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  movementid,
  type,
  amount_cents,
  inscriptionid: null,
  reference_movementid: null,
  expires_at: null,
  ...more,
});
const leftOf = (entries: readonly LedgerEntry[]) => {
  const ledger = createPromoLedger();
  for (const each of entries) ledger.apply(each);
  return ledger.left().map(({ movementid, left_cents }) => [movementid, left_cents]);
};
const [may, june] = ['2026-05-31T00:00:00.000Z', '2026-06-30T00:00:00.000Z'];

test('the credit that expires first is spent first, and money without an end last', () => {
  const made = [
    entry(1, 'admin_credit', 500),
    entry(2, 'promo_credit', 300, { expires_at: june }),
    entry(3, 'promo_credit', 200, { expires_at: may }),
  ];
  expect(leftOf(made)).toEqual([
    [3, 200],
    [2, 300],
  ]);
  expect(leftOf([...made, entry(4, 'admin_debit', 250)])).toEqual([[2, 250]]);
  expect(leftOf([...made, entry(4, 'admin_debit', 600)])).toEqual([]);
});

test('what a payment holds is not left; released it is, and captured it is gone', () => {
  const held = [entry(1, 'promo_credit', 300, { expires_at: june }), entry(2, 'hold', 200, { inscriptionid: 7 })];
  expect(leftOf(held)).toEqual([[1, 100]]);
  expect(leftOf([...held, entry(3, 'release', 200, { inscriptionid: 7 })])).toEqual([[1, 300]]);
  expect(leftOf([...held, entry(3, 'release', 50, { inscriptionid: 7 }), entry(4, 'capture', 150, { inscriptionid: 7 })])).toEqual([
    [1, 150],
  ]);
  expect(leftOf([...held, entry(3, 'release', 200, { inscriptionid: 8 })]), 'another registration releases nothing of it').toEqual([
    [1, 100],
  ]);
});

test('an expiry ends the credit that it names', () => {
  const made = [entry(1, 'promo_credit', 300, { expires_at: may }), entry(2, 'promo_credit', 100, { expires_at: june })];
  expect(leftOf([...made, entry(3, 'expire', 300, { reference_movementid: 1 })])).toEqual([[2, 100]]);
});

test('whatever happens to a wallet, what is left of promotions is never more than its balance, nor more than was given', () => {
  const step = fc.record({
    kind: fc.constantFrom('promo', 'plain', 'spend', 'hold', 'release', 'capture'),
    cents: fc.integer({ min: 1, max: 900 }),
    day: fc.integer({ min: 1, max: 28 }),
    of: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const ledger = createPromoLedger(),
        frozen = new Map<number, number>(),
        given = new Map<number, number>();
      let available = 0;
      steps.forEach(({ kind, cents, day, of }, at) => {
        const inscriptionid = of,
          held = frozen.get(of) ?? 0;
        if (kind === 'promo') {
          ledger.apply(entry(at + 1, 'promo_credit', cents, { expires_at: `2026-05-${String(day).padStart(2, '0')}T00:00:00.000Z` }));
          given.set(at + 1, cents);
          available += cents;
        } else if (kind === 'plain') {
          ledger.apply(entry(at + 1, 'refund_credit', cents));
          available += cents;
        } else if (kind === 'spend' && cents <= available) {
          ledger.apply(entry(at + 1, 'admin_debit', cents));
          available -= cents;
        } else if (kind === 'hold' && cents <= available) {
          ledger.apply(entry(at + 1, 'hold', cents, { inscriptionid }));
          available -= cents;
          frozen.set(of, held + cents);
        } else if ((kind === 'release' || kind === 'capture') && cents <= held) {
          ledger.apply(entry(at + 1, kind, cents, { inscriptionid }));
          frozen.set(of, held - cents);
          if (kind === 'release') available += cents;
        }
        const left = ledger.left();
        expect(left.reduce((sum, { left_cents }) => sum + left_cents, 0)).toBeLessThanOrEqual(available);
        for (const { movementid, left_cents } of left) expect(left_cents).toBeLessThanOrEqual(given.get(movementid) ?? 0);
      });
    }),
    { numRuns: 300, seed: 42 },
  );
});
