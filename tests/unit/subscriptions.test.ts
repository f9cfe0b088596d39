import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCardGone, retryAt, retryDays } from '@/domain/subscriptions/dunning';
import { anchorOf, periodEnd } from '@/domain/subscriptions/periods';
import { coverOf, unusedOf } from '@/domain/subscriptions/proration';
import { effort, seed } from '../support/effort';

const dayMs = 86_400_000;
const instants = fc.date({ min: new Date('2024-01-01'), max: new Date('2031-12-31'), noInvalidDate: true });
const cents = fc.integer({ min: 0, max: 2_000_000_00 });

describe('a period', () => {
  test('ends on the anchored day, or on the last one of a shorter month, and finds back to it', () => {
    const end = (start: string, months: number, anchor: number) => periodEnd(new Date(start), months, anchor).toISOString();
    expect(end('2027-01-31T12:00:00.000Z', 1, 31)).toBe('2027-02-28T12:00:00.000Z');
    expect(end('2027-02-28T12:00:00.000Z', 1, 31)).toBe('2027-03-31T12:00:00.000Z');
    expect(end('2028-02-29T12:00:00.000Z', 12, 29)).toBe('2029-02-28T12:00:00.000Z');
    // Evening in Mexico is the next day in Greenwich.
    expect(anchorOf(new Date('2027-02-01T02:00:00.000Z'))).toBe(31);
    expect(end('2027-02-01T02:00:00.000Z', 1, 31)).toBe('2027-03-01T02:00:00.000Z');
  });

  test('never loses its day, however many follow each other', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(1, 3, 12), fc.integer({ min: 1, max: 40 }), (start, months, count) => {
        const anchor = anchorOf(start);
        let at = start;
        for (let each = 0; each < count; each += 1) {
          const next = periodEnd(at, months, anchor);
          expect(next.getTime()).toBeGreaterThan(at.getTime());
          expect(anchorOf(next)).toBeLessThanOrEqual(anchor);
          at = next;
        }
        expect(at).toEqual(periodEnd(start, months * count, anchor));
      }),
      { seed, numRuns: effort(60, 5_000) },
    );
  });
});

describe('proration', () => {
  test('gives back all at the start and nothing at the end, less with every instant, in whole cents', () => {
    fc.assert(
      fc.property(
        cents,
        instants,
        fc.integer({ min: 1, max: 400 * dayMs }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (paid_cents, start, ms, parts) => {
          const end = new Date(start.getTime() + ms);
          const period = { paid_cents, start, end };
          expect([
            unusedOf(period, start),
            unusedOf(period, end),
            unusedOf(period, new Date(0)),
            unusedOf(period, new Date(end.getTime() + 1)),
          ]).toEqual([paid_cents, 0, paid_cents, 0]);
          const left = parts
            .toSorted((one, other) => one - other)
            .map((part) => unusedOf(period, new Date(start.getTime() + Math.floor(part * ms))));
          expect(left).toEqual(left.toSorted((one, other) => other - one));
          expect(left.every((each) => Number.isSafeInteger(each) && each >= 0 && each <= paid_cents)).toBe(true);
        },
      ),
      { seed, numRuns: effort(100, 10_000) },
    );
  });

  test('over any changes of plan, what was charged is what was used plus what is left, to the cent', () => {
    const change = fc.record({ price: cents, used: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(cents, fc.array(change, { maxLength: 12 }), (first, changes) => {
        let [charged, used, credit, paid] = [first, 0, 0, first];
        for (const { price, used: part } of changes) {
          const [start, end] = [new Date(0), new Date(30 * dayMs)];
          const unused = unusedOf({ paid_cents: paid, start, end }, new Date(Math.floor(part * 30 * dayMs)));
          used += paid - unused;
          credit += unused;
          const cover = coverOf(price, credit);
          expect(cover.credit + cover.charge).toBe(price);
          credit -= cover.credit;
          charged += cover.charge;
          paid = price;
          expect(Math.min(credit, cover.charge)).toBe(0); // nobody is charged while there is credit
        }
        expect(charged).toBe(used + paid + credit);
      }),
      { seed, numRuns: effort(100, 10_000) },
    );
  });
});

test('a failed charge is tried again on days 1, 3, 5 and 7 after the first failure, whatever people try in between, and then given up', () => {
  const first = new Date('2027-03-01T12:00:00Z');
  const after = (days: number): number | null => {
    const next = retryAt(first, new Date(first.getTime() + days * dayMs));
    return next && (next.getTime() - first.getTime()) / dayMs;
  };
  expect([0, 0.5, 1, 2, 3, 5, 6.9, 7, 30].map(after)).toEqual([1, 1, 3, 3, 5, 7, 7, null, null]);
  expect(retryDays).toEqual([1, 3, 5, 7]);
  expect([isCardGone('expired_card'), isCardGone('insufficient_funds'), isCardGone(null)]).toEqual([true, false, false]);
});
