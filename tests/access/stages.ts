import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to stages, and one example row. */
export const stages: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yy-------y-',
  create: 'yy-------y-',
  edit: 'yy-------y-',
  delete: 'yy-------y-',
  menu: 'yy-------y-',
  madeWith: 'organization',
  example: async ({ the }) => ({ serialid: await the('serials'), name: { es: 'Etapa' } }),
};
