import { useList, type HttpError } from '@refinedev/core';
import { createElement, memo, useCallback, useEffect, useMemo, useState } from 'react';
import { aheadMeta } from '@/providers/loadingState';
import type { Filter } from '@/schema';
import { pageOf, type AskedPageOf } from './pageOf';
import type { Row } from './selection';
import { toCrudFilters } from './toCrud';
import { useIsLarge, useListTotal, type KeepRows, type ListTotal } from './useListTotal';
import { useSteadyRows } from './useSteadyRows';

/** The answer for the list on screen. */
export interface ListRows extends ListTotal {
  readonly rows: readonly Row[];
  /** Nothing to show yet: neither rows nor an error. */
  readonly isLoading: boolean;
  /** The rows are those of the previous page, while the next one loads. */
  readonly isStale: boolean;
  readonly isFetching: boolean;
  readonly error: HttpError | null;
  readonly retry: () => void;
  /** Rows of others that wait to be shown, because somebody works with those on screen; null when there are none. */
  readonly news: number | null;
  readonly showNews: () => void;
  /** Requests the next page before it is shown. */
  readonly expectNext: () => void;
  /** Requested once the rows are here, so that the next pages are already loaded; undefined unless somebody pages through the list. */
  readonly ahead: readonly Asked[];
}
interface Asked extends AskedPageOf {
  readonly filter: Filter | null;
}

type Key = readonly unknown[];
interface KeyParams {
  readonly filters?: unknown;
  readonly search?: unknown;
}
/** Two requests are about the same rows when only page, order or columns differ. */
const rowsOf = (key: Key): string => {
  const { filters, search } = (key.at(-1) ?? {}) as KeyParams;
  return JSON.stringify([key.slice(0, -1), filters ?? [], search ?? '']);
};

/** Whether the drawn rows have been painted since the beginning. */
const usePainted = (): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
};

const AskedPage = ({ plan, state, filter, columns, isLarge }: Asked) => {
  const filters = useMemo(() => toCrudFilters(filter), [filter]);
  useList({
    ...pageOf({ plan, state, filters, columns, isLarge }),
    queryOptions: { notifyOnChangeProps: [], staleTime: Infinity, meta: aheadMeta },
  });
  return null;
};
const isSamePage = (one: Asked, other: Asked): boolean =>
  one.plan === other.plan &&
  one.filter === other.filter &&
  one.columns === other.columns &&
  one.isLarge === other.isLarge &&
  one.state.page === other.state.page &&
  one.state.perpage === other.state.perpage &&
  one.state.sort === other.state.sort &&
  one.state.group === other.state.group &&
  one.state.q === other.state.q;
/**
 * Requests a page that is not on screen, once the visible one is painted. A separate component, keyed by the page, so that the visible rows
 * never draw again for it.
 */
export const ExpectedPage = memo((asked: Asked) => (usePainted() ? createElement(AskedPage, asked) : null), isSamePage);
ExpectedPage.displayName = 'ExpectedPage';

/** Two, so that a second press finds its page too. */
const pagesAhead = 2;
const none: readonly Row[] = [];

/** Requests the rows of a list through refine. Old rows stay only while they belong to the same query. */
export const useListRows = ({ plan, state, filter, columns }: Omit<Asked, 'isLarge'>): ListRows => {
  const { resource } = plan;
  const filters = useMemo(() => toCrudFilters(filter), [filter]);
  const wanted = JSON.stringify([['data', resource.service, resource.name, 'list'], filters, state.q]);
  const keepRows = useCallback<KeepRows>(
    (previous, query) => (query && rowsOf(query.queryKey) === wanted ? previous : undefined),
    [wanted],
  );
  const isLarge = useIsLarge(resource, wanted);
  const { query, result } = useList({
    ...pageOf({ plan, state, filters, columns, isLarge }),
    queryOptions: { placeholderData: keepRows, enabled: !state.broken },
  });
  const counted = useListTotal({ plan, state, filters, isLarge, keepRows, page: { rows: query.data && result.data.length, ...result } });
  // People who page through a list find the next pages already loaded; nothing on screen waits for them or changes with them.
  const [isReaching, setReaching] = useState(false);
  const pages = state.broken ? 0 : Math.ceil(counted.atLeast / state.perpage);
  const last = Math.min(pages, state.page + (state.page > 1 ? pagesAhead : Number(isReaching)));
  const ahead = useMemo(() => {
    // The current page stays among them, because a request without listeners would be cancelled and started again.
    const first = Math.max(2, state.page);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
      plan,
      state: { ...state, page: first + at },
      filter,
      columns,
      isLarge,
    }));
  }, [last, plan, state, filter, columns, isLarge]);

  const steady = useSteadyRows({
    rows: query.data ? (result.data as readonly Row[]) : none,
    key: resource.key,
    question: JSON.stringify([wanted, state.page, state.perpage, state.sort, state.group, query.isPlaceholderData]),
  });

  return {
    rows: steady.rows,
    news: steady.news,
    showNews: steady.show,
    isLoading: query.isLoading && !query.data,
    isStale: query.isPlaceholderData,
    isFetching: query.isFetching,
    ...counted,
    error: query.error,
    retry: () => void query.refetch(),
    expectNext: useCallback(() => setReaching(true), []),
    ahead,
  };
};
