import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to tribike_orders, and one example row. */
export const tribike_orders: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyyyyy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    mark_incident: 'y----------',
    close_incident: 'y----------',
    refresh: { cells: 'y----------', on: 'list' },
  },
  menu: 'yyyyyyy----',
  madeWith: 'event',
  example: async ({ the }) => ({
    external_ref: `TB-${await the('inscriptions')}`,
    inscriptionid: await the('inscriptions'),
    eventid: await the('events'),
    web_userid: await the('web_users'),
    service: 'round_trip',
    origin_store: 'TriBike Polanco',
    status: 'paid',
  }),
};
