import { useOne, type BaseRecord } from '@refinedev/core';
import type { ComponentType } from 'react';
import type { AnyResource, InferRow } from '@/schema';
import type { Parent } from '@/fields/kit/contracts';
import { must } from '@/schema/must';
import { RecordProblem } from '@/views/states/RecordProblem';
import { RecordSkeleton } from '@/views/states/RecordSkeleton';

interface ShownProps {
  readonly resource: AnyResource;
  readonly row: InferRow<AnyResource>;
  readonly parent?: Parent;
}
/** Reads the record for a page that replaces the generated one. */
export const shownBy = (Page: ComponentType<ShownProps>) =>
  function ShownRecord({ resource, id, parent }: Pick<ShownProps, 'resource' | 'parent'> & { readonly id?: number }) {
    const { query } = useOne<BaseRecord>({
      resource: resource.name,
      id: must(id, `the number of a record of ${resource.name}`),
      dataProviderName: resource.service,
      errorNotification: false,
    });
    const row = query.data?.data;
    if (row) return <Page resource={resource} row={row as ShownProps['row']} {...(parent && { parent })} />;
    return query.error ? (
      <RecordProblem resource={resource} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RecordSkeleton />
    );
  };
