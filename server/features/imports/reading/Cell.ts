/** A moment without a time zone, as in files: `2026-03-01`, or `2026-03-01T07:30:00`. */
export interface CellDate {
  readonly is: 'date';
  readonly text: string;
}
/** A duration, as in `[h]:mm:ss` cells. */
export interface CellTime {
  readonly is: 'time';
  readonly ms: number;
}
/** The error of a calculation in place of a value: `#N/A`. */
export interface CellError {
  readonly is: 'error';
  readonly text: string;
}
/** The value of one cell; null when it is empty. */
export type Cell = string | number | boolean | CellDate | CellTime | CellError | null;

/** One line of a file: its line number, and its cells from the first column on. */
export interface Row {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** A range of merged cells; all four numbers start at 0 and are inclusive. */
export interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A formula without a stored result; formulas are not evaluated here. */
export const formulaWithoutValue = '=';

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const secondMs = 1000,
  minuteS = 60;

/** A duration as `1:02:03`. */
const clock = (ms: number): string => {
  const seconds = Math.round(ms / secondMs);
  const minutes = Math.floor(seconds / minuteS);
  return `${Math.floor(minutes / minuteS)}:${twoDigits(minutes % minuteS)}:${twoDigits(seconds % minuteS)}`;
};

const tidy = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');
const mostPlain = 1e21;

/** A cell as a person reads it; an empty text when there is nothing. */
export const textOf = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return tidy(cell);
  if (typeof cell === 'number') return Number.isInteger(cell) && Math.abs(cell) < mostPlain ? cell.toFixed(0) : String(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell.is === 'time' ? clock(cell.ms) : cell.text;
};

/** Whether a cell holds nothing visible. */
export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
/** Whether a row is empty. */
export const isBlank = ({ cells }: Row): boolean => cells.every(isEmpty);
/** How many cells of a row are not empty. */
export const filledOf = ({ cells }: Row): number => cells.reduce<number>((sum, cell) => sum + (isEmpty(cell) ? 0 : 1), 0);
