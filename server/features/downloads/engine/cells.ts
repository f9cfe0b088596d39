import type { CellKind } from '@/schema/cell';
import { homeZone } from '@/schema/homeZone';
import { sqlLiteral } from '@/schema/sql';
import type { Translate, Locale } from '../../../kernel/messages';
import type { PlannedColumn } from './planColumns';

/**
 * How values are written, as SQL over a column of the rows: the database does it, since it is many times faster than taking the values over and writing them here.
 *
 * Days and instants come out day first, since the statement runs with `dayFirst`.
 */
export const dayFirst = 'SQL, DMY';

/** The words for yes and no. */
export interface YesNo {
  readonly yes: string;
  readonly no: string;
}
export const yesNoIn = (translate: Translate, locale: Locale): YesNo => ({
  yes: translate('list.values.yes', locale),
  no: translate('list.values.no', locale),
});

const local = (value: string): string => `(${value} at time zone ${sqlLiteral(homeZone)})`;
const instantLength = 'dd/mm/yyyy hh:mm'.length;
/** Quantities and days are made into text by the database as it writes them out. */
const asText: { readonly [K in CellKind]: (value: string, yesNo: YesNo) => string } = {
  text: (value) => value,
  number: (value) => value,
  money: (value) => value,
  percent: (value) => `trim_scale(${value} * 100) || '%'`,
  duration: (value) => `make_interval(secs => ${value})::text`,
  day: (value) => value,
  instant: (value) => `left(${local(value)}::text, ${instantLength})`,
  yesNo: (value, { yes, no }) => `case ${value} when true then ${sqlLiteral(yes)} when false then ${sqlLiteral(no)} end`,
};

/** Characters with which a text would be a formula to a spreadsheet: `+`, `-`, `=`, `@`, tab and return. Quantities stay as they are: nothing in them can run. */
const formulaSql = (value: string): string =>
  `case when ascii(${value}) in (43, 45, 61, 64, 9, 13) and ${value} !~ '^-?[$ ]?[0-9.,]+ ?%?$' then '''' || ${value} else ${value} end`;

const wordsSql = (value: string, words: readonly (readonly [string, string])[], write: (word: string) => string): string =>
  `case ${value} ${words.map(([each, word]) => `when ${sqlLiteral(each)} then ${sqlLiteral(write(word))}`).join(' ')} else ${value} end`;
const same = (word: string): string => word;

type Cell = Pick<PlannedColumn, 'kind' | 'words'>;
/** The value as people read it; null where there is none. */
export const readSql = ({ kind, words }: Cell, value: string, yesNo: YesNo): string =>
  words ? wordsSql(value, words, same) : asText[kind](value, yesNo);

/** The same for a table in text: no text of it is a formula. */
export const guardedSql = (cell: Cell, value: string, yesNo: YesNo): string =>
  cell.kind === 'text' && !cell.words ? formulaSql(value) : readSql(cell, value, yesNo);

const escaped = (value: string): string => `replace(replace(replace(${value}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`;
const escapeWord = (word: string): string => word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** The formats of cells in a workbook, by kind; `workbook.ts` declares them in this order, after that of plain cells and that of the head. */
export const styledKinds = ['money', 'percent', 'duration', 'day', 'instant'] as const satisfies readonly CellKind[];
const firstStyle = 2;
const styleOf = (kind: CellKind): string => {
  const at = styledKinds.findIndex((each) => each === kind);
  return at < 0 ? '' : ` s="${firstStyle + at}"`;
};
const daySeconds = 86_400;
const firstDay = "'1899-12-30'";
/** The number that a spreadsheet keeps for a value; days are counted from the end of 1899. */
const asNumber: { readonly [K in CellKind]?: (value: string) => string } = {
  number: (value) => value,
  money: (value) => value,
  percent: (value) => value,
  duration: (value) => `${value} / ${daySeconds}.0::float8`,
  day: (value) => `(${value} - date ${firstDay})`,
  instant: (value) => `date_part('epoch', ${local(value)} - timestamp ${firstDay}) / ${daySeconds}`,
};
/** What a cell of a workbook holds at most, in characters. */
const longestCell = 32_767;
const textCell = (text: string): string => `coalesce('<c t="inlineStr"><is><t>' || ${text} || '</t></is></c>', '<c/>')`;

/** The cell of a workbook: numbers, amounts, days and instants as such, everything else as text, which a workbook never runs. */
export const workbookSql = ({ kind, words }: Cell, value: string, yesNo: YesNo): string => {
  const number = words ? undefined : asNumber[kind];
  if (number) return `coalesce('<c${styleOf(kind)}><v>' || ${number(value)} || '</v></c>', '<c/>')`;
  if (words) return textCell(wordsSql(value, words, escapeWord));
  return textCell(kind === 'text' ? escaped(`left(${value}, ${longestCell})`) : readSql({ kind }, value, yesNo));
};
