import { nth } from '@/schema/must';
/** One text of a search answer, with marks around its matches. */
export interface Highlight {
  readonly value: string;
  readonly matchLevel: 'none' | 'partial' | 'full';
  readonly fullyHighlighted: boolean;
  readonly matchedWords: readonly string[];
}
export interface Marks {
  readonly before: string;
  readonly after: string;
}

const foldedLetter = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** Text as the database compares it. */
export const foldText = (text: string): string => Array.from(text, foldedLetter).join('');

/** Folded text, and the index in the original for each of its letters. */
const folding = (text: string): { readonly letters: readonly string[]; readonly folded: string; readonly from: readonly number[] } => {
  const letters = Array.from(text),
    from: number[] = [];
  const folded = letters
    .map((letter, at) => {
      const plain = foldedLetter(letter);
      for (let unit = 0; unit < plain.length; unit += 1) from.push(at);
      return plain;
    })
    .join('');
  return { letters, folded, from };
};

const occurrences = (text: string, word: string): readonly number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) found.push(at);
  return found;
};

/** Puts marks around every occurrence of every folded word, ignoring accents and case; adjacent matches get one mark. */
export const highlight = (text: string, words: readonly string[], { before, after }: Marks): Highlight => {
  const { letters, folded, from } = folding(text);
  const isMarked = letters.map(() => false);
  const matched = words.filter((word) => {
    const found = occurrences(folded, word);
    for (const at of found) for (let unit = at; unit < at + word.length; unit += 1) isMarked[nth(from, unit)] = true;
    return found.length > 0;
  });
  const value = letters
    .map((letter, at) => `${isMarked[at] && !isMarked[at - 1] ? before : ''}${letter}${isMarked[at] && !isMarked[at + 1] ? after : ''}`)
    .join('');
  return {
    value,
    matchedWords: matched,
    fullyHighlighted: isMarked.length > 0 && isMarked.every(Boolean),
    matchLevel: matched.length === 0 ? 'none' : matched.length === words.length ? 'full' : 'partial',
  };
};
