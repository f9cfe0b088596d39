import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { NewSecret } from '@/views/NewSecret';
import { api_keys } from './api_keys';

const NewKeySecret = ({ result }: { readonly result: unknown }) => (
  <NewSecret
    once="api_keys.outcomes.issue_secret.once"
    how="api_keys.outcomes.issue_secret.how"
    result={result}
    use={(secret) => `Authorization: Bearer ${secret.slice(0, 12)}…`}
  />
);

export default defineViews(api_keys, {
  lead: lazy(() => import('./KeyUse')),
  covers: ['last_used_at', 'last_used_ip'],
  outcomes: { issue_secret: NewKeySecret },
});
