import { defineFieldUi } from '@/fields/kit/contracts';

/** Ten digits in groups: 55 1234 5678 in the three largest cities, 442 123 4567 elsewhere. */
export const grouped = (value: string): string =>
  /^\d{10}$/.test(value)
    ? /^(55|56|81|33)/.test(value)
      ? value.replace(/^(..)(....)(....)$/, '$1 $2 $3')
      : value.replace(/^(...)(...)(....)$/, '$1 $2 $3')
    : value;

export default defineFieldUi<string>({ toText: grouped, Show: ({ value }) => <a href={`tel:${value}`}>{grouped(value)}</a> });
