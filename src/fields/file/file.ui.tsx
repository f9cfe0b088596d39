import { lazy, Suspense } from 'react';
import { defineFieldUi } from '@/fields/kit/contracts';
import type { FileRef } from './file';

const FileLinks = lazy(() => import('./FileLinks'));

type Value = FileRef | readonly FileRef[];
const listOf = (value: Value): readonly FileRef[] => [value].flat();
const names = (value: Value): string =>
  listOf(value)
    .map(({ name }) => name)
    .join(', ');

export default defineFieldUi<Value>({
  toText: names,
  Cell: ({ value }) => (
    <span className="value-clip" title={names(value)}>
      {names(value)}
    </span>
  ),
  Show: ({ value }) => (
    <Suspense fallback={names(value)}>
      <FileLinks files={listOf(value)} />
    </Suspense>
  ),
});
