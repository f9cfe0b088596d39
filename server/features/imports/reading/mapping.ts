import { importMappingShape, type ImportMapping, type MappedColumn } from '@/resources/import_jobs/importMapping';
import type { ErrorCode } from '@/schema/errorCodes';
import { DomainError } from '../../../kernel/DomainError';
import { textOf, type Row } from './Cell';
import { guessDateOrder } from './dates';
import { guessColumns, guessValues, type Guess } from './guess';
import { guessDecimal } from './numbers';
import type { Table } from './openTable';
import type { Column } from './survey';
import type { Target, TargetField } from './Target';
import { choiceOf, readCell, usualWriting, type Writing } from './values';

const numeric: ReadonlySet<string> = new Set(['integer', 'decimal', 'percent', 'money']);
const dated: ReadonlySet<string> = new Set(['date', 'dateTime']);
const chosen: ReadonlySet<string> = new Set(['choice', 'status']);

/** How the values of a column are read for a field, by what they look like. */
export const mappedColumn = ({ column, field: name }: Pick<Guess, 'column' | 'field'>, target: Target): MappedColumn => {
  const field = target.fields.find((each) => each.name === name);
  if (!field) return { column: column.name, field: null };
  return {
    column: column.name,
    field: field.name,
    ...(dated.has(field.type) && { dates: guessDateOrder(column.values) }),
    ...(numeric.has(field.type) && { decimal: guessDecimal(column.values) }),
    ...(chosen.has(field.type) && { values: guessValues(column, field) }),
  };
};

/** A guessed mapping, with the guess for each column. */
export interface GuessedMapping {
  readonly mapping: ImportMapping;
  readonly guesses: readonly Guess[];
}

/**
 * Guesses how a table fills a target. What is only true for this file, such as its encoding and the position of its header, is not part
 * of the mapping.
 */
export const guessMapping = (table: Table, target: Target): GuessedMapping => {
  const guesses = guessColumns(table.columns, target);
  const sheet = table.sheets.length > 1 ? table.reading.sheet : undefined;
  return {
    guesses,
    mapping: {
      version: 1,
      target: target.name,
      reading: sheet === undefined ? {} : { sheet },
      columns: guesses.map((guess) => mappedColumn(guess, target)),
      fixed: {},
    },
  };
};

/** A mapping from a file that somebody wrote. Refused with the place of the error. */
export const readMapping = (json: unknown, target: Target): ImportMapping => {
  const read = importMappingShape.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new DomainError('MAPPING_BROKEN', { params: { path: issue?.path.join('.') || '.' } });
  }
  const mapping = read.data;
  if (mapping.target !== target.name) throw new DomainError('MAPPING_TARGET', { params: { found: mapping.target, expected: target.name } });
  const names = [...mapping.columns.flatMap(({ field }) => (field === null ? [] : [field])), ...Object.keys(mapping.fixed)];
  for (const [at, name] of names.entries()) {
    if (!target.fields.some((field) => field.name === name)) throw new DomainError('MAPPING_FIELD_UNKNOWN', { params: { field: name } });
    if (names.indexOf(name) !== at && !target.fields.some((field) => field.name === name && field.gathers))
      throw new DomainError('MAPPING_FIELD_TWICE', { params: { field: name } });
  }
  return mapping;
};

/** Why a cell, or a whole row, cannot be read. */
export interface CellProblem {
  /** Null when it is the whole row. */
  readonly field: string | null;
  readonly column: string | null;
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A row of a file by the fields of its target. */
export interface MappedRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly CellProblem[];
}

/** What a device writes in other units than ours, by the end of our field and by what its column says in brackets. */
const units = [
  { of: /_kg$/, said: /[([]\s*lbs?\.?\s*[)\]]/i, factor: 0.453_592_37 },
  { of: /_cm$/, said: /[([]\s*in(ch(es)?)?\.?\s*[)\]]/i, factor: 2.54 },
] as const;
const tenth = 10;
const factorFor = ({ name }: TargetField, column: string): number | null =>
  units.find(({ of, said }) => of.test(name) && said.test(column))?.factor ?? null;
const inOurs = (value: unknown, factor: number | null): unknown =>
  factor === null || typeof value !== 'number' ? value : Math.round(value * factor * tenth) / tenth;

interface Slot {
  /** What turns a number of the column into ours; null where both are the same. */
  readonly factor: number | null;
  readonly field: TargetField;
  readonly column: Pick<Column, 'at' | 'name'>;
  readonly writing: Writing;
  /** The field for the state of a row. */
  readonly states: TargetField | undefined;
}

/** What is known of a table whose rows are kept elsewhere. */
export interface TableShape extends Pick<Table, 'width' | 'from1904'> {
  readonly columns: readonly Pick<Column, 'at' | 'name'>[];
}

const slotsOf = (table: TableShape, mapping: ImportMapping, target: Target): readonly Slot[] => {
  const states = target.fields.find(({ type }) => type === 'status');
  return mapping.columns.flatMap((mapped) => {
    const field = target.fields.find(({ name }) => name === mapped.field);
    if (!field) return [];
    const column = table.columns.find(({ name }) => name === mapped.column);
    if (!column) throw new DomainError('MAPPING_COLUMN_MISSING', { params: { column: mapped.column } });
    const { dates = usualWriting.dates, decimal = usualWriting.decimal, values = {} } = mapped;
    return [
      { field, column, states, factor: factorFor(field, column.name), writing: { dates, decimal, values, from1904: table.from1904 } },
    ];
  });
};

const fixedOf = ({ fixed }: ImportMapping, target: Target): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fixed).map(([name, text]) => {
      const field = target.fields.find((each) => each.name === name);
      const read = field ? readCell(text, field, usualWriting) : null;
      if (!read) throw new DomainError('MAPPING_FIELD_UNKNOWN', { params: { field: name } });
      if ('code' in read) throw new DomainError(read.code, { params: { text, column: name } });
      return [name, read.value];
    }),
  );

/** Cells beyond the last column of a text are no error while they are empty. */
const widthOf = ({ cells }: Row, width: number): number => {
  let last = cells.length;
  while (last > width && (cells[last - 1] ?? '') === '') last -= 1;
  return last;
};

const rowProblem = (row: Row, width: number | null): CellProblem | null => {
  const found = width === null ? null : widthOf(row, width);
  return found === null || found === width ? null : { field: null, column: null, code: 'ROW_WIDTH', params: { found, expected: width } };
};

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** A word in place of a time or a place says the state of a row that has none of its own: `DNF`. */
const saidInstead = (row: Row, slots: readonly Slot[], values: Record<string, unknown>): void => {
  const state = slots.find(({ field }) => field.blanks)?.states;
  if (!state || values[state.name] != null) return;
  for (const { field, column } of slots) {
    const text = textOf(row.cells[column.at] ?? null);
    const said = text !== '' && field.blanks?.includes(text.toUpperCase()) ? choiceOf(text, state) : null;
    if (said !== null) values[state.name] = said;
  }
};

const readRow = (row: Row, slots: readonly Slot[], fixed: Readonly<Record<string, unknown>>): MappedRow => {
  const problems: CellProblem[] = [];
  const values: Record<string, unknown> = { ...fixed };
  for (const { field, column, writing, factor } of slots) {
    const read = readCell(row.cells[column.at] ?? null, field, writing);
    if ('code' in read)
      problems.push({ field: field.name, column: column.name, code: read.code, params: { text: read.text, column: column.name } });
    else if (!field.gathers) values[field.name] = inOurs(read.value, factor);
    else if (read.value !== null)
      values[field.name] = [...listIn(values[field.name]), { [field.gathers.name]: column.name, [field.gathers.value]: read.value }];
  }
  saidInstead(row, slots, values);
  return { line: row.line, values, problems };
};

/** Reads rows of a table one by one: by the fields of its target, with what is wrong with each. Refuses a mapping whose columns the table lacks. */
export const rowReader = (table: TableShape, mapping: ImportMapping, target: Target): ((row: Row) => MappedRow) => {
  const slots = slotsOf(table, mapping, target);
  const fixed = fixedOf(mapping, target);
  return (row) => {
    const problem = rowProblem(row, table.width);
    return problem ? { line: row.line, values: {}, problems: [problem] } : readRow(row, slots, fixed);
  };
};

/** The rows of a table by the fields of its target, in batches. Every row occurs once, with its errors. */
export async function* mappedRows(table: Table, mapping: ImportMapping, target: Target): AsyncGenerator<readonly MappedRow[]> {
  const read = rowReader(table, mapping, target);
  for await (const batch of table.rows()) yield batch.map(read);
}
