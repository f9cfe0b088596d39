import { missingOf, type KitForecast, type Need } from '@/domain/registration/kitForecast';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import './forecast.css';

interface Line extends Need {
  readonly key: string;
  readonly name: string;
  readonly note: string;
}
interface NeedsProps {
  readonly title: string;
  readonly head: string;
  readonly lines: readonly Line[];
}
/** Needs, one to a row: what is missing is what people look for. */
const Needs = ({ title, head, lines }: NeedsProps) => {
  const { t, locale } = useWords();
  const number = (count: number): string => formatNumber(count, locale);
  const missing = (count: number | null) =>
    count === null ? (
      <td className="forecast-quiet">{t('kits.outcomes.forecast.uncounted')}</td>
    ) : count === 0 ? (
      <td className="forecast-enough">{t('kits.outcomes.forecast.enough')}</td>
    ) : (
      <td className="forecast-missing">{number(count)}</td>
    );
  const hasComing = lines.some(({ coming }) => coming > 0);
  return (
    <div className="forecast-box" role="region" aria-label={title} tabIndex={0}>
      <table className="forecast-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t('kits.outcomes.forecast.needed')}</th>
            <th scope="col">{t('kits.outcomes.forecast.expected')}</th>
            <th scope="col">{t('kits.outcomes.forecast.handed')}</th>
            <th scope="col">{t('kits.outcomes.forecast.stock')}</th>
            {hasComing ? <th scope="col">{t('kits.outcomes.forecast.coming')}</th> : null}
            <th scope="col">{t('kits.outcomes.forecast.missingNow')}</th>
            <th scope="col">{t('kits.outcomes.forecast.missingLater')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { now, later } = missingOf(line);
            return (
              <tr key={line.key}>
                <th scope="row">
                  {line.name}
                  {line.note ? <small>{line.note}</small> : null}
                </th>
                <td>{number(line.today)}</td>
                <td>{number(line.expected)}</td>
                <td>{number(line.handed)}</td>
                {line.stock === null ? <td className="forecast-quiet">—</td> : <td>{number(line.stock)}</td>}
                {hasComing ? <td>{number(line.coming)}</td> : null}
                {missing(now)}
                {missing(later)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

/** What the kits and the shirts of an event need today and on its day, against what there is. */
export const ForecastAnswer = ({ result }: { readonly result: unknown }) => {
  const { t, locale } = useWords();
  const { event, today, expected, by, pieces, sizes } = result as KitForecast;
  const isSingle = new Set(pieces.map(({ kit }) => kit)).size < 2;
  const isOneModel = new Set(sizes.map(({ model }) => model)).size < 2;
  return (
    <div className="forecast">
      <p className="forecast-event">{event[locale] ?? event['es']}</p>
      <dl className="forecast-figures">
        <div>
          <dt>{t('kits.outcomes.forecast.now')}</dt>
          <dd>{formatNumber(today, locale)}</dd>
        </div>
        <div>
          <dt>{t('kits.outcomes.forecast.day')}</dt>
          <dd>{formatNumber(expected, locale)}</dd>
        </div>
      </dl>
      <p className="forecast-by">{t(`kits.outcomes.forecast.by.${by}`)}</p>
      {pieces.length + sizes.length === 0 ? <p>{t('kits.outcomes.forecast.nothing')}</p> : null}
      {pieces.length > 0 ? (
        <Needs
          title={t('kits.outcomes.forecast.pieces')}
          head={t('kits.outcomes.forecast.piece')}
          lines={pieces.map(({ kit, name, ...need }, at) => ({
            ...need,
            key: String(at),
            name: name[locale] ?? name['es'] ?? '',
            note: isSingle ? '' : kit,
          }))}
        />
      ) : null}
      {sizes.length > 0 ? (
        <Needs
          title={t('kits.outcomes.forecast.sizes')}
          head={t('kits.outcomes.forecast.size')}
          lines={sizes.map(({ model, size, ...need }, at) => ({ ...need, key: String(at), name: size, note: isOneModel ? '' : model }))}
        />
      ) : null}
    </div>
  );
};
