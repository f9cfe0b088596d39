import { useTranslation } from 'react-i18next';
import type { Compared } from '@/domain/reports/biFigures';
import { Bar, Count, Explained, percent } from './Numbers';
import { useWords } from '@/fields/kit/useWords';

export interface CountsRow extends Compared {
  readonly key: string;
  readonly label: string;
  readonly to: string | null;
  /** Colours the row as a part of a mix. */
  readonly part?: string;
}
/** Registrations by one property: labels with bars, and the same as numbers. */
export const CountsChart = ({
  what,
  counted,
  total,
  rows,
  rest,
}: {
  readonly what: string;
  /** What is counted; registrations by default. */
  readonly counted?: string;
  readonly total: Compared;
  readonly rows: readonly CountsRow[];
  readonly rest?: string | undefined;
}) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const most = Math.max(...rows.map(({ current, previous }) => Math.max(current, previous ?? 0)));
  const isCompared = total.previous !== null;
  return (
    <>
      <table className="bi-table">
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">{counted ?? t('columns.current')}</th>
            <th scope="col" className="bi-share">
              {t('columns.share')}
            </th>
            {isCompared ? (
              <th scope="col" data-kind="mark">
                {t('columns.previous')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, to, part, current, previous }) => (
            <tr key={key} data-key={key}>
              <th scope="row">
                <span className="bi-label" data-part={part}>
                  {label}
                </span>
                <Bar value={current} before={previous} most={most} />
              </th>
              <td>
                <Explained to={current > 0 ? to : null}>
                  <strong>
                    <Count value={current} />
                  </strong>
                </Explained>
              </td>
              <td className="bi-share">{percent(current, total.current, locale)}</td>
              {isCompared ? (
                <td>
                  <Count value={previous ?? 0} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {rest ? <p className="bi-note">{rest}</p> : null}
    </>
  );
};
