import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { sponsors } from './sponsors';

const SponsorOrder = lazy(async () => ({ default: (await import('./SponsorOrder')).SponsorOrder }));

export default defineViews(sponsors, { dialogs: { order: SponsorOrder } });
