import { useCustom, type BaseRecord } from '@refinedev/core';
import { useOrganization } from '@/providers/ServicesContext';

export interface Figures<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
  /** The next answer is loading, and the previous one is still shown. */
  readonly isStale: boolean;
  readonly retry: () => void;
}
/** Requests data of the business reports; the previous answer stays until the next one comes. */
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
