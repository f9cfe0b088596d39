import { DomainError } from '../../../kernel/DomainError';
import { filledOf, isBlank, isEmpty, textOf, type Row } from './Cell';
import type { Grid } from './Grid';
import { findHeader, headerOn, letterOf, type Header, type Likeness } from './header';
import type { Limits } from './limits';

/** Lines without data, and why each is left out. */
export interface SkippedLine {
  readonly line: number;
  readonly why: 'title' | 'header' | 'total' | 'note';
}

/** A column of a table. */
export interface Column {
  /** Its position in the rows, from 0. */
  readonly at: number;
  /** Its name, unique in the table; its letter when the header has none. */
  readonly name: string;
  readonly filled: number;
  /** Different values in order of appearance; only some of them when there are many. */
  readonly values: readonly string[];
}

/** What is known of a grid after it was read to its end. */
export interface Survey {
  readonly grid: Grid;
  readonly header: Header | null;
  readonly columns: readonly Column[];
  readonly rows: number;
  /** The number of cells in the header, which the rows of a text have too. */
  readonly width: number;
  readonly skipped: readonly SkippedLine[];
}

const headRows = 30,
  tailRows = 5,
  mostValues = 200,
  longestValue = 120;

/** The different values of each column, collected while reading. */
class ColumnNotes {
  private readonly filled: number[] = [];
  private readonly values: Set<string>[] = [];

  add({ cells }: Row): void {
    for (const [at, cell] of cells.entries()) {
      if (isEmpty(cell)) continue;
      this.filled[at] = (this.filled[at] ?? 0) + 1;
      const known = (this.values[at] ??= new Set());
      if (known.size < mostValues) known.add(textOf(cell).slice(0, longestValue));
    }
  }

  columns(names: readonly string[]): readonly Column[] {
    const width = Math.max(names.length, this.filled.length);
    const taken = new Set(names);
    const letter = (at: number): string => (taken.has(letterOf(at)) ? `${letterOf(at)} (${at + 1})` : letterOf(at));
    return Array.from({ length: width }, (_, at) => ({
      at,
      name: names[at] || letter(at),
      filled: this.filled[at] ?? 0,
      values: [...(this.values[at] ?? [])],
    })).filter(({ at, filled }) => filled > 0 || Boolean(names[at]));
  }
}

const totalWords = /^(?:(?:gran|grand)\s+)?(?:sub)?total(?:es|s)?\b|^(?:suma|sum|promedio|average|conteo|count)\b/i;
const isTotal = (row: Row): boolean => {
  const [first] = row.cells.filter((cell) => !isEmpty(cell)).map(textOf);
  return first !== undefined && totalWords.test(first);
};

/** The line after which a table has no more data: totals, and notes after an empty line. */
const endOf = (tail: readonly Row[], width: number): readonly SkippedLine[] => {
  const skipped: SkippedLine[] = [];
  for (let at = tail.length - 1; at > 0; at -= 1) {
    const row = tail[at];
    const before = tail[at - 1];
    if (!row || !before) break;
    const isApart = before.line < row.line - 1 || isTotal(before);
    const isNote = width > 2 && filledOf(row) === 1 && (isApart || skipped.at(-1)?.why === 'note');
    if (isTotal(row) && filledOf(row) <= Math.max(2, Math.ceil(width * 0.75))) skipped.push({ line: row.line, why: 'total' });
    else if (isNote) skipped.push({ line: row.line, why: 'note' });
    else break;
  }
  return skipped.toReversed();
};

const namesIn = (row: Row, header: Header): boolean =>
  row.cells.every((cell, at) => isEmpty(cell) || textOf(cell) === header.names[at]) && filledOf(row) > 1;
/** Whether a line repeats the header, as in files of several printed pages. */
export const repeatsHeader = (row: Row, header: Header | null): boolean => header !== null && namesIn(row, header);

/** The rows of a grid that are not empty, in batches. */
export async function* heldRows(grid: Grid): AsyncGenerator<readonly Row[]> {
  for await (const batch of grid.rows()) {
    const rows = batch.filter((row) => !isBlank(row));
    if (rows.length > 0) yield rows;
  }
}

/** Reads a whole grid once: the position of its header, the contents of its columns, the number of rows and where they end. */
export const surveyGrid = async (
  grid: Grid,
  { likeness, headerLine, most }: { readonly likeness: Likeness; readonly headerLine: number | null | undefined; readonly most: Limits },
): Promise<Survey> => {
  const head: Row[] = [],
    tail: Row[] = [];
  const notes = new ColumnNotes();
  let held = 0;
  for await (const batch of heldRows(grid))
    for (const row of batch) {
      held += 1;
      if (held > most.rows + headRows + tailRows) throw tooManyRows(most);
      if (row.cells.length > most.columns) throw new DomainError('TABLE_TOO_MANY_COLUMNS', { params: { most: most.columns } });
      if (head.length < headRows) head.push(row);
      else tail.push(row);
      const passed = tail.length > tailRows ? tail.shift() : undefined;
      if (passed) notes.add(passed);
    }
  const header = chooseHeader(head, grid, likeness, headerLine);
  const before = header === null ? [] : head.filter(({ line }) => line <= header.line);
  const rest = [...head.slice(before.length), ...tail];
  const width = header?.names.length ?? Math.max(0, ...head.map(({ cells }) => cells.length));
  const end = endOf(rest.slice(-tailRows - 1), width);
  const last = end[0]?.line ?? Number.POSITIVE_INFINITY;
  for (const row of rest) if (row.line < last && !repeatsHeader(row, header)) notes.add(row);
  const rows = held - before.length - end.length;
  if (rows > most.rows) throw tooManyRows(most);
  const titles = before.map(({ line }): SkippedLine => ({ line, why: line === header?.line ? 'header' : 'title' }));
  return { grid, header, columns: notes.columns(header?.names ?? []), rows, width, skipped: [...titles.slice(0, -1), ...end] };
};

const tooManyRows = ({ rows }: Limits): DomainError => new DomainError('TABLE_TOO_MANY_ROWS', { params: { most: rows } });

const chooseHeader = (head: readonly Row[], grid: Grid, likeness: Likeness, headerLine: number | null | undefined): Header | null => {
  if (headerLine === null) return null;
  const said = headerLine === undefined ? null : headerOn(head, grid.merges(), headerLine);
  return said ?? findHeader(head, grid.merges(), likeness);
};
