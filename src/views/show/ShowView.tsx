import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { AnyResource, InferRow } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants } from '../../fields/kit/AppContext';
import type { Parent } from '../../fields/kit/contracts';
import { pathTo } from '../../fields/kit/paths';
import { Comments } from '../comments/Comments';
import { History } from '../record/History';
import { RecordHeader } from '../heading/RecordHeader';
import { PresentPeople } from '../present/PresentPeople';
import { RecordState } from '../record/RecordState';
import { RecordTools } from '../record/RecordTools';
import { ShowSections } from '../record/ShowSections';
import { RecordProblem } from '../states/RecordProblem';
import { RecordSkeleton } from '../states/RecordSkeleton';
import { useRecord, type RecordModel } from '../useRecord';
import { useViews } from '../useViews';
import { RelatedLists } from './RelatedLists';
import '../values.css';
import '../states/record.css';

export interface ShowViewProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly parent?: Parent | undefined;
}
interface ShownProps {
  readonly record: RecordModel;
  readonly row: NonNullable<RecordModel['row']>;
}
const none: readonly string[] = [];
const isStored = (row: ShownProps['row']): row is InferRow<AnyResource> => 'version' in row;
const Shown = ({ record: { resource, id, parent, kind, title, hidden }, row }: ShownProps) => {
  const navigate = useNavigate();
  const { cells, lead: Lead, covers = none } = useViews(resource) ?? {};
  return (
    <article className="show" aria-labelledby="show-title">
      <header className="show-head">
        <div className="show-name">
          <p>{kind}</p>
          <div className="show-title">
            <h1 id="show-title">{title}</h1>
            <RecordState resource={resource} row={row} />
          </div>
          <RecordHeader resource={resource} row={row} hidden={hidden} />
          <PresentPeople resource={resource.name} id={id} />
        </div>
        <RecordTools
          resource={resource}
          id={id}
          parent={parent}
          row={row}
          onDeleted={() => void navigate(pathTo(resource, 'list', { parent }))}
        />
      </header>
      {Lead && isStored(row) ? (
        <Suspense fallback={null}>
          <Lead row={row} />
        </Suspense>
      ) : null}
      <RelatedLists resource={resource} id={id} row={row} parent={parent}>
        <div className="show-body">
          <ShowSections resource={resource} row={row} cells={cells} hidden={[...hidden, ...covers]} />
          <History resource={resource} id={id} row={row} hidden={covers}>
            <Comments resource={resource} id={id} />
          </History>
        </div>
      </RelatedLists>
    </article>
  );
};

const Read = ({ resource, id, parent }: ShowViewProps) => {
  const record = useRecord(resource, id, { parent });
  if (record.row) return <Shown record={record} row={record.row} />;
  return record.error ? (
    <RecordProblem resource={resource} error={record.error} parent={parent} onRetry={record.retry} />
  ) : (
    <RecordSkeleton />
  );
};

/** The generated page of one record: its fields, related lists, actions and history. */
export const ShowView = (props: ShowViewProps) => {
  const grants = useGrants();
  if (!can(grants, 'show', props.resource))
    return <RecordProblem resource={props.resource} error={{ statusCode: 403 }} parent={props.parent} />;
  return <Read key={`${props.resource.name}/${props.id}`} {...props} />;
};
