import type { Cell } from './Cell';

/** The meaning of a number according to the format of its cell. */
export type NumberLook = 'number' | 'date' | 'time';

const dayMs = 86_400_000;
/** 1900-02-29, a day that the 1900 system counts and that never existed. */
const falseLeapDay = 60;
const base1900 = Date.UTC(1899, 11, 30),
  base1904 = Date.UTC(1904, 0, 1);
const lastSerial = 2_958_465; // 9999-12-31

/** The date of a serial number in a workbook, with its time if it has one; null when there is no such day. */
export const dateOfSerial = (serial: number, from1904: boolean): string | null => {
  const day = Math.floor(serial);
  if (!(serial >= 0 && serial <= lastSerial) || (!from1904 && (day === falseLeapDay || day === 0))) return null;
  const shift = !from1904 && day < falseLeapDay ? 1 : 0; // before the false day the count is one less
  const date = new Date((from1904 ? base1904 : base1900) + (day + shift) * dayMs + Math.round((serial - day) * 86_400) * 1000);
  const text = date.toISOString();
  return serial === day ? text.slice(0, 10) : text.slice(0, 19);
};

/** The value of a number, according to the format of its cell. */
export const cellOfNumber = (value: number, look: NumberLook, from1904: boolean): Cell => {
  if (look === 'number') return value;
  if (look === 'time') return { is: 'time', ms: Math.round(value * dayMs) };
  const text = dateOfSerial(value, from1904);
  return text === null ? { is: 'error', text: value === falseLeapDay ? '1900-02-29' : '#####' } : { is: 'date', text };
};

const times: ReadonlySet<number> = new Set([18, 19, 20, 21, 45, 46, 47]);
const isDateId = (id: number): boolean => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The kind of value of a format: by its number if it is built in, otherwise by the letters of its text. */
export const lookOf = (id: number, format: string | undefined): NumberLook => {
  if (format === undefined) return times.has(id) ? 'time' : isDateId(id) ? 'date' : 'number';
  const [positive = ''] = format.split(';');
  if (/\[(h+|m+|s+)\]/i.test(positive)) return 'time';
  const letters = positive
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/[_*]./g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '')
    .toLowerCase();
  if (/[yda]/.test(letters.replace(/am\/pm|a\/p/g, ''))) return 'date';
  if (/[hs]/.test(letters)) return 'time';
  return /^[^0#?]*m[^0#?]*$/.test(letters) ? 'date' : 'number';
};
