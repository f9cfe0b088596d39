import { splitName, type AthleteName } from './athleteName';
import type { Refusal, ResultRow } from './readResults';

/** A row that can be loaded. */
export interface Candidate extends AthleteName {
  readonly line: number;
  readonly gender: 'F' | 'M' | 'X';
  readonly division: string;
  readonly country: string;
  /** The id of the athlete at the source, in this file and in others. */
  readonly ref: string;
  /** Other data of the athlete in the file. */
  readonly more: ResultRow['more'];
}

const genders: Readonly<Record<string, Candidate['gender']>> = {
  m: 'M',
  male: 'M',
  man: 'M',
  h: 'M',
  hombre: 'M',
  f: 'F',
  female: 'F',
  w: 'F',
  woman: 'F',
  mujer: 'F',
  x: 'X',
  nb: 'X',
};
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wholeName = ({ name, first_name, last_name }: ResultRow): string => name || `${first_name} ${last_name}`.trim();
const personOf = (row: ResultRow): string =>
  [wholeName(row), row.division, ...(row.more['birth_date'] ? [row.more['birth_date']] : [])].map(fold).join('|');
const nameOf = (row: ResultRow): AthleteName | string =>
  row.first_name !== '' && row.last_name !== '' ? { first_name: row.first_name, last_name: row.last_name } : splitName(wholeName(row));
const longestRef = 120;

const counted = (rows: readonly ResultRow[]): ReadonlyMap<string, readonly number[]> => {
  const lines = new Map<string, number[]>();
  for (const row of rows) lines.set(personOf(row), [...(lines.get(personOf(row)) ?? []), row.line]);
  return lines;
};

const reasonAgainst = (
  row: ResultRow,
  firstLines: ReadonlyMap<string, number>,
  namesakes: ReadonlyMap<string, readonly number[]>,
): string | null => {
  if (!genders[fold(row.gender)]) return `the gender is "${row.gender}"`;
  if (row.id !== '') return firstLines.has(row.id) ? `the id ${row.id} is repeated, first on line ${firstLines.get(row.id)}` : null;
  const others = namesakes.get(personOf(row))!.filter((line) => line !== row.line);
  return others.length > 0 ? `no id, and the same name and division as line ${others.join(', ')}: nothing tells them apart` : null;
};

/**
 * Separates the rows of a file into those that can be loaded and those that cannot.
 *
 * An id identifies a person. A row without one is identified by event, name, division and birth date, as long as nobody shares both.
 */
export const judgeRows = (
  rows: readonly ResultRow[],
  slug: string,
): { readonly candidates: readonly Candidate[]; readonly refused: readonly Refusal[] } => {
  const candidates: Candidate[] = [],
    refused: Refusal[] = [];
  const firstLines = new Map<string, number>();
  const namesakes = counted(rows);
  for (const row of rows) {
    const { line, id, division, country, more } = row;
    const name = nameOf(row);
    const reason = typeof name === 'string' ? name : reasonAgainst(row, firstLines, namesakes);
    const ref = id || `${slug}/${personOf(row)}`;
    if (reason !== null || typeof name === 'string') refused.push({ line, reason: reason ?? 'the name cannot be read' });
    else if (ref.length > longestRef) refused.push({ line, reason: 'the id is too long' });
    else candidates.push({ line, ...name, gender: genders[fold(row.gender)]!, division, country, ref, more });
    if (id !== '' && reason === null) firstLines.set(id, line);
  }
  return { candidates, refused };
};
