import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to fmtri_affiliations, and one example row. */
export const fmtri_affiliations: ExpectedAccess = {
  service: 'fmtri',
  rows: 'platform',
  read: 'yy--yy----y',
  create: 'y---------y',
  edit: 'y---------y',
  delete: '-----------',
  actions: {
    pay: 'y---------y',
    approve: 'y---------y',
    reject: 'y---------y',
    suspend: 'y---------y',
    resume: 'y---------y',
    cancel: 'y---------y',
    review_paper: 'y---------y',
    ask_papers: 'y---------y',
    athlete_link: 'y---------y',
    renew: 'y---------y',
    refund: 'y---y------',
    retry_refund: 'y---y------',
  },
  menu: 'yy--yy----y',
  madeWith: 'organization',
  example: async ({ the }) => ({
    affiliate_userid: await the('fmtri_affiliate_users'),
    name: 'Luz Paz',
    typeid: await the('fmtri_affiliation_types'),
    audience: 'atleta',
    season: 2031,
    starts_on: '2031-01-01',
    ends_on: '2031-12-31',
    price_cents: 90_000,
    status: 'pending_payment',
  }),
};
