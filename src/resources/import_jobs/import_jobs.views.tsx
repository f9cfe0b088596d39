import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import type { InferRow } from '@/schema';
import { defineViews, type Parent } from '@/fields/kit/contracts';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { importTypesOf } from '@/views/list/model/importOf';
import { ListView } from '@/views/list/ListView';
import { RecordSkeleton } from '@/views/states/RecordSkeleton';
import { import_jobs } from './import_jobs';

const ImportShow = lazy(() => import('@/pages/imports/ImportShow'));
type Resource = typeof import_jobs;
interface PlaceProps {
  readonly resource: Resource;
  readonly parent?: Parent;
}

/** The imports, and where a new one begins. */
const ImportList = ({ resource, parent }: PlaceProps) => {
  const mayBring = importTypesOf(useGrants(), useRegistry()).length > 0;
  const event = parent ? `?eventid=${parent.id}&within=event` : '';
  const begins = mayBring ? { title: 'import_jobs.begin', to: `/import_jobs/new${event}` } : undefined;
  return <ListView resource={resource} parent={parent} begins={begins} />;
};
/** The page of an import is where it is edited. */
const ImportEdit = ({ resource, id, parent }: PlaceProps & { readonly id: number }) => (
  <Navigate to={pathTo(resource, 'show', { id, parent })} replace />
);
const Import = (props: { readonly resource: Resource; readonly row: InferRow<Resource> }) => (
  <Suspense fallback={<RecordSkeleton />}>
    <ImportShow {...props} />
  </Suspense>
);

export default defineViews(import_jobs, { list: ImportList, edit: ImportEdit, show: Import });
