import { expect, test } from 'vitest';
import { compareTests, placeIn, rangeOf } from '@/domain/bodyRanges';

test('a healthy range is that of the person, and of nobody under 18', () => {
  expect(rangeOf('pbf_pct', { gender: 'F', age: 30 })).toMatchObject({ low: 18, high: 28, source: 'inbody' });
  expect(rangeOf('pbf_pct', { gender: 'M', age: 30 })).toMatchObject({ low: 10, high: 20 });
  expect(rangeOf('pbf_pct', { gender: 'X', age: 30 })).toBeNull();
  expect(rangeOf('bmi', { gender: 'X', age: 30 })).toMatchObject({ source: 'who_2010' });
  expect(rangeOf('bmi', { gender: 'F', age: 17 })).toBeNull();
  expect(rangeOf('weight_kg', { gender: 'F', age: 30 })).toBeNull();
});
test('the ends of a range are within it, and an open end has none', () => {
  const bmi = { low: 18.5, high: 24.9, source: 'who_2010' } as const;
  expect([18.4, 18.5, 24.9, 25].map((value) => placeIn(value, bmi))).toEqual(['below', 'within', 'within', 'above']);
  expect(placeIn(0, { low: null, high: 9, source: 'inbody' })).toBe('within');
});
test('two tests are compared measure by measure; what the newer one lacks is left out', () => {
  const person = { gender: 'F', age: 30 };
  expect(compareTests({ ...person, weight_kg: 60.2, bmi: 26 }, { weight_kg: 62.3, pbf_pct: 30 })).toEqual([
    { name: 'weight_kg', before: 62.3, after: 60.2, change: -2.1, range: null, place: null },
    { name: 'bmi', before: null, after: 26, change: null, range: expect.objectContaining({ high: 24.9 }), place: 'above' },
  ]);
  expect(compareTests({ ...person, weight_kg: 60 }, null)).toMatchObject([{ change: null }]);
});
