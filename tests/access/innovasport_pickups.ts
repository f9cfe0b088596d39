import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to innovasport_pickups, and one example row. */
export const innovasport_pickups: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyyyyy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    mark_not_claimed: 'y----------',
    unassign: 'y----------',
    refresh: { cells: 'y----------', on: 'list' },
  },
  menu: 'yyyyyyy----',
  madeWith: 'event',
  example: async ({ the }) => ({
    inscriptionid: await the('inscriptions'),
    eventid: await the('events'),
    name: 'Ana Ríos',
    store_code: 'IS-001',
    store_name: 'Innovasport Perisur',
    pickup_code: `P${await the('inscriptions')}`,
    status: 'ready',
  }),
};
