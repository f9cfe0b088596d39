import { addSavedView } from '../api/support/savedViewRows';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to saved_views, and one example row. */
export const saved_views: ExpectedAccess = {
  service: 'general',
  rows: 'owner',
  read: 'yyyyyyyyyyy',
  create: 'yyyyyyyyyyy',
  edit: 'yyyyyyyyyyy',
  delete: 'yyyyyyyyyyy',
  madeWith: 'organization',
  example: async ({ client, organizationid, the }) => (await addSavedView(client, await the('users'), organizationid)).saved_views,
};
