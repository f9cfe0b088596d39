import { midnightOf, toMexicoCity } from '@/providers/http/toMexicoCity';
import { comparisons, startOfToday, type Filter } from '@/schema';
import type { ListPlan } from './listPlan';

/** A condition that the resource declares, as it holds now. */
export interface PresetView {
  readonly name: string;
  readonly filter: Filter;
}
const resolved = (filter: Filter, today: string): Filter => {
  if ('and' in filter) return { and: filter.and.map((each) => resolved(each, today)) };
  if ('or' in filter) return { or: filter.or.map((each) => resolved(each, today)) };
  if ('not' in filter) return { not: resolved(filter.not, today) };
  return filter.value === startOfToday ? { ...filter, value: today } : filter;
};

/**
 * The conditions that a resource declares for its list, as far as this person may filter by them, with the midnight before this moment
 * where they ask for it.
 */
export const presetViews = (
  { resource, allowed }: Pick<ListPlan, 'resource' | 'allowed'>,
  now: number = Date.now(),
): readonly PresetView[] => {
  const today = midnightOf(toMexicoCity(new Date(now).toISOString()));
  return Object.entries(resource.list.presets ?? {})
    .filter(([, filter]) => comparisons(filter).every(({ field }) => allowed(field)))
    .map(([name, filter]) => ({ name, filter: resolved(filter, today) }));
};
