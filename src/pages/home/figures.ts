import { midnightOf, toMexicoCity } from '@/providers/http/toMexicoCity';
import { statusGroups } from '@/domain/registration/lifecycle';
import type { Filter } from '@/schema';

const dayMs = 86_400_000;
/** Midnight in Mexico City, some days ago. */
export const dayStart = (daysAgo: number, now: number = Date.now()): string =>
  midnightOf(toMexicoCity(new Date(now - daysAgo * dayMs).toISOString()));

/** Registrations that hold a place: paid, with or without number. */
export const active: Filter = { field: 'status', op: 'in', value: statusGroups.active };
/** The active registrations created since an instant. */
export const activeSince = (instant: string): Filter => ({ and: [active, { field: 'created', op: 'gte', value: instant }] });
/** Future events that are not cancelled. */
export const upcoming = (now: string): Filter => ({
  and: [
    { field: 'status', op: 'in', value: ['published', 'sold_out', 'closed', 'in_progress', 'in_review', 'draft'] },
    { field: 'start_at', op: 'gte', value: now },
  ],
});
