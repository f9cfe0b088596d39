import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { plainText } from '../kit/plainText';

const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
const shape = /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/;
const born = /^.{4}(\d\d)(\d\d)(\d\d)/;
const length = 18,
  centuryAt = 16;

/** The day of birth that a code says: whoever was born since 2000 has a letter in the last place but one. */
const bornOn = (code: string): Date | null => {
  const [, year, month, day] = born.exec(code)!.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC((/\d/.test(code[centuryAt]!) ? 1900 : 2000) + year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
};
const isPlausible = (code: string): boolean => {
  const date = bornOn(code);
  return date !== null && date.getTime() <= Date.now();
};
/** The last digit follows from the others, each weighed by its place. */
const isWhole = (code: string): boolean => {
  const sum = [...code].slice(0, length - 1).reduce((total, letter, at) => total + alphabet.indexOf(letter) * (length - at), 0);
  return (10 - (sum % 10)) % 10 === Number(code.at(-1));
};

/** The population register code of a person in Mexico: its shape, its date and its check digit. */
export const curp = <const O extends CommonOptions>(options?: O & Only<NoInfer<O>, CommonOptions>) =>
  field<string>()(optionsOf<O>(options), {
    type: 'curp',
    takes: [],
    zod: z
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
