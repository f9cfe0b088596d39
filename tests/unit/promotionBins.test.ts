import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conflicts,
  digitsOf,
  judged,
  promotionDiscount,
  promotionTypes,
  ranked,
  typedBin,
  type Contender,
  type Held,
  type Venue,
} from '@/domain/web/promotionBins';

type Promotion = Contender & Held;
const promotion = (promotion_binid: number, more: Partial<Promotion> = {}): Promotion => ({
  promotion_binid,
  bins: ['415231'],
  priority: 0,
  status: 'active',
  starts_at: '2027-01-01T00:00:00Z',
  ends_at: '2027-02-01T00:00:00Z',
  scope: 'platform',
  organizationids: null,
  eventids: null,
  distanceids: null,
  region: null,
  ...more,
});
const race: Venue = { eventid: 7, organizationid: 3, region: 'bajio', distanceids: [71, 72] },
  other: Venue = { eventid: 8, organizationid: 4, region: 'norte', distanceids: [81] };
const venues = [race, other],
  at = Date.parse('2027-01-15T00:00:00Z');
const ids = (all: readonly Contender[]): readonly number[] => all.map(({ promotion_binid }) => promotion_binid);

describe('the ranking of promotions for a card', () => {
  test('puts 8 digits before 6, then the higher priority, then the older one', () => {
    const all = [
      promotion(1),
      promotion(2, { priority: 5 }),
      promotion(3, { priority: 5 }),
      promotion(4, { bins: ['41523177'] }),
      promotion(5, { bins: ['555555'], priority: 99 }),
    ];
    expect(ids(ranked(all, '41523177'))).toEqual([4, 2, 3, 1]);
    expect(ids(ranked(all, '415231'))).toEqual([2, 3, 1]);
  });
  test('compares 8 digits only where 8 were typed', () => {
    expect(['415231', '4152317', '41523177', '41523178'].map((bin) => digitsOf({ bins: ['41523177', '415231'] }, bin))).toEqual([
      6, 6, 8, 6,
    ]);
    expect(digitsOf({ bins: ['41523177'] }, '4152317')).toBe(0);
  });
  test('takes 6 to 8 digits and never a card', () => {
    expect(
      ['41523', '415231', '4152317', '41523177', '415231777', '4152317700001234', '41523a'].map((text) => typedBin.test(text)),
    ).toEqual([false, true, true, true, false, false, false]);
  });
  test('says why each loses to the winner, and which are out of play', () => {
    const all = [
      promotion(1, { priority: 5 }),
      promotion(2, { priority: 5 }),
      promotion(3),
      promotion(4, { bins: ['41523177'], status: 'paused' }),
      promotion(5, { ends_at: '2027-01-10T00:00:00Z', priority: 9 }),
      promotion(6, { region: 'norte', priority: 8 }),
    ];
    expect(
      judged(all, '41523177', at, race).map(({ promotion: { promotion_binid }, digits, verdict }) => [promotion_binid, digits, verdict]),
    ).toEqual([
      [1, 6, 'wins'],
      [2, 6, 'age'],
      [3, 6, 'priority'],
      [4, 8, 'status'],
      [5, 6, 'dates'],
      [6, 6, 'reach'],
    ]);
    expect(judged(all, '41523177', at, null)[0]).toMatchObject({ promotion: { promotion_binid: 6 }, verdict: 'wins' });
    expect(judged([promotion(1, { bins: ['41523177'] }), promotion(2, { priority: 9 })], '41523177', at, race)[1]!.verdict).toBe('digits');
  });
  test('ends with the instant of its end', () => {
    expect(judged([promotion(1)], '415231', Date.parse('2027-02-01T00:00:00Z'), null)[0]!.verdict).toBe('dates');
    expect(judged([promotion(1)], '415231', Date.parse('2027-01-01T00:00:00Z'), null)[0]!.verdict).toBe('wins');
  });
});

describe('two promotions', () => {
  const meet = (one: Partial<Promotion>, two: Partial<Promotion> = {}): readonly boolean[] => [
    conflicts(promotion(1, one), promotion(2, two), venues),
    conflicts(promotion(2, two), promotion(1, one), venues),
  ];
  const both = [true, true],
    neither = [false, false];
  test('conflict over the same BIN at the same time, no matter who is asked', () => expect(meet({})).toEqual(both));
  test.each<readonly [string, Partial<Promotion>, Partial<Promotion>]>([
    ['with other BIN', { bins: ['415232'] }, {}],
    ['where one names 8 digits and the other 6, which has a winner', { bins: ['41523177'] }, {}],
    ['one after the other', { starts_at: '2027-02-01T00:00:00Z', ends_at: '2027-03-01T00:00:00Z' }, {}],
    ['where one has ended', { status: 'ended' }, {}],
    ['of two regions', { region: 'norte' }, { region: 'sur' }],
    ['of two organizations', { scope: 'organization', organizationids: [3] }, { scope: 'organization', organizationids: [4] }],
    ['of two events', { scope: 'event', eventids: [7] }, { scope: 'event', eventids: [8] }],
    ['of an event and of another organization', { scope: 'event', eventids: [7] }, { scope: 'organization', organizationids: [4] }],
    ['of an event and of a region that is not its own', { scope: 'event', eventids: [7] }, { region: 'norte' }],
    [
      'of two distances of an event',
      { scope: 'event', eventids: [7], distanceids: [71] },
      { scope: 'event', eventids: [7], distanceids: [72] },
    ],
    [
      'that share an event, of which one takes no distance',
      { scope: 'event', eventids: [7, 8], distanceids: [81] },
      { scope: 'event', eventids: [7] },
    ],
  ])('do not conflict %s', (_, one, two) => expect(meet(one, two)).toEqual(neither));
  test.each<readonly [string, Partial<Promotion>, Partial<Promotion>]>([
    ['as drafts and in pause', { status: 'draft' }, { status: 'paused' }],
    ['of the whole country and of a region', { region: 'nacional' }, { region: 'sur' }],
    ['of an event and of its organization', { scope: 'event', eventids: [7] }, { scope: 'organization', organizationids: [3] }],
    ['of a distance and of its whole event', { scope: 'event', eventids: [7], distanceids: [71] }, { scope: 'event', eventids: [7] }],
    ['of an event and of the whole platform', { scope: 'event', eventids: [7] }, {}],
  ])('conflict %s', (_, one, two) => expect(meet(one, two)).toEqual(both));
});

test('a promotion takes whole cents off, never more than the entry, its cap or its amount', () => {
  const cents = fc.integer({ min: 0, max: 2_000_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...promotionTypes),
      fc.integer({ min: 1, max: 100 }),
      cents,
      fc.option(cents),
      cents,
      (discount_type, percent, amount, max_discount_cents, entry) => {
        const value = discount_type === 'percent' ? percent : amount;
        const off = promotionDiscount({ discount_type, value, max_discount_cents }, entry);
        expect(Number.isInteger(off) && off >= 0 && off <= entry).toBe(true);
        if (discount_type === 'percent') expect(off).toBeLessThanOrEqual(max_discount_cents ?? entry);
        if (discount_type === 'amount') expect(off).toBe(Math.min(amount, entry));
        if (discount_type === 'fixed_price') expect(entry - off).toBe(Math.min(amount, entry));
        if (discount_type === 'installments') expect(off).toBe(0);
      },
    ),
  );
});
