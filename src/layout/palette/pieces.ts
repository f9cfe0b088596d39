import { marks, type Highlights, type Hit } from '@/providers/search/createSearch';

/** A part of a text, and whether it matches. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits marked text into parts. */
export const piecesOf = (marked: string): readonly Piece[] =>
  marked
    .split(marks.before)
    .flatMap((part, at): readonly Piece[] => {
      const [inside = '', ...after] = part.split(marks.after);
      return at === 0
        ? [{ text: part, isMatch: false }]
        : [
            { text: inside, isMatch: true },
            { text: after.join(''), isMatch: false },
          ];
    })
    .filter(({ text }) => text !== '');
export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

const texts = (highlights: Highlights | undefined): readonly { readonly value: string; readonly matchLevel: string }[] =>
  !highlights
    ? []
    : typeof highlights['value'] === 'string'
      ? [highlights as { readonly value: string; readonly matchLevel: string }]
      : Object.values(highlights);

/** A text of a record with its matches marked; unchanged when the host marked another text. */
export const shownPieces = ({ _highlightResult: all }: Hit, name: string, shown: string): readonly Piece[] =>
  texts(all?.[name])
    .map(({ value }) => piecesOf(value))
    .find((pieces) => textOf(pieces) === shown) ?? [{ text: shown, isMatch: false }];

/** Matches that are in none of the shown texts: an e-mail, a telephone number. */
export const matchElsewhere = ({ _highlightResult: all = {} }: Hit, shown: string): readonly Piece[] =>
  Object.values(all)
    .flatMap(texts)
    .filter(({ matchLevel }) => matchLevel !== 'none')
    .map(({ value }) => piecesOf(value))
    .find((pieces) => !shown.includes(textOf(pieces))) ?? [];
