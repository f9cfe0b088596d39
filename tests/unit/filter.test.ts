import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allOf, comparisons, filterShape, matches, type Filter } from '@/schema';

const comparison = fc.record({
  field: fc.constantFrom('a', 'b'),
  op: fc.constantFrom('eq', 'gte', 'lte'),
  value: fc.integer({ min: 0, max: 5 }),
}) as fc.Arbitrary<Filter>;
const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    comparison,
    fc.record({ and: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('tree') }),
  ),
}));
const row = fc.record({ a: fc.integer({ min: 0, max: 5 }), b: fc.integer({ min: 0, max: 5 }) });

describe('the filter language', () => {
  test('accepts every well-formed tree unchanged', () =>
    fc.assert(
      fc.property(tree, (filter) => {
        expect(filterShape.parse(filter)).toEqual(filter);
      }),
    ));
  test('not is the complement', () =>
    fc.assert(fc.property(tree, row, (filter, record) => matches({ not: filter }, record) !== matches(filter, record))));
  test('or of and is the distribution of both', () => {
    fc.assert(
      fc.property(
        tree,
        tree,
        tree,
        row,
        (a, b, c, record) => matches({ and: [a, { or: [b, c] }] }, record) === matches({ or: [{ and: [a, b] }, { and: [a, c] }] }, record),
      ),
    );
  });
  test('refuses unknown operators, extra keys and empty groups', () => {
    for (const bad of [
      { field: 'a', op: 'like', value: 1 },
      { field: 'a', op: 'eq', value: 1, sql: 'x' },
      { and: [] },
      { and: [], or: [] },
      'a',
      null,
      [],
    ])
      expect(filterShape.safeParse(bad).success).toBe(false);
  });
  test('joins what is there and forgets what is not', () => {
    const one: Filter = { field: 'a', op: 'eq', value: 1 };
    expect([allOf(), allOf(null, one), allOf(one, undefined, one)]).toEqual([null, one, { and: [one, one] }]);
    expect(comparisons({ or: [one, { not: one }] })).toEqual([one, one]);
  });
  test('contains ignores case and accents', () =>
    expect(matches({ field: 'a', op: 'contains', value: 'maraton' }, { a: 'Gran MARATÓN' })).toBe(true));
  test('is satisfied by any of several rows, and denied by none of them', () => {
    const run = { laps: [{ state: 'done' }, { state: 'lost' }] };
    const at = (value: string): Filter => ({ field: 'laps.state', op: 'eq', value });
    expect([at('lost'), at('gone'), { not: at('gone') }, { not: at('lost') }].map((each) => matches(each, run))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(matches({ not: at('lost') }, { laps: [] })).toBe(true);
  });
  test('steps through a reference', () =>
    expect(matches({ field: 'event.region', op: 'eq', value: 'sur' }, { event: { region: 'sur' } })).toBe(true));
});
