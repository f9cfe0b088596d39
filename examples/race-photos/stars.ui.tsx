import { defineFieldUi } from '@/fields/kit/contracts';

const drawn = (value: number): string => '★'.repeat(value);

/** Stars, with their number for screen readers. */
export const starsUi = defineFieldUi<number>({
  toText: (value) => String(value),
  Cell: ({ value }) => (
    <span role="img" aria-label={String(value)}>
      {drawn(value)}
    </span>
  ),
});
