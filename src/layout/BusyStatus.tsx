import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoadingState } from '@/providers/loadingState';
import { busyWith } from './busy';

/** Shorter work ends before the text can be read, or read aloud. */
const noticedMs = 400;
const useLasting = (state: LoadingState | null): LoadingState | null => {
  const [lasting, setLasting] = useState<LoadingState | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(state), state ? noticedMs : 0);
    return () => clearTimeout(timer);
  }, [state]);
  return state && lasting;
};

/** Shows in the bar what the page is busy with, after a while. */
export const BusyStatus = () => {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const subscribe = (listener: () => void): (() => void) => {
    const heard = notifyManager.batchCalls(listener);
    const leave = [client.getQueryCache().subscribe(heard), client.getMutationCache().subscribe(heard)];
    return () => leave.forEach((stop) => stop());
  };
  const find = () =>
    busyWith(
      client.getMutationCache().findAll({ status: 'pending' }),
      client.getQueryCache().findAll({ fetchStatus: 'fetching', queryKey: ['data'] }),
    );
  const state = useLasting(useSyncExternalStore(subscribe, find, find));
  return (
    <p className="asd-busy" role="status" data-state={state ?? undefined}>
      {state ? t(`busy.${state}`) : ''}
    </p>
  );
};
