import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matches, type Filter } from '@/schema';
import { operators } from '@/schema/filter';
import { columnWidths, mostPinned, savedStateShape } from '@/schema/savedState';
import { toFilter } from '@/providers/data/toFilter';
import { chipOf, chipsOf, conditionsOf, fromChips } from '@/views/list/model/chips';
import { toCsv } from '@/words/csv';
import { changeState, initialState, pageSizes, readState, writeState, type ListState } from '@/views/list/model/listState';
import { fromSaved, isAsDeclared, isShown, toSaved } from '@/views/list/model/savedState';
import { nothing, togglePage, toggleRow } from '@/views/list/model/selection';
import { toCrudFilters } from '@/views/list/model/toCrud';
import { entries } from './listFixture';

const name = fc.constantFrom('athlete', 'bib', 'meetid', 'status', 'paid_cents', 'created');
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 60 }));
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.record({ field: name, op: fc.constantFrom(...operators.filter((op) => op !== 'null')), value }),
    fc.record({ field: name, op: fc.constant('null' as const) }),
    fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));
const names = fc.uniqueArray(name, { minLength: 1 });
const state: fc.Arbitrary<ListState> = fc.record({
  page: fc.integer({ min: 1, max: 99_999 }),
  perpage: fc.constantFrom(...pageSizes),
  sort: fc.option(names.map((list) => list.map((each, at) => ({ name: each, order: at % 2 ? ('desc' as const) : ('asc' as const) })))),
  filter: fc.option(filter),
  q: fc.string(),
  columns: fc.option(names),
  pinned: fc.uniqueArray(name, { maxLength: mostPinned }),
  widths: fc.dictionary(name, fc.integer({ min: columnWidths.least, max: columnWidths.most })),
  as: fc.constantFrom('table', 'board'),
  group: fc.option(name),
  month: fc.option(fc.constantFrom('2025-12', '2026-01')),
  open: fc.option(fc.integer({ min: 1, max: 99_999 })),
  broken: fc.constant(false),
  standard: fc.boolean(),
});
const throughAddress = (some: ListState): ListState => readState(new URLSearchParams(writeState(some).toString()), entries);

describe('a saved view', () => {
  test('gives back the list that was saved, without the place where somebody was in it', () => {
    fc.assert(
      fc.property(state, (some) => {
        const { sort, filter, q, columns, pinned, widths, perpage, as, group } = some;
        const saved = toSaved(some, 'dense');
        expect(savedStateShape.safeParse(saved).success || q.length > 200).toBe(true);
        expect(fromSaved(saved, entries)).toEqual({ ...initialState, sort, filter, q, columns, pinned, widths, perpage, as, group });
        expect(isShown(saved, some, entries)).toBe(true);
      }),
    );
  });
  test('leaves out what no longer exists', () =>
    expect(fromSaved({ columns: ['bib', 'gone'], sort: ['-gone'] }, entries)).toEqual({ ...initialState, columns: ['bib'] }));
  test('is shown with its widths stored in another order', () =>
    expect(isShown({ widths: { bib: 90, athlete: 200 } }, { ...initialState, widths: { athlete: 200, bib: 90 } }, entries)).toBe(true));
  test('is not shown by another filter', () => expect(isShown({ q: 'ana' }, { ...initialState, q: 'eva' }, entries)).toBe(false));
  test('takes no list whose address says something', () => {
    expect(
      [
        initialState,
        { ...initialState, open: 3 },
        { ...initialState, q: 'a' },
        { ...initialState, page: 2 },
        { ...initialState, broken: true },
      ].map(isAsDeclared),
    ).toEqual([true, true, false, false, false]);
  });
});

describe('the address of a list', () => {
  test('gives back every state that was written into it', () => {
    fc.assert(
      fc.property(state, (some) => {
        expect(throughAddress(some)).toEqual(some);
      }),
      { numRuns: 500 },
    );
  });
  test('survives every letter that addresses treat apart', () => {
    const some = { ...initialState, q: 'R&D #1 + 100%', filter: { field: 'athlete', op: 'eq' as const, value: 'a=b&c#d+e %25 ñ "x"' } };
    expect(throughAddress(some)).toEqual(some);
  });
  test('carries fifty ids as a list', () => {
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    expect(throughAddress({ ...initialState, filter: { field: 'meetid', op: 'in', value: ids } }).filter).toEqual({
      field: 'meetid',
      op: 'in',
      value: ids,
    });
  });
  test('is empty for a list as declared', () => expect(writeState(initialState).toString()).toBe(''));
  test('leaves the parameters of others alone', () => {
    expect(writeState({ ...initialState, page: 2 }, new URLSearchParams('tab=data&page=9')).toString()).toBe('tab=data&page=2');
  });
  test('falls back on what is declared where it is nonsense', () => {
    expect(
      readState(
        new URLSearchParams('page=-1&perpage=7&sort=nobody&columns=,secret&pinned=secret&widths=bib:3,athlete:x,secret:100'),
        entries,
      ),
    ).toEqual(initialState);
  });
  test.each(['{', '{"field":"bib","op":"drop"}', '[]', '{"and":[]}'])('says that the filter %s cannot be read', (text) => {
    expect(readState(new URLSearchParams({ filter: text }), entries)).toMatchObject({ filter: null, broken: true });
  });
  test('goes back to the first page when the rows change and stays when the columns do', () => {
    const third = { ...initialState, page: 3 };
    expect(changeState(third, { filter: null }).page).toBe(1);
    expect(changeState(third, { q: 'a' }).page).toBe(1);
    expect(changeState(third, { columns: ['bib'] }).page).toBe(3);
  });
});

describe('filters in the language of refine', () => {
  const rows = [-1, 0, 5, 12, null].flatMap((bib) =>
    ['Ana', 'Benito', '', null].map((athlete) => ({ bib, athlete, paid_cents: null, status: 'paid', meetid: 2, created: '2026' })),
  );
  test('keep their meaning through the provider', () => {
    const plain = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        fc.record({
          field: fc.constant('bib'),
          op: fc.constantFrom('eq' as const, 'lt' as const, 'lte' as const, 'gt' as const, 'gte' as const),
          value: fc.integer({ min: -2, max: 13 }),
        }),
        fc.record({
          field: fc.constant('bib'),
          op: fc.constant('between' as const),
          value: fc.tuple(fc.integer({ min: -2, max: 6 }), fc.integer({ min: 3, max: 13 })),
        }),
        fc.record({
          field: fc.constant('athlete'),
          op: fc.constantFrom('contains' as const, 'startswith' as const),
          value: fc.constantFrom('a', 'ni', 'be'),
        }),
        fc.record({ field: fc.constantFrom('athlete', 'bib'), op: fc.constant('null' as const) }),
        fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('filter') }),
      ),
    })).filter;
    fc.assert(
      fc.property(plain, (some) => rows.every((row) => matches(toFilter(toCrudFilters(some)), row) === matches(some, row))),
      { numRuns: 1000 },
    );
  });
  test('send two conditions on one field as two', () => {
    const some: Filter = {
      and: [
        { field: 'bib', op: 'gte', value: 1 },
        { field: 'bib', op: 'lt', value: 9 },
      ],
    };
    expect(toFilter(toCrudFilters(some))).toEqual(some);
  });
});

describe('chips', () => {
  test('are the conditions that are side by side', () => {
    const two: Filter = {
      and: [
        { field: 'bib', op: 'gt', value: 1 },
        { or: [{ field: 'bib', op: 'eq', value: 2 }, { not: { field: 'athlete', op: 'null' } }] },
      ],
    };
    expect(chipsOf(two)).toHaveLength(2);
    expect(fromChips(chipsOf(two))).toEqual(two);
  });
  test('are edited as alternatives and come back the same', () => {
    const chip: Filter = { or: [{ field: 'bib', op: 'eq', value: 2 }, { not: { field: 'athlete', op: 'contains', value: 'x' } }] };
    expect(chipOf(conditionsOf(chip)!)).toEqual(chip);
  });
  test('are not edited when they nest deeper', () =>
    expect(conditionsOf({ or: [{ and: [{ field: 'bib', op: 'eq', value: 1 }] }] })).toBeNull());
});

describe('a CSV file', () => {
  test.each(['=1+1', '+52 55', '-2+3', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")'])('never runs %j', (text) => {
    const [, cell] = toCsv([['a', text]])
      .replace('\uFEFF', '')
      .match(/^a,([^]*)\r\n$/)!;
    expect(cell!.replace(/^"/, '')).toMatch(/^'/);
  });
  test.each(['-5', '-1,250.00', '-$1,250.00', '12.5%'])('keeps the quantity %s as it is', (text) =>
    expect(toCsv([[text]])).not.toContain("'"),
  );
  test('quotes what separates and opens in UTF-8', () =>
    expect(toCsv([['ñ', 'a,b', 'c"d', 'e\nf']])).toBe('\uFEFFñ,"a,b","c""d","e\nf"\r\n'));
});

describe('a selection', () => {
  const sight = new Map([
    [1, {}],
    [2, {}],
  ]);
  test('takes a page, then leaves it', () => {
    const page = togglePage(nothing, sight);
    expect(page).toEqual({ kind: 'rows', rows: sight });
    expect(togglePage(page, sight)).toEqual(nothing);
  });
  test('of all that match falls back on the rows in sight when one is left out', () => {
    expect(toggleRow({ kind: 'all' }, 2, {}, sight)).toEqual({ kind: 'rows', rows: new Map([[1, {}]]) });
  });
});
