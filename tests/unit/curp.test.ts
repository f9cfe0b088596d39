import { describe, expect, test } from 'vitest';
import { curp } from '@/fields';
import { problemsOf } from '@/schema/project/zod';

/** The values of the letters as the population register prints them, written out and not computed. */
const values: Readonly<Record<string, number>> = {
  0: 0,
  1: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 5,
  6: 6,
  7: 7,
  8: 8,
  9: 9,
  A: 10,
  B: 11,
  C: 12,
  D: 13,
  E: 14,
  F: 15,
  G: 16,
  H: 17,
  I: 18,
  J: 19,
  K: 20,
  L: 21,
  M: 22,
  N: 23,
  Ñ: 24,
  O: 25,
  P: 26,
  Q: 27,
  R: 28,
  S: 29,
  T: 30,
  U: 31,
  V: 32,
  W: 33,
  X: 34,
  Y: 35,
  Z: 36,
};
const digitOf = (stem: string): number => {
  let sum = 0;
  for (let at = 0; at < 17; at += 1) sum += values[stem[at]!]! * (18 - at);
  return (10 - (sum % 10)) % 10;
};
const complaint = (code: string): string | undefined => {
  const parsed = curp().zod.safeParse(code);
  return parsed.success ? undefined : problemsOf(parsed.error)[0]?.code;
};

describe('a CURP', () => {
  test.each(['HEGG560427MVZRRL0', 'MAAR790213HMNRLF0', 'LOPE990101HDFPRD0', 'ROMA050630MNLDRNA', 'NUXE081109MDFXXRZ'])(
    '%s takes one check digit and no other',
    (stem) => {
      const right = digitOf(stem);
      const taken = Array.from({ length: 10 }, (_, digit) => digit).filter(
        (digit) => complaint(`${stem}${digit}`) !== 'INVALID_CURP_DIGIT',
      );
      expect(taken).toEqual([right]);
    },
  );
  test('is folded to capitals and loses its blanks', () => expect(curp().zod.parse(' hegg560427mvzrrl04 ')).toBe('HEGG560427MVZRRL04'));
  test('names a day that exists and is past', () => {
    expect(complaint(`SAXT000229HJCNXMA${digitOf('SAXT000229HJCNXMA')}`)).toBeUndefined(); // a leap year, with the letter of this century
    expect(complaint(`SAXT000229HJCNXM0${digitOf('SAXT000229HJCNXM0')}`)).toBe('INVALID_CURP_DATE'); // 1900 was none
    expect(complaint(`GARC900231HDFRRN0${digitOf('GARC900231HDFRRN0')}`)).toBe('INVALID_CURP_DATE');
    expect(complaint(`GARC990101HDFRRNA${digitOf('GARC990101HDFRRNA')}`)).toBe('INVALID_CURP_DATE'); // 2099
  });
  test('says first that its shape is wrong', () => {
    expect(complaint('HEGG560427MVZRRL0')).toBe('INVALID_FORMAT');
    expect(complaint('HEGG560427QVZRRL04')).toBe('INVALID_FORMAT');
  });
});
