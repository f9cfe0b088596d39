import type { TextContext } from './contracts';

const braces = /\{\{\s*(\w+)\s*\}\}/g;

/** A text with names in double braces, which are filled in later, as people read it: each name is a word in braces. */
export const namedWords = (text: string, section: string, { t }: Pick<TextContext, 't'>): string =>
  text.replaceAll(braces, (_whole, name: string) => `{${t(`common.${section}.${name}`, { defaultValue: name })}}`);
