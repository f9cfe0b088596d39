import { useDataProvider } from '@refinedev/core';
import { useQueries } from '@tanstack/react-query';
import { useOrganization } from '@/providers/ServicesContext';
import { useRegistry } from '@/fields/kit/AppContext';
import { nth } from '@/schema/must';
import { toCrudFilters } from '@/views/list/model/toCrud';
import type { Counted } from './counted';

export interface CountedResult {
  readonly counted: Counted;
  readonly total: number | undefined;
  readonly isError: boolean;
  readonly retry: () => void;
}
/** The totals of some lists, requested as the lists do. */
export const useCounted = (all: readonly Counted[]): readonly CountedResult[] => {
  const providers = useDataProvider();
  const registry = useRegistry();
  const { current } = useOrganization();
  const ask = async ({ resource, filter }: Counted, signal: AbortSignal): Promise<number> => {
    const { service, title } = registry.get(resource);
    const { total } = await providers(service).getList({
      resource,
      filters: toCrudFilters(filter),
      pagination: { currentPage: 1, pageSize: 1 },
      meta: { columns: [title], signal },
    });
    return total;
  };
  const queries = useQueries({
    queries: all.map((counted) => ({
      queryKey: ['data', 'home', current?.organizationid, counted.resource, counted.filter],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(counted, signal),
      retry: false,
    })),
  });
  return queries.map(({ data, isError, refetch }, at) => ({ counted: nth(all, at), total: data, isError, retry: () => void refetch() }));
};
