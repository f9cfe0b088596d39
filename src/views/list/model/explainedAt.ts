import type { Filter } from '@/schema';
import { initialState, writeState } from './listState';

/** The address of the list that explains a figure. */
export const explainedAt = (resource: string, filter: Filter | null): string => {
  const query = writeState({ ...initialState, filter }).toString();
  return `/${resource}${query ? `?${query}` : ''}`;
};
