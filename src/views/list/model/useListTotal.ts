import { useList } from '@refinedev/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { AnyResource } from '@/schema';
import type { ListPlan } from './listPlan';
import type { ListState } from './listState';
import { countOf, totalsOf } from './pageOf';
import type { toCrudFilters } from './toCrud';

/** How many rows a list has. */
export interface ListTotal {
  /** How many match; null while nobody knows, because counting many takes longer than reading a page. */
  readonly total: number | null;
  /** So many are known to be there. */
  readonly atLeast: number;
  /** Counts rows again that could not be counted; null otherwise. */
  readonly countAgain: (() => void) | null;
  readonly totals: Readonly<Record<string, number>>;
}
/** Old rows stay only while they belong to the same query. */
export type KeepRows = <T>(previous: T | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) => T | undefined;
interface TotalOptions {
  readonly plan: ListPlan;
  readonly state: ListState;
  readonly filters: ReturnType<typeof toCrudFilters>;
  readonly isLarge: boolean;
  readonly keepRows: KeepRows;
  /** The page, with the number of its rows once it is there. */
  readonly page: { readonly rows: number | undefined; readonly total?: number | undefined };
}

const fewest = 10_000;
/** Resources that had more rows than that in this session. */
const known = new WeakMap<QueryClient, Set<string>>();
const useLarge = (): Set<string> => {
  const client = useQueryClient();
  const names = known.get(client) ?? new Set();
  known.set(client, names);
  return names;
};

/** Whether the total of a list is asked for by itself: decided once for each question, so that its own answer does not ask again. */
export const useIsLarge = ({ name }: AnyResource, question: string): boolean => {
  const large = useLarge();
  return useMemo(() => question !== '' && large.has(name), [large, name, question]);
};

/** The total of a list: of its page, or asked for by itself where there are many. */
export const useListTotal = ({ plan, state, filters, isLarge, keepRows, page }: TotalOptions): ListTotal => {
  const { name } = plan.resource;
  const large = useLarge();
  const { query, result } = useList({
    ...countOf({ plan, state, filters }),
    queryOptions: { placeholderData: keepRows, enabled: isLarge && !state.broken },
  });
  const counted = query.data ? (result.total ?? 0) : null,
    total = isLarge ? counted : (page.total ?? 0);
  useEffect(() => {
    if (total !== null && total > fewest) large.add(name);
  }, [large, total, name]);
  const seen = page.rows === undefined ? 0 : (state.page - 1) * state.perpage + page.rows + Number(page.rows === state.perpage);
  const { refetch, isError } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  return {
    total,
    atLeast: total ?? seen,
    countAgain: total === null && isError ? again : null,
    totals: totalsOf(isLarge ? result : page),
  };
};
