import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to certificate_templates, and one example row. */
export const certificate_templates: ExpectedAccess = {
  service: 'tyr',
  rows: 'event',
  read: 'yyyy-y-y--f',
  create: 'yy-----y---',
  edit: 'yy-----y---',
  delete: 'yy-----y---',
  actions: {
    publish: 'yy-----y---',
    reopen: 'yy-----y---',
    test_print: { reads: true, cells: 'yyyy-y-y---' },
  },
  tab: 'yyyy-y-y--y',
  address: 'certificates',
  madeWith: 'event',
  example: async ({ the }) => ({ eventid: await the('events'), name: 'Finalista', background_img: 'https://example.com/fondo.png' }),
};
