import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/fields/kit/failureOf';
import type { AnyResource } from '@/schema';
import { jobsKey, runAddress, useRuns, type RunState } from './runAction';
import { useReread } from './useReread';

/** A run as its dialog follows it. */
export interface Followed {
  readonly run: RunState;
  /** Why it cannot be stopped or resumed, or is no longer known. */
  readonly problem: string | undefined;
  readonly stop: () => void;
  readonly resume: () => void;
  /** Runs what was rehearsed. */
  readonly perform: () => void;
}

/** Without signals of changes a page polls. */
const lookMs = 3000;

/** Follows a run on the server. Leaving the page does not affect it. */
export const useRun = (resource: AnyResource, from: RunState): Followed => {
  const { stop, resume, perform } = useRuns(resource);
  const reread = useReread();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const queryKey = [...jobsKey, 'run', from.runid];
  const { query, result } = useCustom<BaseRecord, HttpError>({
    url: runAddress(resource, from),
    method: 'get',
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: {
      queryKey,
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }) => ((state.data?.data as unknown as RunState | undefined)?.state === 'running' ? lookMs : false),
    },
  });
  const run = query.isSuccess ? (result.data as unknown as RunState) : from;
  const ask = (what: (run: RunState) => Promise<RunState>) => (): void => {
    setProblem(undefined);
    what(run).then(
      () => void queries.invalidateQueries({ queryKey: jobsKey }),
      (error: unknown) => setProblem(failureOf(error).message),
    );
  };
  const isMoving = run.state === 'running',
    isRehearsal = run.rehearsal !== undefined;
  const moved = useRef(isMoving);
  useEffect(() => {
    if (moved.current && !isMoving) {
      if (!isRehearsal) reread();
      void queries.invalidateQueries({ queryKey: jobsKey });
    }
    moved.current = isMoving;
  }, [isMoving, isRehearsal, reread, queries]);
  return {
    run,
    problem: problem ?? (query.error ? failureOf(query.error).message : undefined),
    stop: ask(stop),
    resume: ask(resume),
    perform: ask(perform),
  };
};
