import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { busyWith } from './busy';

/** Says in the bar what the page is busy with; the style sheet holds it back while that is too short to read. */
export const BusyStatus = () => {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const subscribe = (listener: () => void): (() => void) => {
    const heard = notifyManager.batchCalls(listener);
    const leave = [client.getQueryCache().subscribe(heard), client.getMutationCache().subscribe(heard)];
    return () => leave.forEach((stop) => stop());
  };
  const find = () => busyWith(client.getMutationCache().findAll({ status: 'pending' }), client.getQueryCache().findAll({ fetchStatus: 'fetching', queryKey: ['data'] }));
  const state = useSyncExternalStore(subscribe, find, find);
  return <p className="asd-busy" role="status" data-state={state ?? undefined}>{state ? t(`busy.${state}`) : ''}</p>;
};
