import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Crumb } from './crumbs';

type Row = Readonly<Record<string, unknown>>;

/** The record in the cache: when any screen reads it, the frame follows without another request. */
export const useKnownRecord = (record: Crumb['record']): Row | undefined => {
  const queryClient = useQueryClient();
  const find = (): Row | undefined => {
    if (!record) return undefined;
    const { service, name } = record.resource;
    const found = queryClient.getQueriesData<{ readonly data: Row }>({ queryKey: ['data', service, name, 'one', String(record.id)] });
    return found.map(([, answer]) => answer?.data).find(Boolean);
  };
  return useSyncExternalStore((listener) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)), find, find);
};
