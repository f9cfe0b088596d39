import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to question_answers, and one example row. */
export const question_answers: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyyyyyy--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({
    eventid: await the('events'),
    inscriptionid: await the('inscriptions'),
    questionid: await the('event_questions'),
    value: '3',
  }),
};
