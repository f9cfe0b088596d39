import type { Cell } from './Cell';

/** The sign before the decimals. */
export type DecimalSign = ',' | '.';

const bare = (text: string): string => text.replace(/MXN|USD|M\.N\.|[$€%\s\u00a0\u202f']/gi, '');
const form: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?$/,
  ',': /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d+)?(,\d+)?$/,
};

/** Reads a number as its column writes it: `$1,234.50`, `1.234,50`; null when it is not a number. */
export const readNumber = (cell: Cell, text: string, decimal: DecimalSign): number | null => {
  if (typeof cell === 'number') return cell;
  const inBrackets = /^\((.*)\)$/.exec(text.trim());
  const [, sign, whole = '', rest = ''] = form[decimal].exec(bare(inBrackets?.[1] ?? text)) ?? [];
  if (sign === undefined || whole + rest === '') return null;
  const number = Number(`${whole.replace(/[.,]/g, '') || '0'}${rest.replace(',', '.')}`);
  return sign === '-' || inBrackets ? -number : number;
};

const tells = (text: string): DecimalSign | null => {
  const plain = bare(text);
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  if (comma >= 0 && (/,\d{1,2}$|,\d{4,}$/.test(plain) || plain.startsWith('0,'))) return ',';
  if (point >= 0 && (/\.\d{1,2}$|\.\d{4,}$/.test(plain) || plain.startsWith('0.'))) return '.';
  if (/\.\d{3}\.\d{3}/.test(plain)) return ',';
  return null;
};

/** The decimal sign of a column, from the values that show it; a point when none does, as in Mexico. */
export const guessDecimal = (texts: readonly string[]): DecimalSign => {
  const signs = texts.map(tells);
  return signs.filter((sign) => sign === ',').length > signs.filter((sign) => sign === '.').length ? ',' : '.';
};
