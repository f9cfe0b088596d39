import { describe, expect, test } from 'vitest';
import { pastedIn } from '@/views/list/paste/PastedFile';
import { readBlock } from '@/views/list/paste/readBlock';

describe('a block from a spreadsheet', () => {
  test('is lines of cells with tabs between them, without the last line break', () =>
    expect(readBlock('M\t12\r\nL\t13\r\n')).toEqual([
      ['M', '12'],
      ['L', '13'],
    ]));
  test('is a column, too', () => expect(readBlock('M\nL')).toEqual([['M'], ['L']]));
  test('keeps quotes and puts a cell with line breaks on one line', () =>
    expect(readBlock('"Ana\nLucía"\t"dice ""hola"""\n5"\tb')).toEqual([
      ['Ana Lucía', 'dice "hola"'],
      ['5"', 'b'],
    ]));
  test('gives every line the same number of cells', () =>
    expect(readBlock('a\tb\nc')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]));
  test('is no block when it is one cell', () => expect([readBlock('M'), readBlock('M\n'), readBlock('')]).toEqual([null, null, null]));
});

describe('the state of a step', () => {
  test('is read only when it is a whole block', () => {
    const pasted = {
      text: 'Folio\tTalla\nAAAA2222\tM',
      columns: [
        { column: 'Folio', field: 'folio' },
        { column: 'X', field: null },
      ],
      match_key: 'folio',
    };
    expect(pastedIn({ pasted })).toEqual(pasted);
    expect([pastedIn(null), pastedIn({}), pastedIn({ pasted: { text: 'a' } })]).toEqual([null, null, null]);
  });
});
