import { midnightOf, toMexicoCity } from '@/providers/http/toMexicoCity';
import { startOfToday, type AnyResource, type Filter } from '@/schema';

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

/** The conditions that a resource declares for its list, with the midnight before this moment where they ask for it. */
export const presetViews = ({ list }: AnyResource, now: number = Date.now()): readonly PresetView[] => {
  const today = midnightOf(toMexicoCity(new Date(now).toISOString()));
  return Object.entries(list.presets ?? {}).map(([name, filter]) => ({ name, filter: resolved(filter, today) }));
};
