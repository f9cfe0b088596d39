import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '@/words/format';
import { explainedAt } from '@/views/list/model/explainedAt';
import { useWords } from '@/fields/kit/useWords';
import type { Counted } from './counted';
import { useCounted } from './useCounted';
import { LoadFailed } from '../LoadFailed';

/** Things that wait for somebody, each with a link to its list; a text when there are none. */
export const AttentionQueue = ({ all }: { readonly all: readonly Counted[] }) => {
  const { t } = useTranslation(['home', 'common']);
  const { locale } = useWords();
  const results = useCounted(all);
  const waiting = results.filter(({ total, isError }) => isError || (total ?? 0) > 0);
  const isPending = results.some(({ total, isError }) => total === undefined && !isError);
  return (
    <section className="asd-panel" aria-labelledby="asd-attention" aria-busy={isPending || undefined}>
      <header>
        <h2 id="asd-attention">{t('attention.title')}</h2>
      </header>
      {waiting.length === 0 && !isPending ? <p className="asd-panel-empty">{t('attention.none')}</p> : null}
      {waiting.length > 0 || isPending ? (
        <ul className="asd-attention">
          {waiting.map(({ counted: { key, resource, filter }, total = 0, isError, retry }) => (
            <li key={key}>
              {isError ? (
                <LoadFailed words="home" onRetry={retry} what={t(`attention.${key}`)} isPart />
              ) : (
                <Link to={explainedAt(resource, filter)} data-figure={key}>
                  <strong>{formatNumber(total, locale)}</strong> <span>{t(`attention.${key}`)}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
};
