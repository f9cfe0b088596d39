import { useOne } from '@refinedev/core';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Action, AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants } from '../AppContext';
import { allowsRow } from '../allowsRow';
import type { Parent } from '../contracts';
import { pathTo } from '../paths';
import { recordTitle } from '../recordTitle';
import { useViews } from '../useViews';
import { useWords } from '../useWords';
import { DeleteDialog } from './DeleteDialog';
import { FieldValue } from './FieldValue';
import { History } from './History';
import { RecordProblem } from './RecordProblem';
import { RecordSkeleton } from './RecordSkeleton';
import { RelatedLists } from './RelatedLists';
import { ShowSections } from './ShowSections';
import './show.css';

const ActionDialog = lazy(async () => ({ default: (await import('../action/ActionDialog')).ActionDialog }));
type Row = Readonly<Record<string, unknown>>;
type OwnDialogs = Readonly<Record<string, ComponentType<{ readonly rows: readonly Row[]; readonly onClose: () => void }>>>;

export interface ShowViewProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly parent?: Parent | undefined;
}
interface ShownProps extends ShowViewProps {
  readonly row: Row;
}
const standingActions = 2;

/** What may be done with the record now, most used first. */
const Tools = ({ resource, id, parent, row }: ShownProps) => {
  const { t } = useWords();
  const grants = useGrants();
  const navigate = useNavigate();
  const [running, setRunning] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const actions = Object.entries((resource.actions ?? {}) as Readonly<Record<string, Action>>)
    .filter(([name, action]) => action.on !== 'list' && allowsRow(grants, name, resource, row) && (action.when?.(row as never) ?? true))
    .map(([name]) => name);
  const dialogs = (useViews(resource)?.actions ?? {}) as OwnDialogs;
  const Own = running ? dialogs[running] : undefined;
  const close = () => setRunning(undefined);
  const mayDelete = allowsRow(grants, 'delete', resource, row);
  const hidden = actions.slice(standingActions);
  const items = [...hidden.map((name) => ({ key: name, label: t(`${resource.name}.actions.${name}`) })), ...(mayDelete ? [{ key: '', danger: true, label: t('show.delete') }] : [])];
  return (
    <div className="show-tools">
      {actions.slice(0, standingActions).map((name) => <Button key={name} onClick={() => setRunning(name)}>{t(`${resource.name}.actions.${name}`)}</Button>)}
      {items.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => (key ? setRunning(key) : setIsDeleting(true)) }}>
          <Button aria-label={t('show.actions')} aria-haspopup="menu">⋯</Button>
        </Dropdown>
      ) : null}
      {allowsRow(grants, 'edit', resource, row) ? <Link className="asd-button" data-primary to={pathTo(resource, 'edit', { id, parent })}>{t('show.edit')}</Link> : null}
      {running ? <Suspense fallback={null}>{Own ? <Own rows={[row]} onClose={close} /> : <ActionDialog resource={resource} action={running} target={{ ids: [id] }} onClose={close} />}</Suspense> : null}
      {isDeleting ? <DeleteDialog resource={resource} row={row} onClose={() => setIsDeleting(false)} onDeleted={() => void navigate(pathTo(resource, 'list', { parent }))} /> : null}
    </div>
  );
};

const Shown = (props: ShownProps) => {
  const { resource, id, parent, row } = props;
  const { t, locale } = useWords();
  const cells = useViews(resource)?.cells;
  const life = Object.entries(resource.all).find(([, { options }]) => 'states' in options);
  return (
    <article className="show" aria-labelledby="show-title">
      <header className="show-head">
        <div className="show-name">
          <p>{t(`${resource.name}.titles.show`)}</p>
          <div className="show-title">
            <h1 id="show-title">{recordTitle(resource, row, locale)}</h1>
            {life ? <FieldValue isCell field={life[1]} place={{ resource: resource.name, name: life[0] }} row={row} /> : null}
          </div>
        </div>
        <Tools {...props} />
      </header>
      <RelatedLists resource={resource} id={id}>
        <div className="show-body">
          <ShowSections resource={resource} row={row} cells={cells} hidden={parent ? [parent.field] : []} />
          <History resource={resource} id={id} version={row['version']} />
        </div>
      </RelatedLists>
    </article>
  );
};

const Read = ({ resource, id, parent }: ShowViewProps) => {
  const { query } = useOne({
    resource: resource.name, id, dataProviderName: resource.service, errorNotification: false,
    queryOptions: { placeholderData: () => undefined, retry: false, refetchOnWindowFocus: true },
  });
  const row = query.data?.data;
  if (row) return <Shown resource={resource} id={id} parent={parent} row={row} />;
  return query.error ? <RecordProblem resource={resource} error={query.error} parent={parent} onRetry={() => void query.refetch()} /> : <RecordSkeleton />;
};

/** The generated page of one record: what it is, what points to it, what may be done and what happened. */
export const ShowView = (props: ShowViewProps) => {
  const grants = useGrants();
  if (!can(grants, 'show', props.resource)) return <RecordProblem resource={props.resource} error={{ statusCode: 403 }} parent={props.parent} />;
  return <Read key={`${props.resource.name}/${props.id}`} {...props} />;
};
