import { useList, type HttpError } from '@refinedev/core';
import { useEffect, useMemo } from 'react';
import { allOf, type Filter } from '@/schema';
import type { Sort } from './listState';
import type { Row } from './selection';
import { toCrudFilters } from './toCrud';
import type { ListModel } from './useListModel';
import { pageOf, totalsOf } from './pageOf';

/** The rows of a list that also match a condition: those of a column of a board, of a month, of a group. */
export interface RowsWhere {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  /** How many there are, and the sums of the declared columns over all of them. */
  readonly total: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly error: HttpError | null;
}
const none: readonly Row[] = [];

/** Requests `most` rows of a list that also match `condition`, in the order of the list or in another. */
export const useRowsWhere = (
  { question, addRows }: Pick<ListModel, 'question' | 'addRows'>,
  condition: Filter,
  most: number,
  sort?: readonly Sort[],
): RowsWhere => {
  const { plan, state, asked, filter } = question;
  const filters = useMemo(() => toCrudFilters(allOf(filter, condition)), [filter, condition]);
  const { query, result } = useList<Row, HttpError>({
    ...pageOf({ plan, state: { ...state, page: 1, perpage: most, ...(sort && { sort }) }, filters, columns: asked }),
    queryOptions: { retry: false, enabled: !state.broken, placeholderData: (previous) => previous },
  });
  const rows = query.data ? result.data : none;
  useEffect(() => addRows(rows), [addRows, rows]);
  return {
    rows,
    isLoading: query.isLoading && !query.data,
    total: result.total ?? 0,
    totals: totalsOf(result),
    error: query.error,
  };
};
