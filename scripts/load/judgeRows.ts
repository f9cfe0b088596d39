import { splitName, type AthleteName } from './athleteName';
import type { Refusal, ResultRow } from './readResults';

/** A row that can be loaded. */
export interface Candidate extends AthleteName {
  readonly line: number;
  readonly gender: 'F' | 'M' | 'X';
  readonly division: string;
  readonly country: string;
  /** What names the athlete at the source, in this file and in others. */
  readonly ref: string;
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
const personOf = ({ name, division }: ResultRow): string => `${fold(name)}|${fold(division)}`;
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
 * Sorts the rows of a file into those that can be loaded and those that cannot.
 *
 * An id names a person. A row without one is named by event, name and division, which holds only while nobody shares both.
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
    const { line, id, division, country } = row;
    const name = splitName(row.name);
    const reason = typeof name === 'string' ? name : reasonAgainst(row, firstLines, namesakes);
    const ref = id || `${slug}/${personOf(row)}`;
    if (reason !== null || typeof name === 'string') refused.push({ line, reason: reason ?? 'the name cannot be read' });
    else if (ref.length > longestRef) refused.push({ line, reason: 'the id is too long' });
    else candidates.push({ line, ...name, gender: genders[fold(row.gender)]!, division, country, ref });
    if (id !== '' && reason === null) firstLines.set(id, line);
  }
  return { candidates, refused };
};
