import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { result_versions } from './result_versions';

export default defineViews(result_versions, { lead: lazy(() => import('./VersionChanges')) });
