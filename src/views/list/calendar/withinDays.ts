import { midnightOf, toMexicoCity } from '@/providers/http/toMexicoCity';
import type { AnyField, Filter } from '@/schema';
import { addDays } from './monthDays';

/** Any hour of a day at home: its midnight follows from it. */
const hourOf = (day: string): string => toMexicoCity(`${day}T18:00:00Z`);

/** Rows whose date, or whose instant at home, is on one of the days from `first` to `last`. */
export const withinDays = (name: string, { column }: AnyField, first: string, last: string): Filter => {
  if (column !== 'timestamptz') return { field: name, op: 'between', value: [first, last] };
  return {
    and: [
      { field: name, op: 'gte', value: midnightOf(hourOf(first)) },
      { field: name, op: 'lt', value: midnightOf(hourOf(addDays(last, 1))) },
    ],
  };
};
