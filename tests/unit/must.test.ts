import { describe, expect, it } from 'vitest';
import { must, nth } from '@/schema/must';
import { numbersIn, partOf, rowsIn, statusOf } from '@/schema/unknown';

describe('what the code around a value has made sure of', () => {
  it('is the value itself, also where it is empty or zero', () => {
    expect([must('', 'the name'), must(0, 'the count'), must(false, 'the answer')]).toEqual(['', 0, false]);
  });

  it('throws a sentence that names what is missing', () => {
    const none: { readonly name?: string | null } = { name: null };
    expect(() => must(none.name, 'the name of the event')).toThrow('the name of the event is missing');
    expect(() => must(undefined, 'the key')).toThrow('the key is missing');
  });

  it('is the element of a list from its start or from its end', () => {
    expect([nth(['a', 'b', 'c'], 0), nth(['a', 'b', 'c'], -1), nth(['a', null], 1)]).toEqual(['a', 'c', null]);
  });

  it('is never the undefined of a wrong place', () => {
    expect(() => nth(['a'], 1)).toThrow('a list of 1 has no element 1');
    expect(() => nth([], -1)).toThrow('a list of 0 has no element -1');
  });
});

describe('what a value of unknown shape says', () => {
  it('is its rows and its numbers alone', () => {
    expect(rowsIn([{ a: 1 }, null, 'b', ['c'], { d: 2 }])).toEqual([{ a: 1 }, { d: 2 }]);
    expect(rowsIn('nothing')).toEqual([]);
    expect(numbersIn([1, '2', null, 3])).toEqual([1, 3]);
  });

  it('is a status only where it is a number', () => {
    expect([statusOf({ statusCode: 409 }), statusOf({ statusCode: '409' }), statusOf(null), statusOf('x')]).toEqual([
      409,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is also the part of an error, whose parts are not its own keys', () => {
    expect(partOf(new TypeError('no'), 'message')).toBe('no');
    expect(partOf(7, 'message')).toBeUndefined();
  });
});
