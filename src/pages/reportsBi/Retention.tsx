import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BiRetention } from '@/domain/reports/biFigures';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { nameIn } from './biTables';
import type { ChartProps } from './charts';
import { Bar, Count, percent } from './Numbers';

const shown = 8;
/** How many athletes of each last edition came back. */
const Retention = ({ answer: { total, rows } }: ChartProps<BiRetention>) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const largest = rows.toSorted((one, other) => other.athletes - one.athletes).slice(0, shown);
  const opens = can(useGrants(), 'list', useRegistry().get('events'));
  return (
    <>
      <p className="bi-lead">
        <strong>{percent(total.returned, total.athletes, locale)}</strong> {t('retention.lead')}
      </p>
      <table className="bi-table">
        <thead>
          <tr>
            <th scope="col">{t('retention.what')}</th>
            <th scope="col">{t('retention.athletes')}</th>
            <th scope="col">{t('retention.returned')}</th>
            <th scope="col">%</th>
          </tr>
        </thead>
        <tbody>
          {largest.map((row) => (
            <tr key={row.eventid} data-key={row.eventid}>
              <th scope="row">
                <span className="bi-label">
                  {opens ? <Link to={`/events/${row.eventid}`}>{nameIn(row.name, locale)}</Link> : nameIn(row.name, locale)}
                </span>
                <Bar value={row.returned} most={row.athletes} />
              </th>
              <td>
                <Count value={row.athletes} />
              </td>
              <td>
                <strong>
                  <Count value={row.returned} />
                </strong>
              </td>
              <td>{percent(row.returned, row.athletes, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown ? <p className="bi-note">{t('retention.rest', { count: rows.length - shown })}</p> : null}
    </>
  );
};
export default Retention;
