import type { Copied } from '../../../database/copyOut';
import { execute, select, type Runner } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { DownloadFormat } from './Asked';
import { dayFirst } from './cells';
import type { RowsOut } from './statements';

const usual = 'ISO, MDY';
const setDays = (runner: Runner, style: string): Promise<void> => execute(runner, sql`select set_config('datestyle', ${style}, true)`);

/** As `copy` of the database writes a value of a table in text. */
const csvValue = (value: string | null): string =>
  value === null ? '' : value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** Reads rows as they are written for a file, within a transaction that goes on: the same bytes as `copyOut`, for a number of rows that memory holds. */
export const rowsOut = async (runner: Runner, format: DownloadFormat, { shape, from }: RowsOut): Promise<Copied> => {
  await setDays(runner, dayFirst);
  const rows = await select(runner, shape, from);
  await setDays(runner, usual);
  const names = Object.keys(shape);
  const lines = rows.map((row) => (format === 'csv' ? names.map((name) => csvValue(textOf(row[name]))).join(',') : String(row['line'])));
  return { data: Buffer.from(lines.map((line) => `${line}\n`).join('')), rows: rows.length };
};
