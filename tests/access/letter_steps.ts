import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to letter_steps, and one example row. */
export const letter_steps: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy---',
  create: 'yyyy-y-----',
  edit: 'yyyy-y-----',
  delete: 'yyyy-y-----',
  actions: { turn_on: 'yyyy-y-----', turn_off: 'yyyy-y-----' },
  tab: 'yyyyyyyy---',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), kind: 'reminder', days: 7 }),
};
