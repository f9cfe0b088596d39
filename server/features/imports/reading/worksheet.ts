import { DomainError } from '../../../kernel/DomainError';
import { formulaWithoutValue, type Cell, type Merge, type Row } from './Cell';
import { cellOfNumber } from './excelDates';
import type { Grid } from './Grid';
import type { Limits } from './limits';
import type { Zip } from './openZip';
import type { Workbook, WorkbookSheet } from './workbook';
import { readXml, type Attributes, type XmlReader } from './xml';

const letters = 26,
  beforeA = 64;

/** The position of `BC12`, both numbers from 0; the column is -1 when the text has none. */
export const placeOf = (reference: string): { readonly row: number; readonly column: number } => {
  const [, name = '', row = ''] = /^\$?([A-Z]{0,3})\$?(\d{0,7})$/i.exec(reference) ?? [];
  const column = [...name.toUpperCase()].reduce((sum, letter) => sum * letters + letter.charCodeAt(0) - beforeA, 0) - 1;
  return { row: Number(row) - 1, column };
};

const mergeOf = (reference: string): Merge | null => {
  const [from = '', to = from] = reference.split(':');
  const [start, end] = [placeOf(from), placeOf(to)];
  return start.column < 0 || end.column < 0 ? null : { top: start.row, left: start.column, bottom: end.row, right: end.column };
};

const plainIso = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d)?)?/;

/** One cell while its tags are read. */
interface Draft {
  readonly type: string;
  readonly style: number;
  value: string;
  hasValue: boolean;
  hasFormula: boolean;
}

const cellOf = ({ type, style, value, hasValue, hasFormula }: Draft, { texts, looks, from1904 }: Workbook): Cell => {
  if (!hasValue || (value === '' && type !== 'inlineStr'))
    return hasFormula && !hasValue ? { is: 'error', text: formulaWithoutValue } : null;
  if (type === 's') return texts[Number(value)] ?? null;
  if (type === 'str' || type === 'inlineStr') return value === '' ? null : value;
  if (type === 'b') return value === '1' || value === 'true';
  if (type === 'e') return { is: 'error', text: value };
  if (type === 'd') {
    const [, day = value, time = ''] = plainIso.exec(value) ?? [];
    return { is: 'date', text: time.startsWith('T00:00') ? day : `${day}${time}` };
  }
  const number = Number(value);
  return Number.isFinite(number) ? cellOfNumber(number, looks[style] ?? 'number', from1904) : value;
};

/** What happens with the tags of a sheet: rows, and at its end the merged cells. */
class SheetReader implements XmlReader {
  rows: Row[] = [];
  readonly merges: Merge[] = [];
  private line = 0;
  private cells: Cell[] = [];
  private column = -1;
  private draft: Draft | null = null;
  private takes = false;
  private sounds = 0;

  constructor(
    private readonly workbook: Workbook,
    private readonly limits: Limits,
  ) {}

  readonly open = (tag: string, attributes: Attributes): void => {
    if (tag === 'row') this.openRow(attributes);
    else if (tag === 'c') this.openCell(attributes);
    else if (tag === 'rPh') this.sounds += 1;
    else if (tag === 'mergeCell') this.keepMerge(attributes['ref'] ?? '');
    else if (this.draft && tag === 'f') this.draft.hasFormula = true;
    this.takes = this.draft !== null && this.sounds === 0 && (tag === 'v' || tag === 't');
    if (this.draft && this.takes) this.draft.hasValue = true;
  };

  readonly text = (text: string): void => {
    if (this.takes && this.draft) this.draft.value += text;
  };

  readonly close = (tag: string): void => {
    this.takes = false;
    if (tag === 'rPh') this.sounds -= 1;
    if (tag === 'c') this.closeCell();
    if (tag === 'row') this.rows.push({ line: this.line, cells: this.cells });
  };

  private openRow(attributes: Attributes): void {
    this.line = Number(attributes['r'] ?? this.line + 1);
    this.cells = [];
    this.column = -1;
  }

  private openCell(attributes: Attributes): void {
    const { column } = placeOf(attributes['r'] ?? '');
    this.column = column < 0 ? this.column + 1 : column;
    this.draft = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '', hasValue: false, hasFormula: false };
  }

  private closeCell(): void {
    const cell = this.draft && cellOf(this.draft, this.workbook);
    this.draft = null;
    if (cell === null) return;
    if (this.column >= this.limits.columns) throw new DomainError('TABLE_TOO_MANY_COLUMNS', { params: { most: this.limits.columns } });
    while (this.cells.length < this.column) this.cells.push(null);
    this.cells[this.column] = cell;
  }

  private keepMerge(reference: string): void {
    const merge = mergeOf(reference);
    if (merge) this.merges.push(merge);
  }
}

const mostMerges = 1000;

/** A sheet of a workbook. Formulas are read as their stored results. */
export const gridOfSheet = (zip: Zip, workbook: Workbook, sheet: WorkbookSheet, limits: Limits): Grid => {
  let merges: readonly Merge[] = [];
  return {
    name: sheet.name,
    hidden: sheet.hidden,
    even: false,
    merges: () => merges,
    async *rows() {
      const reader = new SheetReader(workbook, limits);
      for await (const block of readXml(zip.read(sheet.part), reader, limits)) {
        void block;
        if (reader.rows.length === 0) continue;
        yield reader.rows;
        reader.rows = [];
      }
      merges = reader.merges.slice(0, mostMerges);
    },
  };
};
