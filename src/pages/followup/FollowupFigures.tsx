import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '@/words/format';
import { useStore } from '@/state/createStore';
import { languageStore } from '@/providers/i18n/languageStore';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import type { Followup } from '@/domain/web/followup';

type Formatted = (value: number) => string;
const useNumber = (): Formatted => {
  const { lang } = useStore(languageStore);
  return (value) => formatNumber(value, lang);
};

const Share = ({ done, half, total }: { readonly done: number; readonly half: number; readonly total: number }) => {
  const width = (value: number): string => `${total > 0 ? Math.min(100, (value / total) * 100) : 0}%`;
  return (
    <div className="asd-followup-bar" aria-hidden="true">
      <span style={{ width: width(done) }} />
      <span data-half="" style={{ width: width(half) }} />
    </div>
  );
};

const Section = ({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) => (
  <section aria-labelledby={`followup-${id}`}>
    <h2 id={`followup-${id}`}>{title}</h2>
    {children}
  </section>
);

const Facts = ({ facts }: { readonly facts: readonly (readonly [label: string, value: number])[] }) => {
  const number = useNumber();
  return (
    <dl className="asd-followup-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
};

const ends = ['finished', 'dnf', 'dns', 'dq'] as const;
const Results = ({ results }: { readonly results: NonNullable<Followup['results']> }) => {
  const { t } = useTranslation('followup');
  const number = useNumber();
  if (results.length === 0) return <p>{t('noResults')}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('distance')}</th>
          {ends.map((key) => (
            <th key={key} scope="col">
              {t(`ended.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map((row, at) => (
          <tr key={at}>
            <th scope="row">
              {row.name} · {t(row.official ? 'official' : 'provisional')}
            </th>
            {ends.map((key) => (
              <td key={key}>{number(row[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const useLimit = (): ((value: number | null) => string) => {
  const { t } = useTranslation('followup');
  const number = useNumber();
  return (value) => (value === null ? t('unlimited') : number(value));
};
interface DistancesProps {
  readonly distances: NonNullable<Followup['distances']>;
  readonly hasCapacity: boolean;
}
const Distances = ({ distances, hasCapacity }: DistancesProps) => {
  const { t } = useTranslation('followup');
  const number = useNumber(),
    limit = useLimit();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('distance')}</th>
          <th scope="col">{t('active')}</th>
          <th scope="col">{t('hold')}</th>
          {hasCapacity ? <th scope="col">{t('capacity')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {distances.map((row, at) => (
          <tr key={at}>
            <th scope="row">{row.name}</th>
            <td>{number(row.active)}</td>
            <td>{number(row.hold)}</td>
            {hasCapacity ? <td>{limit(row.capacity)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Registered = ({ data: { active, capacity, statuses } }: { readonly data: Followup }) => {
  const { t } = useTranslation('followup');
  const number = useNumber(),
    limit = useLimit();
  return (
    <section className="asd-followup-figure" aria-label={t('registered')}>
      <strong>{number(active)}</strong>
      <p>
        {t('registered')}
        {capacity === undefined ? null : ` · ${t('capacity')}: ${limit(capacity)}`}
      </p>
      {capacity ? <Share done={active} half={statuses?.hold ?? 0} total={capacity} /> : null}
    </section>
  );
};

const Delivery = ({ delivery }: { readonly delivery: NonNullable<Followup['delivery']> }) => {
  const { t } = useTranslation('followup');
  const number = useNumber();
  const kits = delivery.delivered + delivery.partial + delivery.pending;
  return (
    <Section id="delivery" title={t('delivery')}>
      <p>{t('deliveredOf', { delivered: number(delivery.delivered), total: number(kits) })}</p>
      <Share done={delivery.delivered} half={delivery.partial} total={kits} />
      <Facts facts={(['delivered', 'partial', 'pending'] as const).map((key) => [t(key), delivery[key]] as const)} />
    </Section>
  );
};

/** The counts of an event for anyone who has its link. */
export const FollowupFigures = ({ data }: { readonly data: Followup }) => {
  const { t } = useTranslation('followup');
  const { lang } = useStore(languageStore);
  const { event, statuses, capacity, distances, delivery, athletes, results } = data;
  return (
    <>
      <header className="asd-followup-head">
        <h1>{event.name[lang] ?? event.name['es']}</h1>
        <p>{[data.title, event.city, formatInstant(toMexicoCity(event.start_at))].join(' · ')}</p>
      </header>
      {event.status === 'cancelled' || event.status === 'postponed' ? (
        <p className="asd-followup-notice" role="status">
          {t(`event.${event.status}`)}
        </p>
      ) : null}
      <Registered data={data} />
      {delivery ? <Delivery delivery={delivery} /> : null}
      {statuses ? (
        <Section id="statuses" title={t('statuses')}>
          <Facts facts={(['active', 'hold', 'out'] as const).map((key) => [t(`status.${key}`), statuses[key]] as const)} />
        </Section>
      ) : null}
      {athletes ? (
        <Section id="athletes" title={t('athletes')}>
          <Facts
            facts={(['numbered', 'cleared', 'delivered', 'arrived'] as const).map((key) => [t(`athlete.${key}`), athletes[key]] as const)}
          />
        </Section>
      ) : null}
      {results ? (
        <Section id="results" title={t('results')}>
          <Results results={results} />
        </Section>
      ) : null}
      {distances ? (
        <Section id="distances" title={t('byDistance')}>
          <Distances distances={distances} hasCapacity={capacity !== undefined} />
        </Section>
      ) : null}
    </>
  );
};
