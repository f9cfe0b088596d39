import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { plainText } from '../kit/plainText';

const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
const shape = /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/;
const length = 18,
  yearAt = 4,
  monthAt = 6,
  dayAt = 8,
  centuryAt = 16;

/** The date of birth in a code: people born since 2000 have a letter in the second-last position. */
const bornOn = (code: string): Date | null => {
  const pair = (from: number): number => Number(code.slice(from, from + 2)),
    [year, month, day] = [pair(yearAt), pair(monthAt), pair(dayAt)] as const;
  const date = new Date(Date.UTC((/\d/.test(code.charAt(centuryAt)) ? 1900 : 2000) + year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
};
const isPlausible = (code: string): boolean => {
  const date = bornOn(code);
  return date !== null && date.getTime() <= Date.now();
};
/** The last digit is computed from the others, each weighted by its position. */
const isWhole = (code: string): boolean => {
  const sum = [...code].slice(0, length - 1).reduce((total, letter, at) => total + alphabet.indexOf(letter) * (length - at), 0);
  return (10 - (sum % 10)) % 10 === Number(code.at(-1));
};

/** The population register code of a person in Mexico: its format, its date and its check digit. */
export const curp = <const O extends CommonOptions>(options?: O & Only<NoInfer<O>, CommonOptions>) =>
  field<string>()(optionsOf<O>(options), {
    type: 'curp',
    takes: [],
    zod: () =>
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(shape, { message: 'INVALID_FORMAT' satisfies ErrorCode, abort: true })
        .refine(isPlausible, { message: 'INVALID_CURP_DATE' satisfies ErrorCode, abort: true })
        .refine(isWhole, 'INVALID_CURP_DIGIT' satisfies ErrorCode),
    ...plainText,
    operators: ['eq', 'in', 'contains', 'startswith', 'null'],
    sortable: true,
    folded: true,
    check: (column) => `length(${column}) <= ${length}`,
  });
