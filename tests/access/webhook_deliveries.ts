import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to webhook_deliveries, and one example row. */
export const webhook_deliveries: ExpectedAccess = {
  service: 'organization',
  rows: 'organization',
  //       SNROFCKTSWF
  read: 'yy-y-------',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { replay: 'yy-y-------' },
  madeWith: 'organization',
  example: async ({ the, slug }) => ({ webhookid: await the('webhooks'), message_ref: `msg_${slug}`, event: 'registration.paid' }),
};
