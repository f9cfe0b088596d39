import { describe, expect, test } from 'vitest';
import { agesLeaveGaps, agesOverlap } from '@/domain/registration/ageGroups';
import { distances } from '@/resources/distances/distances';
import { noticesOf } from '@/schema/project/zod';

const group = (branch: string, age_min: number | null, age_max: number | null) => ({ branch, age_min, age_max });

describe('age categories', () => {
  test('that follow one another neither overlap nor leave gaps, in any order', () => {
    const groups = [group('F', 40, 49), group('F', 18, 39), group('M', 18, 99)];
    expect([agesOverlap(groups), agesLeaveGaps(groups)]).toEqual([false, false]);
  });
  test('overlap where one age of a branch has two', () => expect(agesOverlap([group('F', 18, 40), group('F', 40, 49)])).toBe(true));
  test('overlap where one lies inside another', () => expect(agesOverlap([group('M', 18, 99), group('M', 40, 49)])).toBe(true));
  test('of two branches never overlap', () => expect(agesOverlap([group('F', 18, 40), group('M', 18, 40)])).toBe(false));
  test('leave a gap where an age of a branch has none', () => expect(agesLeaveGaps([group('F', 18, 39), group('F', 41, 49)])).toBe(true));
  test('leave no gap that an earlier, longer one closes', () =>
    expect(agesLeaveGaps([group('F', 18, 60), group('F', 20, 25), group('F', 61, 70)])).toBe(false));
  test('that are still being typed say nothing', () =>
    expect([agesOverlap([group('F', 18, null), group('F', 18, 40)]), agesLeaveGaps([group('F', null, null), group('F', 18, 40)])]).toEqual([
      false,
      false,
    ]));
  test('are noticed on the distance that they belong to', () => {
    expect(noticesOf(distances, { age_categories: [group('F', 18, 40), group('F', 40, 49)] })).toEqual([
      { path: 'age_categories', message: 'distances.notices.agesOverlap' },
    ]);
    expect(noticesOf(distances, { age_categories: [group('F', 18, 30), group('F', 40, 49)] })).toEqual([
      { path: 'age_categories', message: 'distances.notices.agesLeaveGaps' },
    ]);
    expect(noticesOf(distances, { age_categories: null })).toEqual([]);
  });
});
