import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import type { ResourceName } from '@/schema';
import { can } from '@/schema/project/access';
import { rowsIn, type Parts } from '@/schema/unknown';
import { jobsKey } from '@/views/action/runAction';

const calmMs = 30_000,
  dayMs = 86_400_000,
  most = 8;

/** The latest rows of long work that the person asked for within a day, narrowed to some states where they are named. */
export const useOwnJobs = (name: ResourceName, columns: readonly string[], states?: readonly string[]): readonly Parts[] => {
  const grants = useGrants(),
    resource = useRegistry().find(name);
  const { userid } = grants;
  const { result } = useCustom<BaseRecord, HttpError>({
    url: `/v2/${resource?.service ?? 'general'}/${name}`,
    method: 'get',
    dataProviderName: resource?.service ?? 'general',
    errorNotification: false,
    config: {
      query: {
        perpage: String(most),
        columns: columns.join(),
        filter: JSON.stringify({
          and: [
            { field: 'requested_by_userid', op: 'eq', value: userid },
            { field: 'created', op: 'gte', value: new Date(Math.floor(Date.now() / dayMs) * dayMs - dayMs).toISOString() },
            ...(states ? [{ field: 'status', op: 'in', value: states }] : []),
          ],
        }),
      },
    },
    queryOptions: {
      queryKey: [...jobsKey, name, userid],
      enabled: userid > 0 && resource !== undefined && can(grants, 'list', resource),
      staleTime: calmMs,
      retry: false,
      refetchInterval: calmMs,
    },
  });
  return rowsIn(result?.data);
};
