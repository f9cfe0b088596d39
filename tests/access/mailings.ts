import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to mailings, and one example row. */
export const mailings: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy---',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { stop: 'yyyy-y-----', resume: 'yyyy-y-----' },
  tab: 'yyyyyyyy---',
  madeWith: 'event',
  example: async ({ slug, the, find }) => ({
    eventid: await the('events'),
    subject: 'Aviso',
    body: 'Hola, {{name}}.',
    request_key: slug,
    requested_userid: await find('select min(userid) from users'),
    status: 'sending',
  }),
};
