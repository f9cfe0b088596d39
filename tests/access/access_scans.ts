import { randomUUID } from 'node:crypto';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to access_scans, and one example row. */
export const access_scans: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyy--y----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  isAppendOnly: true,
  tab: 'yyyy--y----',
  madeWith: 'event',
  example: async ({ the }) => ({
    asenterid: await the('asenters'),
    eventid: await the('events'),
    inscriptionid: await the('inscriptions'),
    raw_code: 'ABC',
    direction: 'entry',
    result: 'ok',
    scanned_at: '2027-05-01T12:00:00Z',
    client_uuid: randomUUID(),
  }),
};
