import { useList } from '@refinedev/core';
import { formatInstant, formatNumber } from '@/words/format';
import type { AnyResource } from '@/schema';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { useWords } from '@/fields/kit/useWords';
import { nth } from '@/schema/must';
import './inbodyTrend.css';

const measures = ['weight_kg', 'skeletal_muscle_mass_kg', 'pbf_pct', 'inbody_score'] as const;
const most = 60,
  width = 240,
  height = 72,
  margin = 8;
type Row = Readonly<Record<string, unknown>>;
interface Point {
  readonly at: number;
  readonly value: number;
}

/** The points of a series in the chart; a single value is a level line. */
export const placed = (points: readonly Point[]): readonly (readonly [x: number, y: number])[] => {
  const times = points.map(({ at }) => at),
    values = points.map(({ value }) => value);
  const from = Math.min(...times),
    span = Math.max(...times) - from || 1,
    low = Math.min(...values),
    range = Math.max(...values) - low;
  return points.map(({ at, value }) => [
    margin + ((at - from) / span) * (width - 2 * margin),
    range === 0 ? height / 2 : height - margin - ((value - low) / range) * (height - 2 * margin),
  ]);
};

const Line = ({ points }: { readonly points: readonly Point[] }) => {
  const places = placed(points);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={places.map((place) => place.join(',')).join(' ')} />
      {places.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={3} />
      ))}
    </svg>
  );
};

/** How an athlete's body changed from test to test: four lines, and the same as numbers. */
export const InbodyTrend = ({ resource, athlete }: { readonly resource: AnyResource; readonly athlete: number }) => {
  const words = useWords();
  const { t, locale } = words;
  const { query, result } = useList<Row & { readonly id?: number }>({
    resource: resource.name,
    dataProviderName: resource.service,
    filters: [{ field: 'web_userid', operator: 'eq', value: athlete }],
    sorters: [{ field: 'test_at', order: 'desc' }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns: ['test_at', ...measures] },
    errorNotification: false,
    queryOptions: { retry: false },
  });
  const rows = (result?.data ?? []).filter(({ test_at }) => typeof test_at === 'string').toReversed();
  const numbers = (value: unknown): string => (typeof value === 'number' ? formatNumber(value, locale) : '—');
  if (query.isPending || query.isError) return query.isError ? <p role="alert">{t('inbody_measurements.trend.failed')}</p> : null;
  if (rows.length < 2) return <p className="inbody-none">{t('inbody_measurements.trend.few')}</p>;
  return (
    <section className="inbody-trend" aria-labelledby="inbody-trend">
      <h2 id="inbody-trend">{t('inbody_measurements.trend.title')}</h2>
      <ul className="inbody-lines">
        {measures.map((name) => {
          const points = rows.flatMap((row) =>
            typeof row[name] === 'number' ? [{ at: Date.parse(String(row['test_at'])), value: row[name] }] : [],
          );
          const change = points.length > 1 ? nth(points, -1).value - nth(points, 0).value : null;
          return (
            <li key={name} data-measure={name}>
              <span>{fieldLabel(words, resource, name)}</span>
              <strong>{numbers(points.at(-1)?.value)}</strong>
              {change === null ? null : (
                <span className="inbody-change">
                  {t('inbody_measurements.trend.change', {
                    change: formatNumber(change, locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
                  })}
                </span>
              )}
              {points.length > 0 ? <Line points={points} /> : null}
            </li>
          );
        })}
      </ul>
      <div className="show-rows-box" tabIndex={0} role="region" aria-label={t('inbody_measurements.trend.numbers')}>
        <table className="show-rows">
          <thead>
            <tr>
              <th scope="col">{fieldLabel(words, resource, 'test_at')}</th>
              {measures.map((name) => (
                <th key={name} scope="col" data-align="right">
                  {fieldLabel(words, resource, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row['test_at'])}>
                <th scope="row">{formatInstant(String(row['test_at']))}</th>
                {measures.map((name) => (
                  <td key={name} data-align="right">
                    {numbers(row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
