import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { result_claims } from './result_claims';

export default defineViews(result_claims, { lead: lazy(() => import('./ClaimResult')) });
