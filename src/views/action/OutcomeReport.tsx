import { useMany } from '@refinedev/core';
import type { AnyResource } from '@/schema';
import { recordTitle } from '../recordTitle';
import { useWords } from '../useWords';
import type { ActionOutcome, RefusedRow } from './runAction';

const mostTitles = 50, mostRows = 200;

const useTitles = (resource: AnyResource, rows: readonly RefusedRow[]): ReadonlyMap<number, string> => {
  const { locale } = useWords();
  const ids = [...new Set(rows.map(({ id }) => id))].slice(0, mostTitles);
  const { result } = useMany({ resource: resource.name, dataProviderName: resource.service, ids, errorNotification: false, queryOptions: { enabled: ids.length > 0, retry: false } });
  return new Map((result?.data ?? []).map((row) => [Number(row[resource.key]), recordTitle(resource, row, locale)]));
};

/** What an action did or would do, in counts, and every row that it leaves out with its reason. */
export const OutcomeReport = ({ resource, outcome, isDone }: { readonly resource: AnyResource; readonly outcome: ActionOutcome; readonly isDone: boolean }) => {
  const { t } = useWords();
  const left = [...outcome.failed.map((row) => ({ ...row, isFailed: true })), ...outcome.skipped.map((row) => ({ ...row, isFailed: false }))];
  const titles = useTitles(resource, left);
  return (
    <div className="outcome">
      <p>{t(isDone ? 'action.done' : 'action.would')}</p>
      <ul className="outcome-counts">
        <li data-tone="good">{t(isDone ? 'action.okDone' : 'action.ok', { count: outcome.ok })}</li>
        {outcome.skipped.length > 0 ? <li>{t('action.skipped', { count: outcome.skipped.length })}</li> : null}
        {outcome.failed.length > 0 ? <li data-tone="bad">{t('action.failedRows', { count: outcome.failed.length })}</li> : null}
      </ul>
      {left.length > 0 ? (
        <div className="outcome-rows" tabIndex={0} role="region" aria-label={t('action.reason')}>
          <table>
            <thead><tr><th scope="col">{t('action.record')}</th><th scope="col">{t('action.reason')}</th></tr></thead>
            <tbody>
              {left.slice(0, mostRows).map(({ id, reason, isFailed }) => (
                <tr key={`${id} ${reason}`} data-tone={isFailed ? 'bad' : undefined}><td>{titles.get(id) ?? `#${id}`}</td><td>{reason}</td></tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {left.length > mostRows ? <p>{t('action.moreRows', { count: left.length - mostRows })}</p> : null}
    </div>
  );
};
