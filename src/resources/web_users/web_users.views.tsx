import { lazy, Suspense } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { SentMessages } from './SentMessages';
import { web_users, type WebUserInput } from './web_users';

const LikelyTwins = lazy(() => import('./LikelyTwins'));
/** Warns of a twin while somebody is typed in; a stored athlete is compared by the server. */
const Aside = ({ draft }: { readonly draft: Partial<WebUserInput> }) =>
  'web_userid' in draft ? null : (
    <Suspense fallback={null}>
      <LikelyTwins draft={draft} />
    </Suspense>
  );

export default defineViews(web_users, {
  aside: Aside,
  covers: ['twins_checked_at'],
  outcomes: { messages: SentMessages },
  words: () => ['inscription_letters', 'notification_deliveries'],
});
