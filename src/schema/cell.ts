import type { AnyField, ColumnKind } from './field';

/** What a value is to a spreadsheet. */
export type CellKind = 'text' | 'number' | 'money' | 'percent' | 'duration' | 'day' | 'instant' | 'yesNo';
/**
 * How a field is written into a table of a file.
 *
 * `sql` makes of the quoted column what its kind stands for: text, a number, pesos, a share of 1, seconds, a day, an instant, true or false. The column itself when absent.
 */
export interface CellRule {
  readonly kind: CellKind;
  readonly sql?: (column: string, language: string) => string;
}

const kinds: { readonly [K in ColumnKind]: CellRule } = {
  text: { kind: 'text' },
  integer: { kind: 'number' },
  bigint: { kind: 'number' },
  double: { kind: 'number' },
  boolean: { kind: 'yesNo' },
  timestamptz: { kind: 'instant' },
  date: { kind: 'day' },
  jsonb: {
    kind: 'text',
    sql: (column) =>
      `case jsonb_typeof(${column}) when 'string' then ${column} #>> '{}' when 'array' then (select string_agg(e #>> '{}', ', ') from jsonb_array_elements(${column}) e) else ${column}::text end`,
  },
  'text[]': { kind: 'text', sql: (column) => `nullif(array_to_string(${column}, ', '), '')` },
  'bigint[]': { kind: 'text', sql: (column) => `nullif(array_to_string(${column}, ', '), '')` },
};

/** How a field is written into a table of a file: as its type says, or as its column suggests. */
export const cellOf = ({ cell, column, titleSql }: AnyField): CellRule =>
  cell ?? (column === null ? { kind: 'number' } : column === 'jsonb' && titleSql ? { kind: 'text', sql: titleSql } : kinds[column]);

/** A sibling of a quoted column. */
export const siblingOf = (column: string, name: string): string => column.replace(/"(?:[^"]|"")*"$/, `"${name}"`);
