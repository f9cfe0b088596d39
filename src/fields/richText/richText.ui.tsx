import { lazy, Suspense } from 'react';
import { defineFieldUi, type CellProps } from '@/fields/kit/contracts';
import type { Translated } from '../../words/Translated';
import { plainText } from './plainText';

const CleanHtml = lazy(() => import('./CleanHtml'));
const excerpt = 160;

type Value = string | Translated;
const inLanguage = (value: Value, locale: 'es' | 'en'): string =>
  typeof value === 'string' ? value : ((locale === 'en' ? value.en : value.es) ?? value.es);

const Excerpt = ({ value, words: { locale } }: CellProps<Value>) => {
  const text = plainText(inLanguage(value, locale));
  return (
    <span className="value-clip" title={text.slice(0, excerpt * 3)}>
      {text.length > excerpt ? `${text.slice(0, excerpt)}…` : text}
    </span>
  );
};
const Whole = ({ value, words: { locale } }: CellProps<Value>) => {
  const html = inLanguage(value, locale);
  return (
    <Suspense fallback={<div className="value-prose">{plainText(html)}</div>}>
      <CleanHtml html={html} />
    </Suspense>
  );
};

export default defineFieldUi<Value>({
  toText: (value, _field, _place, { locale }) => plainText(inLanguage(value, locale)),
  Cell: Excerpt,
  Show: Whole,
});
