import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to pickup_batches, and one example row. */
export const pickup_batches: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyyyyy----',
  create: 'y----------',
  edit: 'y----------',
  delete: 'y----------',
  actions: { send: 'y----------', make_file: 'y----------', take_back: 'y----------' },
  menu: 'yyyyyyy----',
  madeWith: 'event',
  example: async ({ slug, the }) => ({
    eventid: await the('events'),
    name: `Lote ${slug}`,
    store_code: 'IS-001',
    store_name: 'Innovasport Perisur',
    window_start: '2027-05-06T13:00:00Z',
    window_end: '2027-05-07T13:00:00Z',
  }),
};
