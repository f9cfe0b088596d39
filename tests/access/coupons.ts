import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to coupons, and one example row. */
export const coupons: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyy-----',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  actions: {
    pause: 'yyyy-------',
    resume: 'yyyy-------',
  },
  menu: 'yyyyyy-----',
  tab: 'yyyyyy-----',
  madeWith: 'event',
  example: async ({ organizationid, slug, the }) => ({
    organizationid,
    eventid: await the('events'),
    code: slug.toUpperCase().slice(0, 24),
    value: 10,
  }),
};
