import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to event_questions, and one example row. */
export const event_questions: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyyyyyyf',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  tab: 'yyyyyyyyyyy',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), label: { es: '¿Cuántos maratones has corrido?' }, type: 'number' }),
};
