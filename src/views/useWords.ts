import { useGetLocale, useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import type { TextContext } from './contracts';

/** The words of the person's language; `maybe` answers nothing where a key has no words. */
export interface Words extends TextContext {
  readonly maybe: (key: string, params?: Readonly<Record<string, unknown>>) => string | undefined;
}
/** Gives generated screens their words through refine's own translation provider. */
export const useWords = (): Words => {
  const translate = useTranslate();
  const locale = useGetLocale()() === 'en' ? 'en' : 'es';
  return useMemo(
    () => ({
      t: (key, params) => translate(key, params ?? {}),
      maybe: (key, params) => {
        const words = translate(key, params ?? {}, '');
        return words && !key.endsWith(words) ? words : undefined;
      },
      locale,
    }),
    [translate, locale],
  );
};
