import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import type { SetWork } from '@/domain/results/setWork';
import { jobsKey } from '@/views/action/runAction';
import { useReread } from '@/views/action/useReread';

interface Answered extends BaseRecord {
  readonly result: SetWork;
}
/** Without signals of changes a page asks every second while places are computed. */
const lookMs = 1000;

/** What is left to do with a set, followed while the server computes its places; then everything on screen is read again. */
export const useSetWork = (id: number, stamp: unknown) => {
  const reread = useReread();
  const { query, result } = useCustom<Answered, HttpError>({
    url: `/v2/tyr/result_sets/${id}/work`,
    method: 'post',
    dataProviderName: 'tyr',
    errorNotification: false,
    queryOptions: {
      queryKey: [...jobsKey, 'result_sets', id, stamp],
      staleTime: 0,
      retry: false,
      placeholderData: (previous) => previous,
      refetchInterval: ({ state }) => (state.data?.data.result.stage ? lookMs : false),
    },
  });
  const work = query.data ? result.data.result : undefined;
  const isAtWork = Boolean(work?.stage);
  const was = useRef(isAtWork);
  useEffect(() => {
    if (was.current && !isAtWork) reread();
    was.current = isAtWork;
  });
  return { work, error: query.error, retry: () => void query.refetch() };
};
