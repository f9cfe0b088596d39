import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to import_jobs, and one example row. */
export const import_jobs: ExpectedAccess = {
  service: 'inscription',
  rows: 'event',
  read: 'yyyynn-n--n',
  create: '-----------',
  edit: 'yyyy-n-n--n',
  delete: 'yyyy-n-n--n',
  actions: {
    rehearse: 'yyyy-n-n--n',
    decide_people: 'yyyy-n-n--n',
    run: 'yyyy-n-n--n',
    stop: 'yyyy-n-n--n',
    undo: 'yyyy-n-n--n',
    keep_template: 'yyyy-n-n--n',
  },
  menu: 'yyyyyy-y--y',
  tab: 'yyyyyy-y--y',
  madeWith: 'organization',
  example: async ({ organizationid, the }) => ({
    organizationid,
    eventid: await the('events'),
    file_name: 'inscritos.csv',
    type: 'inscriptions',
  }),
};
