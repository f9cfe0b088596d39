import { useCustom, type HttpError } from '@refinedev/core';
import { useId } from 'react';
import type { KeyUse as Use } from '@/domain/keyUse';
import { useWords } from '@/fields/kit/useWords';
import type { InferRow } from '@/schema';
import { DayBars } from '@/views/chart/DayBars';
import { formatDay, formatInstant, formatNumber } from '@/words/format';
import type { api_keys } from './api_keys';
import './keyUse.css';

const named = new Set([400, 401, 403, 404, 409, 413, 429]),
  serverFault = 500;
/** The word for an error, by its HTTP status. */
const kindOf = (status: number): string => (named.has(status) ? String(status) : status >= serverFault ? 'server' : 'other');

/** Names and numbers, the largest first. */
const Counts = ({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly note?: string; readonly calls: number }[];
}) => {
  const { locale, t } = useWords();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <table>
        <thead className="asd-hidden-text">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('api_keys.use.calls')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, note, calls }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {note ? <small>{note}</small> : null}
              </th>
              <td>{formatNumber(calls, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Figures = ({ use: { days, errors, routes, limited } }: { readonly use: Use }) => {
  const { t, locale } = useWords();
  const number = (value: number): string => formatNumber(value, locale);
  const calls = days.reduce((sum, day) => sum + day.calls, 0),
    failed = days.reduce((sum, day) => sum + day.errors, 0);
  const said = (params: { readonly calls: number; readonly errors: number }): string =>
    [
      t('api_keys.use.some_calls', { count: params.calls, shown: number(params.calls) }),
      ...(params.errors > 0 ? [t('api_keys.use.some_errors', { count: params.errors, shown: number(params.errors) })] : []),
    ].join(' · ');
  if (calls === 0) return <p>{t('api_keys.use.none')}</p>;
  return (
    <>
      <p className="key-use-sum">{said({ calls, errors: failed })}</p>
      <DayBars
        days={days.map((day) => ({ day: day.day, value: day.calls, marked: day.errors, title: `${formatDay(day.day)}: ${said(day)}` }))}
      />
      <p className="key-use-ends" aria-hidden="true">
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </p>
      {limited > 0 ? <p className="key-use-limited">{t('api_keys.use.limited', { count: limited, shown: number(limited) })}</p> : null}
      <div className="key-use-tables">
        <Counts
          title={t('api_keys.use.routes')}
          rows={routes.map((each) => ({
            key: each.route,
            name: each.route,
            calls: each.calls,
            ...(each.errors > 0 && { note: t('api_keys.use.some_errors', { count: each.errors, shown: number(each.errors) }) }),
          }))}
        />
        {errors.length > 0 ? (
          <Counts
            title={t('api_keys.use.errors')}
            rows={errors.map(({ status, calls: count }) => ({
              key: String(status),
              name: `${status} · ${t(`api_keys.use.status.${kindOf(status)}`)}`,
              calls: count,
            }))}
          />
        ) : null}
      </div>
    </>
  );
};

/** What a key was used for in the last days: calls by day, errors by kind, and the routes with the most calls. */
export default function KeyUse({ row }: { readonly row: InferRow<typeof api_keys> }) {
  const { t } = useWords();
  const id = useId();
  const { query, result } = useCustom<Use, HttpError>({
    url: `/v2/organization/api_keys/${row.api_keyid}/use`,
    method: 'get',
    dataProviderName: 'organization',
    errorNotification: false,
    queryOptions: { retry: false },
  });
  return (
    <section className="key-use" aria-labelledby={id}>
      <h2 id={id}>{t('api_keys.use.title')}</h2>
      <p>
        {row.last_used_at
          ? t('api_keys.use.last', { at: formatInstant(row.last_used_at), address: row.last_used_ip ?? '—' })
          : t('api_keys.use.never')}
      </p>
      {query.isError ? (
        <p role="alert">{t('api_keys.use.failed')}</p>
      ) : query.data ? (
        <Figures use={result.data} />
      ) : (
        <span className="input-loading" aria-hidden="true" />
      )}
    </section>
  );
}
