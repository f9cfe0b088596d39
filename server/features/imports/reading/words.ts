import { foldText } from '@/schema/foldText';

const fillers: ReadonlySet<string> = new Set(['de', 'del', 'la', 'el', 'los', 'las', 'en', 'por', 'y', 'the', 'of', 'for', 'and', 'a']);

/**
 * The significant words of a header or a value: without accents, case, punctuation and small words; `Div_Rank` and `birthDate` are two
 * words each.
 */
export const wordsIn = (text: string): readonly string[] => {
  const apart = foldText(text.replace(/([a-z\d])([A-Z])/g, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (apart === '') return [];
  const all = apart.split(' ');
  const telling = all.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : all;
};

/** A text for comparison: only its words, in order. */
export const plainOf = (text: string): string => wordsIn(text).join(' ');
