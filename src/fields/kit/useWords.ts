import { useGetLocale, useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import type { TextContext } from './contracts';

/** The texts in the person's language; `maybe` answers undefined when a key has no text. */
export interface Words extends TextContext {
  readonly maybe: (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined;
}
type Translate = (key: string, params: Readonly<Record<string, unknown>>) => string;

/** Looks texts without parameters up once, because a table asks for the same few many hundred times. Missing texts are looked up again. */
const remembering = (translate: Translate): TextContext['t'] => {
  const known = new Map<string, string>();
  return (key, params) => {
    if (params) return translate(key, params);
    const before = known.get(key);
    if (before !== undefined) return before;
    const words = translate(key, {});
    if (words !== key) known.set(key, words);
    return words;
  };
};

/** Gives generated screens their texts through refine's translation provider. */
export const useWords = (): Words => {
  const translate = useTranslate();
  const locale = useGetLocale()() === 'en' ? 'en' : 'es';
  return useMemo(
    () => ({
      t: remembering(translate),
      maybe: (key, params) => {
        const words = translate(key, params ?? {}, '');
        return words && !key.endsWith(words) ? words : undefined;
      },
      locale,
    }),
    [translate, locale],
  );
};
