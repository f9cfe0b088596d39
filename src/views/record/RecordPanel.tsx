import { idOf } from '@/schema/unknown';
import { useOne } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AnyResource } from '@/schema';
import type { Parent } from '../../fields/kit/contracts';
import { Icon } from '../../frame/Icon';
import { pathTo } from '../../fields/kit/paths';
import { recordTitle } from '../../fields/kit/recordTitle';
import { useViews } from '../useViews';
import { useWords } from '../../fields/kit/useWords';
import { History } from './History';
import { RecordProblem } from '../states/RecordProblem';
import { RecordSkeleton } from '../states/RecordSkeleton';
import { RecordState } from './RecordState';
import { RecordTools } from './RecordTools';
import { ShowSections } from './ShowSections';
import '../values.css';
import '../states/record.css';
import './panel.css';

interface RecordPanelProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly parent: Parent | undefined;
  readonly onClose: () => void;
}
/** Whoever holds an arrow down passes over records that need not be read. */
const patienceMs = 120;

const useSettled = (id: number): number => {
  const [settled, setSettled] = useState(id);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), patienceMs);
    return () => clearTimeout(timer);
  }, [id]);
  return settled;
};

/** One record beside its list: what it is, what may be done and what happened, without leaving the list. */
export default function RecordPanel({ resource, id, parent, onClose }: RecordPanelProps) {
  const words = useWords(),
    { t } = words;
  const cells = useViews(resource)?.cells;
  const [hasHistory, setHasHistory] = useState(false);
  const settled = useSettled(id);
  const { query } = useOne({
    resource: resource.name,
    id: settled,
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: { placeholderData: (previous) => previous, retry: false, refetchOnWindowFocus: true },
  });
  const row = query.data?.data;
  // What is still on screen of another record must not be acted upon.
  const isOther = row !== undefined && row[resource.key] !== id;
  const kind = t(`${resource.name}.titles.show`);
  return (
    <aside
      className="list-beside"
      data-beside=""
      tabIndex={-1}
      aria-label={row && !isOther ? `${kind}: ${recordTitle(resource, row, words)}` : kind}
      aria-busy={isOther || query.isPending}
    >
      <header className="beside-bar">
        <span>{kind}</span>
        <Link className="list-button" to={pathTo(resource, 'show', { id, parent })}>
          {t('show.beside.page')}
        </Link>
        <button type="button" className="list-button" aria-label={t('show.beside.close')} title={t('show.beside.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {row ? (
        <article className="beside-record" inert={isOther} data-stale={isOther || undefined}>
          <div className="show-title">
            <h2>{recordTitle(resource, row, words)}</h2>
            <RecordState resource={resource} row={row} />
          </div>
          <RecordTools
            key={settled}
            resource={resource}
            id={idOf(row, resource)}
            parent={parent}
            row={row}
            onDeleted={onClose}
            standing={1}
          />
          <ShowSections resource={resource} row={row} cells={cells} hidden={parent ? [parent.field] : []} headings="h3" />
          <details className="beside-history" open={hasHistory} onToggle={(event) => setHasHistory(event.currentTarget.open)}>
            <summary>{t('show.history.title')}</summary>
            {hasHistory ? <History key={idOf(row, resource)} resource={resource} id={idOf(row, resource)} row={row} isPart /> : null}
          </details>
        </article>
      ) : query.error ? (
        <RecordProblem resource={resource} error={query.error} parent={parent} onRetry={() => void query.refetch()} isPart />
      ) : (
        <RecordSkeleton />
      )}
    </aside>
  );
}
