import { useCustom, type BaseRecord } from '@refinedev/core';
import { useOrganization } from '@/providers/ServicesContext';

export interface Figures<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
  /** Another answer is on its way, and the one before still stands. */
  readonly isStale: boolean;
  readonly retry: () => void;
}
/** Asks the business reports for something; the answer before stays until the next one comes. */
export const useFigures = <T extends object>(path: string, query: string): Figures<T> => {
  const { current } = useOrganization();
  const { query: asked } = useCustom<T & BaseRecord>({
    url: `/v2/general/reports-bi/${path}${query && `?${query}`}`,
    method: 'get',
    dataProviderName: 'general',
    errorNotification: false,
    queryOptions: {
      retry: false,
      queryKey: ['data', 'reports-bi', current?.organizationid, path, query],
      placeholderData: (before) => before,
      refetchOnWindowFocus: false,
    },
  });
  return { data: asked.data?.data, isError: asked.isError, isStale: asked.isPlaceholderData, retry: () => void asked.refetch() };
};
