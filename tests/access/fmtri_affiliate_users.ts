import { athlete } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to fmtri_affiliate_users, and one example row. */
export const fmtri_affiliate_users: ExpectedAccess = {
  service: 'fmtri',
  rows: 'platform',
  read: 'yy---y----y',
  create: 'y---------y',
  edit: 'y---------y',
  delete: 'y---------y',
  actions: {
    suspend: 'y---------y',
    sanction: 'y---------y',
    reinstate: 'y---------y',
    ask_missing: 'y---------y',
    mark_unconfirmed: 'y---------y',
    mark_confirmed: 'y---------y',
    mark_deceased: 'y---------y',
  },
  menu: 'yy---y----y',
  madeWith: 'organization',
  example: async ({ slug, insert }) => ({
    web_userid: await insert('web_users', athlete(`afiliada-${slug}`)),
    fmtri_number: `FM-${slug}`.toUpperCase().slice(0, 24),
    first_name: 'Luz',
    last_name: 'Paz',
    gender: 'F',
    birth_date: '1991-03-04',
    stateid: 9,
  }),
};
