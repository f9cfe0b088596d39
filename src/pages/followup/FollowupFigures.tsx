import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '@/words/format';
import { useStore } from '@/state/createStore';
import { languageStore } from '@/providers/i18n/languageStore';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import type { Followup } from '@/domain/web/followup';

const Share = ({ done, half, total }: { readonly done: number; readonly half: number; readonly total: number }) => {
  const width = (value: number): string => `${total > 0 ? Math.min(100, (value / total) * 100) : 0}%`;
  return (
    <div className="asd-followup-bar" aria-hidden="true">
      <span style={{ width: width(done) }} />
      <span data-half="" style={{ width: width(half) }} />
    </div>
  );
};

const ends = ['finished', 'dnf', 'dns', 'dq'] as const;

/** The counts of an event for whoever has its link. */
export const FollowupFigures = ({ data }: { readonly data: Followup }) => {
  const { t } = useTranslation('followup');
  const { lang } = useStore(languageStore);
  const number = (value: number): string => formatNumber(value, lang);
  const { event, active, statuses, capacity, distances, delivery, athletes, results } = data;
  const limit = (value: number | null): string => (value === null ? t('unlimited') : number(value));
  const kits = delivery ? delivery.delivered + delivery.partial + delivery.pending : 0;
  return (
    <>
      <header className="asd-followup-head">
        <h1>{event.name[lang] ?? event.name['es']}</h1>
        <p>{[data.title, event.city, formatInstant(toMexicoCity(event.start_at))].join(' · ')}</p>
      </header>
      <section className="asd-followup-figure" aria-label={t('registered')}>
        <strong>{number(active)}</strong>
        <p>
          {t('registered')}
          {capacity === undefined ? null : ` · ${t('capacity')}: ${limit(capacity)}`}
        </p>
        {capacity ? <Share done={active} half={statuses?.hold ?? 0} total={capacity} /> : null}
      </section>
      {delivery ? (
        <section aria-labelledby="followup-delivery">
          <h2 id="followup-delivery">{t('delivery')}</h2>
          <p>{t('deliveredOf', { delivered: number(delivery.delivered), total: number(kits) })}</p>
          <Share done={delivery.delivered} half={delivery.partial} total={kits} />
          <dl className="asd-followup-facts">
            {(['delivered', 'partial', 'pending'] as const).map((key) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd>{number(delivery[key])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {statuses ? (
        <section aria-labelledby="followup-statuses">
          <h2 id="followup-statuses">{t('statuses')}</h2>
          <dl className="asd-followup-facts">
            {(['active', 'hold', 'out'] as const).map((key) => (
              <div key={key}>
                <dt>{t(`status.${key}`)}</dt>
                <dd>{number(statuses[key])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {athletes ? (
        <section aria-labelledby="followup-athletes">
          <h2 id="followup-athletes">{t('athletes')}</h2>
          <dl className="asd-followup-facts">
            {(['numbered', 'cleared', 'delivered', 'arrived'] as const).map((key) => (
              <div key={key}>
                <dt>{t(`athlete.${key}`)}</dt>
                <dd>{number(athletes[key])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {results ? (
        <section aria-labelledby="followup-results">
          <h2 id="followup-results">{t('results')}</h2>
          {results.length === 0 ? (
            <p>{t('noResults')}</p>
          ) : (
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
          )}
        </section>
      ) : null}
      {distances ? (
        <section aria-labelledby="followup-distances">
          <h2 id="followup-distances">{t('byDistance')}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('distance')}</th>
                <th scope="col">{t('active')}</th>
                <th scope="col">{t('hold')}</th>
                {capacity === undefined ? null : <th scope="col">{t('capacity')}</th>}
              </tr>
            </thead>
            <tbody>
              {distances.map((row, at) => (
                <tr key={at}>
                  <th scope="row">{row.name}</th>
                  <td>{number(row.active)}</td>
                  <td>{number(row.hold)}</td>
                  {capacity === undefined ? null : <td>{limit(row.capacity)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </>
  );
};
