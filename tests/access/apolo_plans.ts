import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to apolo_plans, and one example row. */
export const apolo_plans: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy--yy-----',
  create: 'y----------',
  edit: 'y----------',
  delete: 'y----------',
  menu: 'yy--yy-----',
  madeWith: 'organization',
  example: ({ slug }) => ({ name: `Plan ${slug}`, interval: 'month', price_cents: 19_900, status: 'active' }),
};
