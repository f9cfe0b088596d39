import { lazy } from 'react';
import { carriedWith, movedWith } from '@/domain/merging';
import { defineViews } from '@/fields/kit/contracts';
import { user_merges } from './user_merges';

export default defineViews(user_merges, {
  words: (registry) => [...movedWith(registry).map(({ name }) => name), ...Object.keys(carriedWith)],
  lead: lazy(() => import('./MergeCompare')),
  covers: ['field_choices', 'conflicts', 'undo', 'moved_counts'],
});
