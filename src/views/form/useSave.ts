import { useCreate, useUpdate, type BaseRecord } from '@refinedev/core';
import type { AnyResource } from '@/schema';
import type { Draft } from '../../fields/kit/draft';

export interface Save {
  /** Writes the record and answers it as stored; throws refine's `HttpError`. */
  readonly save: (values: Draft) => Promise<BaseRecord>;
  readonly isSaving: boolean;
}
/** Creates or updates through the service of the resource. The form shows messages, because it knows where they belong. */
export const useSave = (resource: AnyResource, id: number | undefined): Save => {
  const create = useCreate();
  const update = useUpdate();
  const common = {
    resource: resource.name,
    dataProviderName: resource.service,
    successNotification: false,
    errorNotification: false,
  } as const;
  const save = async (values: Draft): Promise<BaseRecord> => {
    const { data } =
      id === undefined
        ? await create.mutateAsync({ ...common, values })
        : await update.mutateAsync({ ...common, id, values, mutationMode: 'pessimistic', invalidates: ['list', 'many', 'detail'] });
    return data;
  };
  return { save, isSaving: create.mutation.isPending || update.mutation.isPending };
};
