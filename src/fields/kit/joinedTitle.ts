import { joinName, type AnyField } from '@/schema';
import { partOf, rowsIn, textIn, type Parts } from '@/schema/unknown';
import type { TextContext } from './contracts';

type Titled = Pick<TextContext, 'titled'>;
const inWords = (target: string, title: string | null, { titled }: Titled): string | null =>
  title === null ? null : (titled?.(target, title) ?? title);

/** The title of one record of a joined set in words, or its key when the person may not read it. */
export const titleInSet = (target: string, { title, ...rest }: Parts, words: Titled): string =>
  inWords(target, textIn(title), words) ?? `#${String(Object.values(rest)[0])}`;

/** The title of a referenced record in words, or the titles of a set, when the row contains them and the person may read them. */
export const joinedTitle = (
  row: Readonly<Record<string, unknown>>,
  { target, targets }: AnyField,
  name: string,
  words: Titled,
): string | null => {
  const joined = row[joinName(name)];
  if (targets)
    return Array.isArray(joined)
      ? rowsIn(joined)
          .map((each) => titleInSet(targets, each, words))
          .join(', ')
      : null;
  return target ? inWords(target, textIn(partOf(joined, 'title')), words) : null;
};
