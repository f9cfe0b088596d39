import { randomUUID } from 'node:crypto';
import { webhook_deliveries } from '@/resources/webhook_deliveries/webhook_deliveries';
import { webhooks } from '@/resources/webhooks/webhooks';
import { insertRow, updateRow } from '../../api/write/columns';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import { mayCall } from './publicAddress';
import { keepSecret, webhookInstallation } from './secretsOf';
import { newSecret } from './signMessage';

const shownLength = 10;

/** The rules of webhooks: which addresses they may have, in whose name they read, and their secrets. */
export const webhooksHooks = defineHooks(webhooks, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'delete') return;
    if (values.url !== undefined && !mayCall(values.url, webhookInstallation(tx).development))
      throw invalid([{ path: 'url', code: 'WEBHOOK_ADDRESS' }]);
  },
  // A person who changes where messages go receives what that person may read, and never what somebody else may.
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await updateRow(tx, webhooks, id, { userid: tx.userid });
  },
  actions: {
    issue_secret: async ({ tx, id, row }) => {
      const secret = newSecret();
      await keepSecret(tx, id, secret);
      await updateRow(tx, webhooks, id, { secret_start: secret.slice(0, shownLength), ...(row.status === 'waiting' && { status: 'on' }) });
      return { secret };
    },
    test: async ({ tx, id }) => {
      const message_ref = `msg_${randomUUID().replaceAll('-', '')}`;
      const next_at = new Date().toISOString();
      await tx.asOwner(() => insertRow(tx, webhook_deliveries, { webhookid: id, message_ref, is_test: true, status: 'waiting', next_at }));
    },
  },
});
