import i18next, { type i18n as I18n } from 'i18next';
import { counted, interpolation } from '@/providers/i18n/interpolation';
import { initReactI18next } from 'react-i18next';
import type { Language } from '@/providers/i18n/i18n';
import { nth } from '@/schema/must';
import { fixtureWords } from './fixture/words';

const files = import.meta.glob<object>('../../locales/*/*.json', { eager: true, import: 'default' });
const wordsOf = (language: Language): Record<string, object> => ({
  ...Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.includes(`/${language}/`))
      .map(([path, words]) => [nth(path.split('/'), -1).replace('.json', ''), words]),
  ),
  ...fixtureWords[language],
});

/** All texts of the product; names that exist only in the gallery are shown as they are. */
export const startWords = async (language: Language): Promise<{ readonly i18n: I18n; readonly namespaces: ReadonlySet<string> }> => {
  const words = wordsOf(language);
  const i18n = i18next.createInstance();
  await i18n
    .use(initReactI18next)
    .use(counted)
    .init({
      lng: language,
      ns: Object.keys(words),
      defaultNS: 'common',
      nsSeparator: false,
      interpolation,
      returnNull: false,
      resources: { [language]: words },
      react: { useSuspense: false },
      parseMissingKeyHandler: (key: string, fallback?: string) =>
        fallback?.startsWith('specimens.') ? nth(fallback.split('.'), -1) : (fallback ?? key),
    });
  return { i18n, namespaces: new Set([...Object.keys(words), 'specimens']) };
};
