import type { Mutation, Query, QueryObserverOptions } from '@tanstack/react-query';
import { isAhead, isQuiet, type LoadingState } from '@/providers/loadingState';
import { partOf, textIn } from '@/schema/unknown';

const ofMutation: Readonly<Record<string, LoadingState>> = {
  create: 'saving',
  createMany: 'saving',
  update: 'updating',
  updateMany: 'updating',
  delete: 'deleting',
  deleteMany: 'deleting',
  customMutation: 'updating',
};

type Reading = Pick<Query, 'queryKey'> & { readonly observers: readonly { readonly options: Pick<QueryObserverOptions, 'meta'> }[] };
/** Whether anything on screen waits for it. */
const isAwaited = (query: Reading): boolean =>
  !isQuiet(query) && (query.observers.length === 0 || query.observers.some(({ options }) => !isAhead(options.meta)));
const isSearch = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => {
  const search = textIn(partOf(queryKey.at(-1), 'search'));
  return search !== null && search !== '';
};

/** What the page is busy with, the most important first: writing, then searching, then reading. */
export const busyWith = (writing: readonly Pick<Mutation, 'options'>[], reading: readonly Reading[]): LoadingState | null => {
  const written = writing.map(({ options }) => ofMutation[String(options.mutationKey?.[1])]).find(Boolean);
  if (written) return written;
  const awaited = reading.filter(isAwaited);
  if (awaited.length === 0) return null;
  return awaited.some(isSearch) ? 'searching' : 'loading';
};
