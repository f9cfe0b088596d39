import { toMexicoCity } from '@/providers/data/toMexicoCity';
import { statusGroups } from '@/registration/lifecycle';
import { allOf, type Filter } from '@/schema';
import { initialState, writeState } from '@/views/list/listState';

const dayMs = 86_400_000;
/** Midnight in Mexico City, some days ago. */
export const dayStart = (daysAgo: number, now: number = Date.now()): string => {
  const local = toMexicoCity(new Date(now - daysAgo * dayMs).toISOString());
  // The offset of that very midnight: it may differ from the one of now in years with summer time.
  const guess = `${local.slice(0, 10)}T00:00:00.000${local.slice(-6)}`;
  const there = toMexicoCity(new Date(guess).toISOString());
  return there.startsWith(local.slice(0, 10)) ? there : guess;
};

/** Registrations that hold a place: paid, with or without number. */
export const active: Filter = { field: 'status', op: 'in', value: statusGroups.active };
/** The active registrations that were made since an instant. */
export const activeSince = (instant: string): Filter => ({ and: [active, { field: 'created', op: 'gte', value: instant }] });
/** Events that are still to come and not called off. */
export const upcoming = (now: string): Filter =>
  allOf({ field: 'status', op: 'in', value: ['published', 'sold_out', 'closed', 'in_progress', 'in_review', 'draft'] }, { field: 'start_at', op: 'gte', value: now })!;

/** The address of the list that explains a figure. */
export const explainedAt = (resource: string, filter: Filter | null): string => {
  const query = writeState({ ...initialState, filter }).toString();
  return `/${resource}${query ? `?${query}` : ''}`;
};
