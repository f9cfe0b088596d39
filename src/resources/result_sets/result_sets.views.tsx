import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { result_sets } from './result_sets';

export default defineViews(result_sets, { lead: lazy(() => import('./SetWorkPanel')) });
