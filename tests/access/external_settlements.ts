import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to external_settlements, and one example row. */
export const external_settlements: ExpectedAccess = {
  service: 'inscription',
  rows: 'organization',
  //       SNROFCKTSWF
  read: 'yyyyyy-----',
  create: 'yy---------',
  edit: 'yy---------',
  delete: 'yy---------',
  actions: {
    collect: 'yy---------',
    close: 'yy---------',
    pay: 'yy---------',
    statement: { cells: 'yyyyyy-----', reads: true },
  },
  menu: 'yyyyyy-----',
  madeWith: 'organization',
  example: ({ organizationid, slug }) => ({
    organizationid,
    name: `Liquidación ${slug}`,
    source: 'club',
    period_from: '2027-02-01',
    period_to: '2027-02-28',
    commission_bp: 1000,
  }),
};
