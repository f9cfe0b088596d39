import type { Likeness } from './header';
import type { Column } from './survey';
import type { Target, TargetField } from './Target';
import { canRead, choiceOf } from './values';
import { wordsIn } from './words';

/** A column of a file and the field that it probably fills. */
export interface Guess {
  readonly column: Column;
  /** Null when no field fits. */
  readonly field: string | null;
  /** The certainty of the guess, from 0 to 1. */
  readonly score: number;
  /** Other fields that would also fit. */
  readonly others: readonly string[];
}

const sure = 1,
  synonym = 0.95,
  sameWords = 0.9,
  onlyIts = 0.85,
  contained = 0.75,
  spare = 0.15,
  half = 0.5,
  oneOfTwo = 0.45,
  groupLost = 0.8,
  agreeing = 0.2,
  disagreeing = 0.35,
  telling = 0.8,
  point = 0.7,
  least = 0.6;

interface Known {
  readonly plain: string;
  readonly joined: string;
  readonly words: readonly string[];
  readonly weight: number;
}
const known = (text: string, weight: number): Known => {
  const words = wordsIn(text);
  return { plain: words.join(' '), joined: words.join(''), words, weight };
};
const cache = new WeakMap<TargetField, readonly Known[]>();
const knownOf = (field: TargetField): readonly Known[] => {
  const found = cache.get(field) ?? [
    ...field.labels.map((label) => known(label, sure)),
    known(field.name, sure),
    ...field.synonyms.map((word) => known(word, synonym)),
  ];
  cache.set(field, found);
  return found;
};

const overlap = (one: readonly string[], other: readonly string[]): number => {
  const shared = one.filter((word) => other.includes(word)).length;
  return shared / new Set([...one, ...other]).size;
};

/** Names of points along the way: `T1`, `10 km`, `Parcial 3`. */
const pointName = /^(t ?\d|\d+( \d+)? ?(k|km|mi|m)|(split|parcial|leg|lap|vuelta|punto|tramo|segmento|cp) ?\d*.*)$/;

/** How well a name fits a field, from 0 to 1. */
const nameFit = (name: string, field: TargetField): number => {
  const words = wordsIn(name);
  if (words.length === 0) return 0;
  const [plain, joined] = [words.join(' '), words.join('')];
  const all = knownOf(field);
  const fits = all.map((each) => {
    if (each.plain === plain || each.joined === joined) return each.weight;
    const shared = overlap(words, each.words);
    if (shared === 1) return sameWords * each.weight;
    if (shared < half) return 0;
    return each.words.length > 1 ? contained * shared * each.weight + spare : oneOfTwo;
  });
  const saysOnlyIt = words.every((word) => all.some((each) => each.plain === word));
  const isPoint = field.gathers !== undefined && pointName.test(plain);
  return Math.max(saysOnlyIt ? onlyIts : 0, isPoint ? point : 0, ...fits);
};

/**
 * Words in brackets count less than the others: `Correo (obligatorio)*`. A name alone counts less than with its group: `Tutor · Nombre`.
 */
const withoutBrackets = (name: string): string => name.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ');
const withoutGroup = (name: string): string => name.replace(/^.* · /, '');
/** Devices number their columns: `42. SMM (Skeletal Muscle Mass)`. */
const withoutNumber = (name: string): string => name.replace(/^\s*\d{1,3}\.\s+(?=\p{L})/u, '');
const fitOf = (numbered: string, field: TargetField): number => {
  const name = withoutNumber(numbered);
  return Math.max(nameFit(name, field), nameFit(withoutBrackets(name), field) * sameWords, nameFit(withoutGroup(name), field) * groupLost);
};

const mostSamples = 50;
/** The share of the values of a column that a field accepts; null when there are no values. */
const valueFit = ({ values }: Column, field: TargetField): number | null => {
  const samples = values.slice(0, mostSamples);
  return samples.length === 0 ? null : samples.filter((value) => canRead(value, field)).length / samples.length;
};
/** Types that accept few texts: if all values of a column fit, that means something. */
const picky: ReadonlySet<string> = new Set(['email', 'date', 'dateTime', 'choice', 'status', 'boolean', 'rows']);

const scoreOf = (column: Column, field: TargetField): number => {
  const fit = fitOf(column.name, field);
  const values = valueFit(column, field);
  if (fit === 0 || values === null) return fit;
  const bonus = values === 1 && picky.has(field.type) ? agreeing : 0;
  return Math.min(sure, Math.max(0, fit + bonus - (1 - values) * disagreeing));
};

/** How well some names fit a target; used to find headers and sheets. */
export const likenessTo =
  ({ fields }: Target): Likeness =>
  (names) =>
    names.filter((name) => fields.some((field) => fitOf(name, field) >= telling)).length;

/** Guesses which field each column fills: the best pairs first, every field and column once. */
export const guessColumns = (columns: readonly Column[], { fields }: Target): readonly Guess[] => {
  const pairs = columns
    .flatMap((column) => fields.map((field, at) => ({ column, field: field.name, at, score: scoreOf(column, field) })))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || a.column.at - b.column.at || a.at - b.at);
  const chosen = new Map<Column, (typeof pairs)[number]>();
  const taken = new Set<string>();
  const many = new Set(fields.flatMap(({ name, gathers }) => (gathers ? [name] : [])));
  for (const pair of preferParts(pairs)) {
    if (chosen.has(pair.column) || taken.has(pair.field)) continue;
    chosen.set(pair.column, pair);
    if (!many.has(pair.field)) taken.add(pair.field);
  }
  return columns.map((column) => {
    const pair = chosen.get(column);
    const others = pairs.filter((other) => other.column === column && other.field !== pair?.field).map(({ field }) => field);
    return { column, field: pair?.field ?? null, score: pair?.score ?? 0, others };
  });
};

interface Pair {
  readonly column: Column;
  readonly field: string;
  readonly score: number;
}
/** `Nombre` next to `Apellido` is the first name; alone it is the whole name. */
const preferParts = <P extends Pair>(pairs: readonly P[]): readonly P[] => {
  const hasLast = pairs.some(({ field, score }) => field === 'last_name' && score >= sameWords);
  const drops = hasLast ? 'name' : 'first_name';
  const isShared = (pair: P): boolean =>
    pairs.some((other) => other.column === pair.column && other.field === (hasLast ? 'first_name' : 'name'));
  return pairs.filter((pair) => pair.field !== drops || !isShared(pair));
};

/** Which text of a column means which value of a choice; unknown texts are left out. */
export const guessValues = ({ values }: Column, field: TargetField): Readonly<Record<string, string>> =>
  Object.fromEntries(
    values.flatMap((text) => {
      const value = choiceOf(text, field);
      return value === null || value === text ? [] : [[text, value]];
    }),
  );
