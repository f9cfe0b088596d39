import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to kit_items, and one example row. */
export const kit_items: ExpectedAccess = {
  service: 'kits',
  rows: 'organization',
  read: 'yyyy-yy----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'event',
  example: async ({ the }) => ({ kitid: await the('kits'), name: { es: 'Medalla' }, type: 'medal' }),
};
