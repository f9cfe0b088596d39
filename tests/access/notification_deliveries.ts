import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to notification_deliveries, and one example row. */
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
