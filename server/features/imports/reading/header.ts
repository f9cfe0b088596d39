import { filledOf, isEmpty, textOf, type Cell, type Merge, type Row } from './Cell';

/** How well some names fit the fields of the target; more is better. */
export type Likeness = (names: readonly string[]) => number;

/** A header and the columns that it names. */
export interface Header {
  readonly line: number;
  /** The name of each column, or an empty text. */
  readonly names: readonly string[];
}

/** `A`, `B`, ... `AA`: the name of a column without a header. */
export const letterOf = (at: number): string => (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** A row in which each of the merged cells has their value. */
const filledIn = (row: Row, merges: readonly Merge[], rows: readonly Row[]): readonly Cell[] => {
  const cells: Cell[] = [...row.cells];
  for (const { top, left, bottom, right } of merges) {
    if (row.line - 1 < top || row.line - 1 > bottom) continue;
    const value = rows.find(({ line }) => line - 1 === top)?.cells[left] ?? null;
    for (let at = left; at <= right; at += 1) {
      while (cells.length < at) cells.push(null);
      if (isEmpty(cells[at])) cells[at] = value;
    }
  }
  return cells;
};

/** Texts that are values rather than names. */
const looksLikeValue = (cell: Cell): boolean => typeof cell !== 'string' || /^[\s$€+-]*\d|@|^#/.test(cell);
/** A name that differs from another only by a number. */
const numbered = / \(\d+\)$/;
const mostlyNames = 0.8;
const knownWeight = 3;

/** How well a row serves as a header; `names` are its cells, made unique. */
const fitness = (cells: readonly Cell[], names: readonly string[], likeness: Likeness): number => {
  const held = cells.filter((cell) => !isEmpty(cell));
  const words = held.filter((cell) => !looksLikeValue(cell)).map(textOf);
  const known = likeness(names.filter((name) => name !== '' && !numbered.test(name))) * knownWeight;
  const isHeader = held.length > 0 && (words.length >= held.length * mostlyNames || known > 0);
  return isHeader
    ? new Set(names.filter((name) => name !== '' && !numbered.test(name) && words.some((word) => name.endsWith(word)))).size + known
    : 0;
};

/** The group above each name, when some names are equal and the groups distinguish them. */
const groupsOver = (above: readonly Cell[], width: number): readonly string[] => {
  let group = '';
  return Array.from({ length: width }, (_, at) => {
    group = textOf(above[at]) || group;
    return group;
  });
};

const namedApart = (names: readonly string[], groups: readonly string[]): readonly string[] => {
  const repeated = (all: readonly string[], name: string): boolean => name !== '' && all.indexOf(name) !== all.lastIndexOf(name);
  const grouped = names.map((name, at) => {
    const others = names.flatMap((other, place) => (other === name ? [groups[place] ?? ''] : []));
    const tells = repeated(names, name) && new Set(others).size === others.length;
    return tells && groups[at] && groups[at] !== name ? `${groups[at]} · ${name}` : name;
  });
  const seen = new Map<string, number>();
  return grouped.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return name === '' || times === 1 ? name : `${name} (${times})`;
  });
};

const headerOf = (rows: readonly Row[], merges: readonly Merge[], at: number): Header | null => {
  const row = rows[at];
  if (!row) return null;
  const over = rows[at - 1];
  const names = filledIn(row, merges, rows).map(textOf);
  const groups = over && filledOf(over) > 1 ? groupsOver(filledIn(over, merges, rows), names.length) : [];
  return { line: row.line, names: namedApart(names, groups) };
};

/**
 * The header among the first rows of a file: the row with the most names, above all names of the wanted fields; the last row of a header
 * that is merged
 * over several lines. Columns with equal names are distinguished by the group above them, or by a number. Null when no row names
 * columns.
 */
export const findHeader = (rows: readonly Row[], merges: readonly Merge[], likeness: Likeness): Header | null => {
  const candidates = rows.map((row) => filledIn(row, merges, rows));
  const fits = candidates.map((cells, at) => fitness(cells, headerOf(rows, merges, at)?.names ?? [], likeness));
  const best = Math.max(0, ...fits);
  if (best === 0) return null;
  let at = fits.indexOf(best);
  const same = (one: readonly Cell[], other: readonly Cell[] | undefined): boolean =>
    other !== undefined && one.length === other.length && one.every((cell, place) => textOf(cell) === textOf(other[place]));
  while (same(candidates[at] ?? [], candidates[at + 1])) at += 1;
  return headerOf(rows, merges, at);
};

/** The header on a given line, from a mapping. */
export const headerOn = (rows: readonly Row[], merges: readonly Merge[], line: number): Header | null =>
  headerOf(
    rows,
    merges,
    rows.findIndex((row) => row.line === line),
  );
