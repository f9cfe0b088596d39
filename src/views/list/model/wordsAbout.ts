import type { TextContext } from '../../../fields/kit/contracts';

/** Stands where the title will be; no sentence has one of its own. */
const mark = '\u0000';

/** Words around a title, looked up once for all the rows that say them. */
export const wordsAbout = ({ t }: TextContext, key: string): ((title: string) => string) => {
  const [before = '', after = ''] = t(key, { title: mark }).split(mark);
  return (title) => `${before}${title}${after}`;
};
