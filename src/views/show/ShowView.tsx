import { useOne } from '@refinedev/core';
import { useNavigate } from 'react-router';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants } from '../../fields/kit/AppContext';
import type { Parent } from '../../fields/kit/contracts';
import { pathTo } from '../../fields/kit/paths';
import { recordTitle } from '../../fields/kit/recordTitle';
import { useViews } from '../useViews';
import { useWords } from '../../fields/kit/useWords';
import { History } from '../record/History';
import { RecordProblem } from '../states/RecordProblem';
import { RecordSkeleton } from '../states/RecordSkeleton';
import { RecordState } from '../record/RecordState';
import { RecordTools } from '../record/RecordTools';
import { RelatedLists } from './RelatedLists';
import { ShowSections } from '../record/ShowSections';
import '../values.css';
import '../states/record.css';

type Row = Readonly<Record<string, unknown>>;

export interface ShowViewProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly parent?: Parent | undefined;
}
interface ShownProps extends ShowViewProps {
  readonly row: Row;
}
const Shown = ({ resource, id, parent, row }: ShownProps) => {
  const navigate = useNavigate();
  const words = useWords(),
    { t } = words;
  const cells = useViews(resource)?.cells;
  return (
    <article className="show" aria-labelledby="show-title">
      <header className="show-head">
        <div className="show-name">
          <p>{t(`${resource.name}.titles.show`)}</p>
          <div className="show-title">
            <h1 id="show-title">{recordTitle(resource, row, words)}</h1>
            <RecordState resource={resource} row={row} />
          </div>
        </div>
        <RecordTools
          resource={resource}
          id={id}
          parent={parent}
          row={row}
          onDeleted={() => void navigate(pathTo(resource, 'list', { parent }))}
        />
      </header>
      <RelatedLists resource={resource} id={id} row={row} parent={parent}>
        <div className="show-body">
          <ShowSections resource={resource} row={row} cells={cells} hidden={parent ? [parent.field] : []} />
          <History resource={resource} id={id} row={row} />
        </div>
      </RelatedLists>
    </article>
  );
};

const Read = ({ resource, id, parent }: ShowViewProps) => {
  const { query } = useOne({
    resource: resource.name,
    id,
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: { placeholderData: () => undefined, retry: false, refetchOnWindowFocus: true },
  });
  const row = query.data?.data;
  if (row) return <Shown resource={resource} id={id} parent={parent} row={row} />;
  return query.error ? (
    <RecordProblem resource={resource} error={query.error} parent={parent} onRetry={() => void query.refetch()} />
  ) : (
    <RecordSkeleton />
  );
};

/** The generated page of one record: what it is, what points to it, what may be done and what happened. */
export const ShowView = (props: ShowViewProps) => {
  const grants = useGrants();
  if (!can(grants, 'show', props.resource))
    return <RecordProblem resource={props.resource} error={{ statusCode: 403 }} parent={props.parent} />;
  return <Read key={`${props.resource.name}/${props.id}`} {...props} />;
};
