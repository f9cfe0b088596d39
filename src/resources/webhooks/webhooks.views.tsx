import { defineViews } from '@/fields/kit/contracts';
import { NewSecret } from '@/views/NewSecret';
import { webhooks } from './webhooks';

const NewWebhookSecret = ({ result }: { readonly result: unknown }) => (
  <NewSecret once="webhooks.outcomes.issue_secret.once" how="webhooks.outcomes.issue_secret.how" result={result} />
);

export default defineViews(webhooks, { outcomes: { issue_secret: NewWebhookSecret } });
