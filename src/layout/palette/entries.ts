import { foldText } from '@/schema/foldText';

/** One line of the palette. */
export interface Entry {
  readonly key: string;
  readonly label: string;
  /** Distinguishes it from others with the same name. */
  readonly note?: string | undefined;
  /** Additional words by which it is found. */
  readonly words?: string | undefined;
  readonly icon?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  /** Shown only when searched for. */
  readonly onlyFound?: boolean;
  readonly run: () => void;
}
export interface EntryGroup {
  readonly key: string;
  readonly label: string;
  readonly entries: readonly Entry[];
}

const wordsOf = (text: string): readonly string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const shortest = 3;

const beginsIn = (text: string | undefined, sought: string): boolean => wordsOf(text ?? '').some((word) => word.startsWith(sought));
/**
 * How well one word of the search fits an entry: the start of the name, of a word of it, of an additional word, or somewhere inside; 0 for
 * not at all.
 */
const fit = ({ label, words }: Entry, sought: string): number => {
  const name = foldText(label);
  if (name.startsWith(sought)) return 4;
  if (beginsIn(label, sought)) return 3;
  if (beginsIn(words, sought)) return 2;
  return sought.length >= shortest && name.includes(sought) ? 1 : 0;
};
/** How well an entry fits a search; 0 when a word of it fits nowhere, or all words fit only its note, which many entries share. */
export const scoreOf = (entry: Entry, text: string): number => {
  const sought = wordsOf(text);
  const fits = sought.map((word) => ({ word, score: fit(entry, word) }));
  const isAnswered = fits.every(({ word, score }) => score > 0 || beginsIn(entry.note, word));
  return isAnswered ? fits.reduce((sum, { score }) => sum + score, 0) : 0;
};

const bestFirst = <T>(all: readonly (readonly [T, number])[]): readonly T[] =>
  all
    .filter(([, score]) => score > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([each]) => each);

/** The groups after a search, the best entries first; in their own order when nothing is searched. */
export const sift = (groups: readonly EntryGroup[], text: string): readonly EntryGroup[] => {
  if (wordsOf(text).length === 0)
    return groups
      .map((group) => ({ ...group, entries: group.entries.filter(({ onlyFound }) => !onlyFound) }))
      .filter(({ entries }) => entries.length > 0);
  const sifted = groups.map((group) => {
    const scored = group.entries.map((entry) => [entry, scoreOf(entry, text)] as const);
    return [{ ...group, entries: bestFirst(scored) }, Math.max(0, ...scored.map(([, score]) => score))] as const;
  });
  return bestFirst(sifted);
};
