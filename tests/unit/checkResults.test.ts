import { describe, expect, test } from 'vitest';
import { areImpossible, gendersOf, problemsOf, splitKindOf, type Checkable } from '@/domain/results/check';
import { nameFit } from '@/domain/results/sameName';
import { nextStep } from '@/domain/results/steps';

const fine: Checkable = {
  status: 'finished',
  gun_time_ms: 60_000,
  chip_time_ms: 58_000,
  splits: [{ time_ms: 20_000 }, { time_ms: 38_000 }],
  gender: 'F',
  age_category: 'Libre',
  registered_gender: 'F',
  registered_category: 'LIBRE',
  place_overall: 1,
  place_gender: 1,
  place_category: 1,
  file_place_overall: 1,
  file_place_gender: null,
  file_place_category: 1,
  same_registration: 0,
  same_chip: 0,
  same_name: 0,
  category_gender: 'F',
};
const found = (changes: Partial<Checkable>) => problemsOf({ ...fine, ...changes }, 'legs');

describe('a check of a result', () => {
  test('finds nothing where nothing is wrong, with other capitals and without the places of the file too', () => {
    expect(found({})).toEqual([]);
    expect(found({ file_place_overall: null, file_place_category: null })).toEqual([]);
  });

  test.each([
    ['no_time', { gun_time_ms: null, chip_time_ms: null, splits: null }],
    ['time_without_finish', { status: 'DNS', place_overall: null, file_place_overall: null, file_place_category: null }],
    ['splits_impossible', { splits: [{ time_ms: 50_000 }, { time_ms: 38_000 }] }],
    ['double_registration', { same_registration: 1 }],
    ['double_chip', { same_chip: 1 }],
    ['double_name', { same_name: 1 }],
    ['category_differs', { registered_category: 'Máster' }],
    ['gender_differs', { registered_gender: 'M' }],
    ['gender_unlike_category', { category_gender: 'M' }],
    ['gender_unlike_category', { gender: null, registered_gender: null }],
    ['place_differs', { file_place_category: 2 }],
  ] as const)('finds %s', (problem, changes) => expect(found(changes)).toEqual([problem]));

  test('knows the gender of categories that are of one gender each, and says nothing of others', () => {
    const counted = (...parts: readonly (readonly [string, string, number])[]) => [
      ...gendersOf(parts.map(([age_category, gender, count]) => ({ age_category, gender, count }))),
    ];
    expect(counted(['M25', 'M', 60], ['M25', 'F', 1], ['F25', 'F', 30], ['F25', 'M', 1], ['M70', 'F', 1], ['M70', 'M', 1])).toEqual([
      ['M25', 'M'],
      ['F25', 'F'],
    ]);
    expect(counted(['Libre', 'M', 60], ['Libre', 'F', 40], ['Silla', 'M', 8], ['Silla', 'F', 1])).toEqual([]);
    expect(counted(['M25', 'M', 9], ['F25', 'F', 9])).toEqual([]);
    expect(counted()).toEqual([]);
  });

  test('knows how splits are written by what most rows say', () => {
    const legs = { gun_time_ms: 100_000, chip_time_ms: null, splits: [{ time_ms: 40_000 }, { time_ms: 60_000 }] };
    const elapsed = { ...legs, splits: [{ time_ms: 40_000 }, { time_ms: 100_000 }] };
    expect(splitKindOf([legs, legs, elapsed])).toBe('legs');
    expect(splitKindOf([legs, elapsed, elapsed])).toBe('elapsed');
    expect(splitKindOf([{ ...legs, splits: null }])).toBeNull();
  });

  test('finds times that fall, points behind the finish and legs of no time impossible, and rounding is none of these', () => {
    const timed = (...times: readonly number[]) => ({ ...fine, splits: times.map((time_ms) => ({ time_ms })) });
    expect(areImpossible(timed(30_000, 20_000), 'elapsed')).toBe(true);
    expect(areImpossible(timed(30_000, 90_000), 'elapsed')).toBe(true);
    expect(areImpossible(timed(0, 30_000), 'legs')).toBe(true);
    expect(areImpossible(timed(30_500, 30_400), 'legs')).toBe(false);
    expect(areImpossible(timed(30_000, 60_000), 'elapsed')).toBe(false);
  });
});

test('a name fits a person when every word of it is theirs, in any order and without accents', () => {
  const person = { first_name: 'José Luis', last_name: 'Peña', second_last_name: 'Ríos' };
  expect(nameFit('PENA RIOS JOSE LUIS', person)).toBe(1);
  expect(nameFit('Jose Peña', person)).toBe(1);
  expect(nameFit('Peña', person)).toBeLessThan(1);
  expect(nameFit('José Luis Gómez', person)).toBeLessThan(1);
  expect(nameFit('', person)).toBe(0);
});

test('the next step goes from loading to official results, and nothing is left at the end', () => {
  const set = { status: 'draft', results_count: 0, unmatched_count: 0, problems_count: 0, open_claims_count: 0 };
  expect(nextStep(set)).toBe('load');
  expect(nextStep({ ...set, results_count: 3, unmatched_count: 1, problems_count: 1 })).toBe('match');
  expect(nextStep({ ...set, results_count: 3, problems_count: 1 })).toBe('check');
  expect(nextStep({ ...set, results_count: 3 })).toBe('publish');
  expect(nextStep({ ...set, results_count: 3, status: 'provisional' })).toBe('official');
  expect(nextStep({ ...set, results_count: 3, status: 'official' })).toBeNull();
});
