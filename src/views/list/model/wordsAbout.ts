import type { TextContext } from '../../../fields/kit/contracts';

/** A placeholder for the title; it occurs in no sentence. */
const mark = '\u0000';

/** The text around a title, looked up once for all rows. */
export const wordsAbout = ({ t }: TextContext, key: string): ((title: string) => string) => {
  const [before = '', after = ''] = t(key, { title: mark }).split(mark);
  return (title) => `${before}${title}${after}`;
};
