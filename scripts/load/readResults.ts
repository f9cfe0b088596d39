import { wordsOf } from '../../src/schema/errorCodes';
import { likenessTo } from '../../server/features/imports/reading/guess';
import { guessMapping, mappedRows, readMapping, type GuessedMapping, type MappedRow } from '../../server/features/imports/reading/mapping';
import { openTable, type Table } from '../../server/features/imports/reading/openTable';
import type { Source } from '../../server/features/imports/reading/Source';
import { plainOf } from '../../server/features/imports/reading/words';
import { loadTarget, personFields, sentenceOf } from './loadTarget';

/** One line of a file as the data of a person. */
export interface ResultRow {
  /** Number of the line in the file, the first being line 1. */
  readonly line: number;
  readonly id: string;
  /** The whole name, or an empty text if the file has its parts. */
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly gender: string;
  readonly division: string;
  readonly country: string;
  /** Other data of the file that registrations store. */
  readonly more: Readonly<Record<string, string>>;
}

/** A line that is not loaded, and why. */
export interface Refusal {
  readonly line: number;
  readonly reason: string;
}

/** The file cannot be loaded at all. */
export class FileError extends Error {}

/** A file and how its columns become fields. */
export interface MappedFile extends GuessedMapping {
  readonly table: Table;
  readonly isGuessed: boolean;
}

/** Opens a file with any columns. They come from a mapping, or are guessed. */
export const openFile = async (source: Source, json: unknown = null): Promise<MappedFile> => {
  const mapping = json === null ? null : readMapping(json, loadTarget);
  const table = await openTable(source, { likeness: likenessTo(loadTarget), ...(mapping && { reading: mapping.reading }) });
  const guessed = guessMapping(table, loadTarget);
  return { table, guesses: guessed.guesses, mapping: mapping ?? guessed.mapping, isGuessed: mapping === null };
};

/** A guess is refused if it would choose between columns of the same name, or leave out what every row needs. */
const refuseDoubt = ({ table, mapping, isGuessed }: MappedFile): void => {
  const filled = new Set([...mapping.columns.flatMap(({ field }) => field ?? []), ...Object.keys(mapping.fixed)]);
  const isNamed = filled.has('name') || (filled.has('first_name') && filled.has('last_name'));
  const missing = [...(isNamed ? [] : ['name']), ...(filled.has('gender') ? [] : ['gender'])];
  if (missing.length > 0)
    throw new FileError(
      `the header names no column ${missing.join(', ')}; keep the mapping with --write-map, correct it and use it with --map`,
    );
  const twice = mapping.columns.find(({ column, field }) => field !== null && table.columns.some(({ name }) => name === `${column} (2)`));
  if (isGuessed && twice) throw new FileError(`the header names the column ${twice.column} twice; say with --map which one is meant`);
};

const textIn = (values: MappedRow['values'], field: string): string => {
  const value = values[field];
  return value === null || value === undefined ? '' : String(value);
};

const rowOf = ({ line, values }: MappedRow, gender: string): ResultRow => {
  const text = (field: string): string => textIn(values, field);
  return {
    line,
    id: text('source_ref'),
    name: text('name'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    gender,
    division: text('age_categoryid'),
    country: text('countryid'),
    more: Object.fromEntries(personFields.map((field) => [field, text(field)]).filter(([, value]) => value !== '')),
  };
};

/** Why a row cannot be read; the gender is checked with the rest of the row. */
const reasonOf = ({ problems }: MappedRow): string | null => {
  const problem = problems.find(({ code, field }) => !(code === 'CELL_CHOICE' && field === 'gender'));
  if (!problem) return null;
  const { code, params } = problem;
  return code === 'ROW_WIDTH'
    ? `malformed: ${String(params['found'])} columns instead of ${String(params['expected'])}`
    : sentenceOf(wordsOf({ code }), params);
};

export interface Results {
  readonly rows: readonly ResultRow[];
  readonly refused: readonly Refusal[];
  /** Names of the columns in plain lower case. */
  readonly columns: readonly string[];
}

/** Reads all rows of a file. Every line of data is a row or a refusal, except blank ones. */
export const readResults = async (file: MappedFile): Promise<Results> => {
  refuseDoubt(file);
  const rows: ResultRow[] = [],
    refused: Refusal[] = [];
  for await (const batch of mappedRows(file.table, file.mapping, loadTarget))
    for (const row of batch) {
      const reason = reasonOf(row);
      const unread = row.problems.find(({ field }) => field === 'gender')?.params['text'];
      if (reason === null) rows.push(rowOf(row, unread === undefined ? textIn(row.values, 'gender') : String(unread)));
      else refused.push({ line: row.line, reason });
    }
  return { rows, refused, columns: file.table.columns.map(({ name }) => plainOf(name)) };
};
