import { diffWords } from 'diff';

/** A run of words that stayed, came or went. */
export interface DiffPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}
/** What differs between two texts, word by word. */
export const diffTexts = (before: string, after: string): readonly DiffPart[] =>
  diffWords(before, after).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
