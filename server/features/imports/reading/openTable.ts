import { DomainError } from '../../../kernel/DomainError';
import type { Cell, Row } from './Cell';
import { guessDelimiter, rowsOfText, type TextReading } from './delimited';
import { detectEncoding } from './encoding';
import type { Grid } from './Grid';
import type { Likeness } from './header';
import { kindOf } from './kindOf';
import { limits, type Limits } from './limits';
import { gridsOfDocument } from './openDocument';
import { openZip } from './openZip';
import type { Source } from './Source';
import { heldRows, repeatsHeader, surveyGrid, type Column, type SkippedLine, type Survey } from './survey';
import { readWorkbook } from './workbook';
import { gridOfSheet } from './worksheet';

/** How a file is read, as far as it is given; absent values are detected. */
export interface Reading extends Readonly<{ [R in keyof TextReading]?: TextReading[R] | undefined }> {
  readonly sheet?: string | undefined;
  /** The line of the header; null when the file has none. */
  readonly header?: number | null | undefined;
}

/** A sheet of the file. */
export interface SheetNote {
  readonly name: string;
  readonly rows: number;
  readonly hidden: boolean;
}

/** A file as a table: its columns and its rows. */
export interface Table {
  readonly kind: 'text' | 'xlsx' | 'ods';
  /** How it was read. */
  readonly reading: Reading;
  /** Whether numeric dates count from 1904. */
  readonly from1904: boolean;
  /** The sheet that is read, then the other ones. */
  readonly sheets: readonly SheetNote[];
  readonly columns: readonly Column[];
  readonly rowsTotal: number;
  /** The number of cells in each row of a text; null when rows may be shorter. */
  readonly width: number | null;
  readonly skipped: readonly SkippedLine[];
  /** The rows of data in batches; can be read again. */
  readonly rows: () => AsyncGenerator<readonly Row[]>;
}

/** Options for opening a table. */
export interface TableOptions {
  readonly reading?: Reading;
  /** How well names fit the wanted fields; without it headers are found by their form alone. */
  readonly likeness?: Likeness;
  readonly limits?: Partial<Limits>;
}

interface Opened {
  readonly kind: Table['kind'];
  readonly grids: readonly Grid[];
  readonly text?: TextReading;
  readonly from1904: boolean;
}

const openPacked = async (source: Source, most: Limits): Promise<Opened> => {
  const zip = await openZip(source, most);
  if (zip.has('content.xml')) return { kind: 'ods', grids: await gridsOfDocument(zip, most), from1904: false };
  if (!zip.has('[Content_Types].xml')) throw new DomainError('TABLE_UNSUPPORTED');
  const workbook = await readWorkbook(zip, most);
  return { kind: 'xlsx', grids: workbook.sheets.map((sheet) => gridOfSheet(zip, workbook, sheet, most)), from1904: workbook.from1904 };
};

/** A cell that still begins with its quote and spans lines or columns: the quote was a stray one and took the text after it. */
const isTaken = (cell: Cell, delimiter: string): boolean =>
  typeof cell === 'string' && cell.startsWith('"') && (cell.includes(delimiter) || /[\r\n]/.test(cell));

/**
 * Whether the quotes of a text close at the end of cells. A stray one must not take the rest of the file, or the next row, into one
 * cell.
 */
const quotesClose = async (source: Source, reading: TextReading, most: Limits): Promise<boolean> => {
  try {
    for await (const batch of rowsOfText(source, reading, most))
      if (batch.some(({ cells }) => cells.some((cell) => isTaken(cell, reading.delimiter)))) return false;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TABLE_QUOTE') return false;
    throw error;
  }
};

const openText = async (source: Source, said: Reading, most: Limits): Promise<Opened> => {
  const encoding = said.encoding ?? (await detectEncoding(source));
  const delimiter = said.delimiter ?? (await guessDelimiter(source, encoding));
  const quoted = { encoding, delimiter, quotes: true };
  const text = { ...quoted, quotes: said.quotes ?? (await quotesClose(source, quoted, most)) };
  const rows = (): AsyncGenerator<readonly Row[]> => rowsOfText(source, text, most);
  return { kind: 'text', text, from1904: false, grids: [{ name: '', hidden: false, even: true, merges: () => [], rows }] };
};

/** The sheet to read: the given one, or the one with the best columns, and of these the longest. */
const choose = (surveys: readonly Survey[], wanted: string | undefined, likeness: Likeness): Survey => {
  if (wanted !== undefined) {
    const named = surveys.find(({ grid }) => grid.name === wanted);
    if (named) return named;
    throw new DomainError('TABLE_SHEET_UNKNOWN', { params: { sheet: wanted, sheets: surveys.map(({ grid }) => grid.name).join(', ') } });
  }
  const ranked = surveys
    .filter(({ rows }) => rows > 0)
    .map((survey) => ({ survey, fit: likeness(survey.columns.map(({ name }) => name)), shown: survey.grid.hidden ? 0 : 1 }))
    .sort((a, b) => b.shown - a.shown || b.fit - a.fit || b.survey.rows - a.survey.rows);
  const [best] = ranked;
  if (!best) throw new DomainError('TABLE_EMPTY');
  return best.survey;
};

async function* dataRows({ grid, header, skipped }: Survey): AsyncGenerator<readonly Row[]> {
  const first = header?.line ?? 0;
  const last = skipped.find(({ line }) => line > first)?.line ?? Number.POSITIVE_INFINITY;
  for await (const batch of heldRows(grid)) {
    const rows = batch.filter((row) => row.line > first && row.line < last && !repeatsHeader(row, header));
    if (rows.length > 0) yield rows;
  }
}

const nothing: Likeness = () => 0;

/**
 * Opens a CSV, TSV, XLSX or ODS file as a table. One pass through the whole file finds its encoding, the sheet with the data, the header
 * and the last row. Memory stays flat: rows come in batches, and can be read again. A file that is no
 * table, is damaged or exceeds a limit is refused with a published code.
 */
export const openTable = async (source: Source, options: TableOptions = {}): Promise<Table> => {
  const { reading = {}, likeness = nothing } = options;
  const most: Limits = { ...limits, ...options.limits };
  if (source.size > most.bytes) throw new DomainError('TOO_LARGE');
  const opened = (await kindOf(source)) === 'zip' ? await openPacked(source, most) : await openText(source, reading, most);
  const surveys: Survey[] = [];
  for (const grid of opened.grids) surveys.push(await surveyGrid(grid, { likeness, most, headerLine: reading.header }));
  const chosen = choose(surveys, opened.kind === 'text' ? undefined : reading.sheet, likeness);
  const others = surveys.filter((survey) => survey !== chosen);
  const noteOf = ({ grid, rows }: Survey): SheetNote => ({ name: grid.name, rows, hidden: grid.hidden });
  return {
    kind: opened.kind,
    reading: { ...(opened.text ?? { sheet: chosen.grid.name }), header: chosen.header?.line ?? null },
    from1904: opened.from1904,
    sheets: [chosen, ...others].map(noteOf),
    columns: chosen.columns,
    rowsTotal: chosen.rows,
    width: chosen.grid.even ? chosen.width : null,
    skipped: chosen.skipped,
    rows: () => dataRows(chosen),
  };
};
