import { useGetLocale, useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { useRegistry } from './AppContext';
import type { TextContext } from './contracts';
import { titleInWords } from './recordTitle';

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
  const registry = useRegistry();
  return useMemo(() => {
    const t = remembering(translate);
    return {
      t,
      maybe: (key, params) => {
        const words = translate(key, params ?? {}, '');
        return words && !key.endsWith(words) ? words : undefined;
      },
      locale,
      titled: (name, title) => {
        const target = registry.find(name);
        return target ? titleInWords(target, title, { t }) : title;
      },
    };
  }, [translate, locale, registry]);
};
