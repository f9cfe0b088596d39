import type { ErrorCode } from '@/schema/errorCodes';
import { textOf, formulaWithoutValue, type Cell } from './Cell';
import { readDate, type DateOrder } from './dates';
import { readNumber, type DecimalSign } from './numbers';
import { dateOfSerial } from './excelDates';
import type { TargetField } from './Target';
import { plainOf } from './words';

/** A value for a field, or the reason why the cell has none. */
export type Read = { readonly value: unknown } | { readonly code: ErrorCode; readonly text: string };

/** How the values of a column are written. */
export interface Writing {
  readonly dates: DateOrder;
  readonly decimal: DecimalSign;
  readonly from1904: boolean;
  /** The meaning of texts of a column, from a mapping. */
  readonly values: Readonly<Record<string, string>>;
}
export const usualWriting: Writing = { dates: 'dmy', decimal: '.', from1904: false, values: {} };

const centsInUnit = 100,
  secondMs = 1000;
const yes: ReadonlySet<string> = new Set(['si', 's', 'yes', 'y', 'true', 'verdadero', '1', 'x', 'ok']);
const no: ReadonlySet<string> = new Set(['no', 'n', 'false', 'falso', '0']);

/** The errors of spreadsheets in both languages, as they appear in texts. */
const errorText =
  /^#(N\/A|N\/D|REF!|¡REF!|VALUE!|¡VALOR!|NAME\?|¿NOMBRE\?|DIV\/0!|¡DIV\/0!|NUM!|¡NUM!|NULL!|¡NULO!|#+|SPILL!|CALC!|FIELD!|DESBORDAMIENTO!)$/i;

/** Why a cell holds no value for any field; null when it may hold one. */
export const faultOf = (cell: Cell): { readonly code: ErrorCode; readonly text: string } | null => {
  if (typeof cell === 'object' && cell !== null && cell.is === 'error')
    return { code: cell.text === formulaWithoutValue ? 'CELL_FORMULA' : 'CELL_ERROR', text: cell.text };
  return typeof cell === 'string' && errorText.test(cell.trim()) ? { code: 'CELL_ERROR', text: cell.trim() } : null;
};

const same = (one: string, other: string): boolean => plainOf(one) === plainOf(other) && plainOf(one) !== '';
/** The value of a choice for a text: by the value itself, or by its labels. */
export const choiceOf = (text: string, { choices }: TargetField): string | null =>
  (
    choices.find(({ value }) => value === text) ??
    choices.find(({ value, labels }) => same(value, text) || labels.some((label) => same(label, text)))
  )?.value ?? null;

const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?$/;
const readClock = (text: string): number | null => {
  const [, hours = '0', minutes, seconds, rest = ''] = clock.exec(text) ?? [];
  if (minutes === undefined || Number(seconds) > 59 || (hours !== '0' && Number(minutes) > 59)) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * secondMs + Number(rest.padEnd(3, '0'));
};

const durationOf = (cell: Cell, text: string, unit: 'ms' | 's'): number | null => {
  const ms = typeof cell === 'object' && cell !== null && cell.is === 'time' ? cell.ms : readClock(text);
  if (ms !== null) return unit === 'ms' ? ms : Math.round(ms / secondMs);
  return /^\d+$/.test(text) ? Number(text) : null;
};

const dateIn = (cell: Cell, text: string, { dates, from1904 }: Writing): string | null => {
  if (typeof cell === 'object' && cell !== null && cell.is === 'date') return cell.text;
  if (typeof cell === 'number') return cell >= 1 ? dateOfSerial(cell, from1904) : null;
  return readDate(text, dates);
};

const toRead = (value: unknown, code: ErrorCode, text: string): Read =>
  value === null || value === undefined ? { code, text } : { value };

/** Reads a cell as a value of a field, or answers why it is not one. An empty cell is null. */
export const readCell = (cell: Cell, field: TargetField, writing: Writing): Read => {
  const fault = faultOf(cell);
  if (fault) return fault;
  const found = textOf(cell);
  const text = writing.values[found] ?? found;
  if (text === '' || field.blanks?.includes(text.toUpperCase())) return { value: null };
  switch (field.type) {
    case 'integer': {
      const number = readNumber(cell, text, writing.decimal);
      return toRead(number !== null && Number.isSafeInteger(number) ? number : null, 'CELL_INTEGER', text);
    }
    case 'decimal':
    case 'percent':
      return toRead(readNumber(cell, text, writing.decimal), 'CELL_NUMBER', text);
    case 'money': {
      const number = readNumber(cell, text, writing.decimal);
      return toRead(number === null ? null : Math.round(number * centsInUnit), 'CELL_NUMBER', text);
    }
    case 'date':
      return toRead(dateIn(cell, text, writing)?.slice(0, 10), 'CELL_DATE', text);
    case 'dateTime':
      return toRead(dateIn(cell, text, writing), 'CELL_DATE', text);
    case 'duration':
    case 'rows':
      return toRead(durationOf(cell, text, field.unit ?? 's'), 'CELL_TIME', text);
    case 'boolean':
      return toRead(yes.has(plainOf(text)) ? true : no.has(plainOf(text)) ? false : null, 'CELL_YES_NO', text);
    case 'choice':
    case 'status':
      return toRead(choiceOf(text, field), 'CELL_CHOICE', text);
    case 'email':
      return toRead(/^[^\s@]+@[^\s@]+$/.test(text) ? text.toLowerCase() : null, 'CELL_EMAIL', text);
    default:
      return { value: text };
  }
};

/** Whether a text could be a value of a field, in any format. */
export const canRead = (text: string, field: TargetField): boolean => {
  if (faultOf(text)) return true; // means nothing for the column
  if (field.type === 'phone') return text.replace(/\D/g, '').length >= 7;
  if (field.type === 'text' || field.type === 'belongsTo') return true;
  return (['dmy', 'mdy', 'ymd'] as const).some((dates) =>
    ([',', '.'] as const).some((decimal) => 'value' in readCell(text, field, { ...usualWriting, dates, decimal })),
  );
};
