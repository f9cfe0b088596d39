import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '@/words/format';
import { MixChart } from '@/views/chart/MixChart';
import { explainedAt } from '@/views/list/model/explainedAt';
import { useWords } from '@/fields/kit/useWords';
import type { Counted } from './counted';
import { useCounted } from './useCounted';
import { LoadFailed } from '../LoadFailed';

/** The statuses of the registrations: a bar, and the same as numbers with links to their lists. */
const StatusMix = ({ all }: { readonly all: readonly Counted[] }) => {
  const { t } = useTranslation(['home', 'common']);
  const { locale } = useWords();
  const results = useCounted(all);
  const isPending = results.some(({ total, isError }) => total === undefined && !isError);
  return (
    <section className="asd-panel asd-panel-mix" aria-labelledby="asd-mix" aria-busy={isPending || undefined}>
      <header>
        <h2 id="asd-mix">{t('mix.title')}</h2>
      </header>
      <MixChart parts={results.map(({ counted: { key }, total }) => ({ key, value: total ?? 0 }))} />
      <ul className="asd-mix">
        {results.map(({ counted: { key, resource, filter }, total, isError, retry }) => (
          <li key={key} data-part={key}>
            {isError ? (
              <LoadFailed words="home" onRetry={retry} isPart />
            ) : (
              <Link to={explainedAt(resource, filter)} data-figure={`mix-${key}`}>
                <strong>{total === undefined ? '…' : formatNumber(total, locale)}</strong> <span>{t(`mix.${key}`)}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
export default StatusMix;
