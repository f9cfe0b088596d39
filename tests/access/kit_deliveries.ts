import { randomUUID } from 'node:crypto';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to kit_deliveries, and one example row. */
export const kit_deliveries: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyy-yy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    open_desk: { on: 'list', reads: true, cells: 'yyyy-yy----' },
    list_people: { on: 'list', reads: true, cells: 'yyyy-yy----' },
    board: { on: 'list', reads: true, cells: 'yyyy-yy----' },
    find_curp: { on: 'list', reads: true, cells: 'yy--yy----y' },
    deliver: { on: 'list', cells: 'yyyy--y----' },
    void: 'yyyy--y----',
    return_kit: 'yyyy--y----',
    accept: 'yyyy-y-----',
  },
  tab: 'yyyy-yy----',
  madeWith: 'event',
  example: async ({ slug, insert, the }) => ({
    inscriptionid: await the('inscriptions'),
    eventid: await the('events'),
    deskid: await the('desks'),
    delivered_at: '2027-04-30T18:00:00Z',
    receiver_type: 'third_party',
    receiver_name: 'Eva Luna',
    receiver_id_last4: '1234',
    status: 'delivered',
    by_userid: await insert('users', {
      asdeporteid: `mesa-${slug}`,
      email: `mesa-${slug}@prueba.test`,
      first_name: 'Mesa',
      last_name: 'Prueba',
      status: 'active',
    }),
    client_uuid: randomUUID(),
    items: JSON.stringify([{ kit_itemid: await the('kit_items'), name: 'Medalla', qty: 1, status: 'delivered' }]),
  }),
};
