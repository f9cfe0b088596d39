import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { hasTest, judgeSpecification, readRows, type SpecificationRow } from '../../scripts/lib/specification/judgeSpecification';
import { specificationItems } from '../../scripts/lib/specification/specificationItems';

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const rows = readRows(readFileSync('docs/specification.md', 'utf8'));

describe('the table of the specification', () => {
  test('speaks of every section from 2 to 9', () =>
    expect([...new Set(rows.map(({ section }) => section))].sort()).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']));
  test('counts the items of the specification', () => {
    expect(Object.entries(specificationItems).map(([section, names]) => [section, names.length])).toEqual([
      ['2', 37],
      ['3', 20],
      ['4', 26],
      ['6', 52],
      ['7', 23],
    ]);
    for (const names of Object.values(specificationItems)) expect(new Set(names).size).toBe(names.length);
  });
  test('has a row for each item, whose screen and test exist', () =>
    expect(judgeSpecification(rows, specificationItems, registry, read)).toEqual([]));
});

describe('the check of the table', () => {
  const proof: SpecificationRow = {
    section: '6',
    says: 'event-coupon',
    screen: '/events/:eventid/coupons',
    file: 'a.test.ts',
    test: 'opens',
  };
  const judge = (changes: Partial<SpecificationRow>, items: readonly string[] = ['event-coupon']): readonly string[] =>
    judgeSpecification([{ ...proof, ...changes }], { '6': items }, registry, (file) =>
      file === 'a.test.ts' ? `test('opens', () => undefined)` : undefined,
    );
  test('is content with a row that holds', () => expect(judge({})).toEqual([]));
  test('names an item that nobody answers for', () =>
    expect(judge({}, ['event-coupon', 'store'])).toEqual(['§6 store: no row answers for it']));
  test('names a row of no item', () =>
    expect(judge({ says: 'event-cupon' })).toContain('§6 event-cupon: the specification names no such item'));
  test('names an address that does not exist, and an action that is none', () => {
    expect(judge({ screen: '/events/:eventid/cupons' })).toEqual(['§6 event-coupon: no screen has the address /events/:eventid/cupons']);
    expect(judge({ screen: 'coupons.burn' })).toEqual(['§6 event-coupon: there is no coupons.burn']);
  });
  test('names an entity that does not open with the key', () =>
    expect(judge({ screen: 'sponsors' })).toEqual(['§6 event-coupon: sponsors does not open with event-coupon']));
  test('names a test that is not there, in a file or without one', () => {
    expect(judge({ test: 'closes' })).toEqual(['§6 event-coupon: a.test.ts has no test "closes"']);
    expect(judge({ file: 'b.test.ts' })).toEqual(['§6 event-coupon: b.test.ts has no test "opens"']);
  });
  test('names a row that says no more than that something comes later', () =>
    expect(judge({ screen: 'later: races_of_the_moon, nobody runs there yet', test: '', file: '' })).toContain(
      '§6 event-coupon: there is no later: races_of_the_moon',
    ));
  test('finds a test by its whole name', () =>
    expect([hasTest(`test('opens', x)`, 'opens'), hasTest(`test('opens it', x)`, 'opens')]).toEqual([true, false]));
});
