import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to comments, and one example row: it is about the event of its place, and somebody else wrote it. */
export const comments: ExpectedAccess = {
  service: 'general',
  rows: 'about',
  read: 'yyyyyyyyyyf',
  create: 'yyyyyyyyyyy',
  edit: 'yyyyyyyyyyy',
  delete: 'yyyyyyyyyyy',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({
    organizationid,
    resource: 'events',
    recordid: await the('events'),
    text: 'Falta la firma del contrato',
    userid: await the('users'),
  }),
};
