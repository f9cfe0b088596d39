import type { Filter } from '@/schema';
import { initialState, writeState } from '@/views/list/model/listState';

/** The address of a list inside an event, with a filter. */
export const listIn = (eventid: number, route: string, filter: Filter | null = null): string => {
  const query = filter === null ? '' : writeState({ ...initialState, filter }).toString();
  return `/events/${eventid}/${route}${query ? `?${query}` : ''}`;
};
