import { defineFieldUi } from '@/fields/kit/contracts';
import type { Translated } from '../../words/Translated';

const inLanguage = (value: Translated, locale: 'es' | 'en'): string => (locale === 'en' ? value.en : value.es) ?? value.es;

export default defineFieldUi<Translated>({
  toText: (value, _field, _place, { locale }) => inLanguage(value, locale),
  Cell: ({ value, words: { locale } }) => inLanguage(value, locale),
});
