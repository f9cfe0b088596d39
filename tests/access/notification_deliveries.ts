import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of notification_deliveries: who may do what, as it was agreed, and one example row. */
export const notification_deliveries: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yy-------y-',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ the }) => ({ notificationid: await the('notifications') }),
};
