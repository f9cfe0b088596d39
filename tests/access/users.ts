import { addPerson } from '../api/support/addPerson';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to users, and one example row. */
export const users: ExpectedAccess = {
  service: 'user',
  rows: 'organization',
  read: 'yyyy-------',
  create: 'yy---------',
  edit: 'yyyy-------',
  delete: '-----------',
  actions: {
    reset_second_factor: 'yyyy-------',
  },
  menu: 'yyyy-------',
  madeWith: 'organization',
  example: ({ client, organizationid, slug }) => addPerson(client, `staff-${slug}`, [{ org: organizationid, profile: 'timing' }]),
};
