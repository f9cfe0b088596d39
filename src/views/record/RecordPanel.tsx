import { useState } from 'react';
import { Link } from 'react-router';
import type { AnyResource } from '@/schema';
import type { Parent } from '../../fields/kit/contracts';
import { pathTo } from '../../fields/kit/paths';
import { useWords } from '../../fields/kit/useWords';
import { Icon } from '../../frame/Icon';
import { RecordProblem } from '../states/RecordProblem';
import { RecordSkeleton } from '../states/RecordSkeleton';
import { useRecord, type RecordModel } from '../useRecord';
import { useViews } from '../useViews';
import { Comments, useHasComments } from '../comments/Comments';
import { History } from './History';
import { RecordHeader } from '../heading/RecordHeader';
import { PresentPeople } from '../present/PresentPeople';
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
interface ShownProps {
  readonly record: RecordModel;
  readonly row: NonNullable<RecordModel['row']>;
  readonly onClose: () => void;
}

const Bar = ({ record: { resource, id, parent, kind }, onClose }: Omit<ShownProps, 'row'>) => {
  const { t } = useWords();
  return (
    <header className="record-panel-bar">
      <span>{kind}</span>
      <Link className="list-button" to={pathTo(resource, 'show', { id, parent })}>
        {t('show.panel.page')}
      </Link>
      <button type="button" className="list-button" aria-label={t('show.panel.close')} title={t('show.panel.close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </header>
  );
};

const Shown = ({ record: { resource, parent, title, hidden, isOther }, row, onClose }: ShownProps) => {
  const { t } = useWords();
  const cells = useViews(resource)?.cells;
  const [hasHistory, setHasHistory] = useState(false);
  const [isTalking, setTalking] = useState(false);
  const hasComments = useHasComments(resource);
  const id = row[resource.key] as number;
  return (
    <article className="record-panel-body" inert={isOther} data-stale={isOther || undefined}>
      <div className="show-title">
        <h2>{title}</h2>
        <RecordState resource={resource} row={row} />
      </div>
      <RecordHeader resource={resource} row={row} hidden={hidden} />
      <PresentPeople resource={resource.name} id={id} />
      <RecordTools key={`${id} tools`} resource={resource} id={id} parent={parent} row={row} onDeleted={onClose} standing={1} />
      <ShowSections resource={resource} row={row} cells={cells} hidden={hidden} headings="h3" />
      {hasComments ? (
        <details className="record-panel-history" open={isTalking} onToggle={(event) => setTalking(event.currentTarget.open)}>
          <summary>{t('comments.thread.title')}</summary>
          {isTalking ? <Comments key={id} resource={resource} id={id} isPart /> : null}
        </details>
      ) : null}
      <details className="record-panel-history" open={hasHistory} onToggle={(event) => setHasHistory(event.currentTarget.open)}>
        <summary>{t('show.history.title')}</summary>
        {hasHistory ? <History key={id} resource={resource} id={id} row={row} isPart /> : null}
      </details>
    </article>
  );
};

/** One record next to its list: its fields, actions and history, without leaving the list. */
export default function RecordPanel({ resource, id, parent, onClose }: RecordPanelProps) {
  const record = useRecord(resource, id, { parent, follows: true });
  const { row, kind, title, isOther, isReading, error, retry } = record;
  return (
    <aside
      className="record-panel"
      data-record-panel=""
      tabIndex={-1}
      aria-label={title !== undefined && !isOther ? `${kind}: ${title}` : kind}
      aria-busy={isReading}
    >
      <Bar record={record} onClose={onClose} />
      {row ? (
        <Shown record={record} row={row} onClose={onClose} />
      ) : error ? (
        <RecordProblem resource={resource} error={error} parent={parent} onRetry={retry} isPart />
      ) : (
        <RecordSkeleton />
      )}
    </aside>
  );
}
