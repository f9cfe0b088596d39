import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to convocatories, and one example row. */
export const convocatories: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyy-y---y-',
  create: 'yyyy-----y-',
  edit: 'yyyy-----y-',
  delete: 'yyyy-----y-',
  actions: {
    publish: 'yyyy-----y-',
    revise: 'yyyy-----y-',
    restore: 'yyyy-----y-',
  },
  tab: 'yyyy-y---y-',
  madeWith: 'event',
  example: async ({ the }) => ({
    eventid: await the('events'),
    title: 'Convocatoria',
    change_note: 'Primera',
    sections: JSON.stringify([{ key: 'generales', title: 'Generales', body_html: '<p>Habrá carrera.</p>' }]),
  }),
};
