import { numberIn, partOf } from '@/schema/unknown';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import './reach.css';

const figures = ['meant', 'granted', 'redeemed', 'possible', 'codes', 'left'] as const;

/** Whom the rule of a benefit reaches, before it is given. */
export const ReachAnswer = ({ result }: { readonly result: unknown }) => {
  const { t, locale } = useWords();
  const count = (name: string): number | null => numberIn(partOf(result, name));
  const missing = (count('due') ?? 0) - (count('possible') ?? 0);
  return (
    <div className="reach">
      <dl>
        {figures.map((name) => {
          const number = count(name);
          return number === null ? null : (
            <div key={name} data-main={name === 'possible' || undefined}>
              <dt>{t(`benefits.outcomes.reach.${name}`)}</dt>
              <dd>{formatNumber(number, locale)}</dd>
            </div>
          );
        })}
      </dl>
      {missing > 0 ? (
        <p className="reach-short" role="alert">
          {t('benefits.outcomes.reach.short', { number: formatNumber(missing, locale) })}
        </p>
      ) : null}
      <p className="reach-rule">{t('benefits.outcomes.reach.rule')}</p>
    </div>
  );
};
