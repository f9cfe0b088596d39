import { athlete } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to inbody_measurements, and one example row. */
export const inbody_measurements: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'y----------',
  create: 'y----------',
  edit: 'y----------',
  delete: 'y----------',
  menu: 'y----------',
  madeWith: 'organization',
  example: async ({ slug, insert }) => ({
    web_userid: await insert('web_users', athlete(`medida-${slug}`)),
    test_at: '2027-01-05T15:00:00Z',
    consent_at: '2027-01-05T14:50:00Z',
    gender: 'F',
    age: 36,
    height_cm: 165,
    weight_kg: 60,
  }),
};
