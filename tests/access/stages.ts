import type { ExpectedAccess } from '../support/ExpectedAccess';

/** What is expected of stages: who may do what, as it was agreed, and one example row. */
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
