import { lazy, Suspense } from 'react';
import { defineFieldUi, type CellProps } from '@/fields/kit/contracts';
import { joinedTitle } from '@/fields/kit/joinedTitle';

const SetLinks = lazy(() => import('./SetLinks'));

const keysText = (keys: readonly number[]): string => keys.map((key) => `#${key}`).join(', ');

const Titles = ({ value, row, field, place, words }: CellProps<readonly number[]>) => {
  const text = joinedTitle(row, field, place.name, words) ?? keysText(value);
  return (
    <span className="value-clip" title={text}>
      {text}
    </span>
  );
};

export default defineFieldUi<readonly number[]>({
  toText: keysText,
  Cell: Titles,
  Show: (cell) => (
    <Suspense fallback={<Titles {...cell} />}>
      <SetLinks {...cell} />
    </Suspense>
  ),
});
