import { useGetLocale, useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import type { TextContext } from './contracts';

/** The words of the person's language; `maybe` answers nothing where a key has no words. */
export interface Words extends TextContext {
  readonly maybe: (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined;
}
type Translate = (key: string, params: Readonly<Record<string, unknown>>) => string;

/** Looks words without parameters up once: a table asks for the same few many hundred times. What has no words yet is asked again. */
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

/** Gives generated screens their words through refine's own translation provider. */
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
