import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rank, rankedTime, type Places, type Rankable, type Ranking } from '@/domain/results/rank';

const row: fc.Arbitrary<Rankable> = fc.record({
  status: fc.constantFrom('finished', 'finished', 'finished', 'DNS', 'DNF', 'DQ', 'OTL', 'unofficial'),
  gun_time_ms: fc.option(fc.integer({ min: 1, max: 12 })),
  chip_time_ms: fc.option(fc.integer({ min: 1, max: 12 })),
  penalty_ms: fc.option(fc.integer({ min: 0, max: 3 })),
  gender: fc.option(fc.constantFrom('F', 'M', 'X')),
  category: fc.option(fc.constantFrom('F|libre', 'M|libre', 'mixta')),
  file_place_overall: fc.option(fc.integer({ min: 1, max: 6 })),
});
const rules: fc.Arbitrary<Ranking> = fc.record({
  ranked_by: fc.constantFrom('gun', 'chip'),
  ties: fc.constantFrom('file', 'shared'),
});
const rows = fc.array(row, { maxLength: 24 });

/** A place counted in the plainest way: one more than those of the same group who were before. */
const countedPlaces = (all: readonly Rankable[], { ranked_by, ties }: Ranking): readonly Places[] => {
  const timeOf = ({ status, gun_time_ms: gun, chip_time_ms: chip, penalty_ms }: Rankable): number | null => {
    if (status !== 'finished') return null;
    const time = ranked_by === 'gun' ? (gun === null ? chip : gun) : chip === null ? gun : chip;
    return time === null ? null : time + (penalty_ms === null ? 0 : penalty_ms);
  };
  const isBefore = (one: Rankable, other: Rankable): boolean => {
    const [first, second] = [timeOf(one), timeOf(other)];
    if (first === null || second === null) return false;
    if (first !== second) return first < second;
    if (ties === 'shared') return false;
    return (
      (one.file_place_overall === null ? 1e9 : one.file_place_overall) <
      (other.file_place_overall === null ? 1e9 : other.file_place_overall)
    );
  };
  const placeIn = (own: Rankable, group: readonly Rankable[]): number => 1 + group.filter((each) => isBefore(each, own)).length;
  return all.map((own) =>
    timeOf(own) === null
      ? { overall: null, gender: null, category: null }
      : {
          overall: placeIn(own, all),
          gender:
            own.gender === null
              ? null
              : placeIn(
                  own,
                  all.filter(({ gender }) => gender === own.gender),
                ),
          category:
            own.category === null
              ? null
              : placeIn(
                  own,
                  all.filter(({ category }) => category === own.category),
                ),
        },
  );
};

describe('places', () => {
  test('are one more than those who were before, among all, in the gender and in the category, whatever ties, penalties and states there are', () => {
    fc.assert(fc.property(rows, rules, (all, how) => void expect(rank(all, how)).toEqual(countedPlaces(all, how))));
  });

  test('do not depend on the order in which results come', () => {
    fc.assert(
      fc.property(rows, rules, fc.infiniteStream(fc.nat()), (all, how, numbers) => {
        const keys = all.map((each) => ({ each, key: numbers.next().value ?? 0 }));
        const shuffled = keys.toSorted((one, other) => one.key - other.key).map(({ each }) => each);
        const places = rank(all, how),
          moved = rank(shuffled, how);
        for (const [at, own] of all.entries()) expect(moved[shuffled.indexOf(own)]).toEqual(places[at]);
      }),
    );
  });

  test('of others stay or move up by one when somebody is disqualified', () => {
    fc.assert(
      fc.property(rows, rules, fc.nat(), (all, how, pick) => {
        if (all.length === 0) return;
        const out = pick % all.length;
        const before = rank(all, how);
        const after = rank(
          all.map((each, at) => (at === out ? { ...each, status: 'DQ' } : each)),
          how,
        );
        expect(after[out]).toEqual({ overall: null, gender: null, category: null });
        for (const [at, now] of after.entries()) {
          if (at === out) continue;
          const was = before[at]?.overall ?? null;
          expect(was === null ? now.overall === null : now.overall === was || now.overall === was - 1).toBe(true);
        }
      }),
    );
  });

  test('of the former and of the new category change when somebody moves, and no overall place does', () => {
    fc.assert(
      fc.property(rows, rules, fc.nat(), (all, how, pick) => {
        if (all.length === 0) return;
        const at = pick % all.length;
        const moved = all.map((each, index) => (index === at ? { ...each, category: 'otra' } : each));
        expect(rank(moved, how).map(({ overall }) => overall)).toEqual(rank(all, how).map(({ overall }) => overall));
        expect(rank(moved, how)).toEqual(countedPlaces(moved, how));
      }),
    );
  });

  test('count a penalty and take the other clock where one is missing', () => {
    const finished = { status: 'finished', gun_time_ms: 100, chip_time_ms: 90, penalty_ms: 20 };
    expect(rankedTime(finished, { ranked_by: 'gun' })).toBe(120);
    expect(rankedTime(finished, { ranked_by: 'chip' })).toBe(110);
    expect(rankedTime({ ...finished, chip_time_ms: null }, { ranked_by: 'chip' })).toBe(120);
    expect(rankedTime({ ...finished, status: 'DNF' }, { ranked_by: 'gun' })).toBeNull();
  });
});
