import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of question_answers: who may do what, as it was agreed, and one example row. */
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
