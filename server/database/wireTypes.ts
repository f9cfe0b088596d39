import pg from 'pg';

const slow = (text: string): string => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;
const instant = (text: string): string =>
  plain.test(text)
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
    : Number.isFinite(Date.parse(text))
      ? slow(text)
      : text;
const numbers = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((each) => (each === 'NULL' ? null : Number(each)));

const bigint = 20,
  date = 1082,
  bigintArray = 1016,
  timestamptz = 1184,
  numeric = 1700;
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [bigint, Number],
  [numeric, Number],
  [bigintArray, numbers],
  [timestamptz, instant],
  [date, (text) => text],
]);

/** How values leave the database: whole numbers as numbers, instants as ISO 8601 in UTC, days as text. */
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};
