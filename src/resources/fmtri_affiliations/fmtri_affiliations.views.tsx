import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { LinkCode } from './LinkCode';
import { fmtri_affiliations } from './fmtri_affiliations';

export default defineViews(fmtri_affiliations, {
  words: () => ['fmtri_affiliate_users', 'errors'],
  lead: lazy(() => import('./PaperReview')),
  outcomes: { athlete_link: LinkCode },
});
