import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to import_templates, and one example row. */
export const import_templates: ExpectedAccess = {
  service: 'inscription',
  rows: 'organization',
  read: 'yyyynn-n--n',
  create: '-----------',
  edit: 'yyyy-n-n--n',
  delete: 'yyyy-n-n--n',
  madeWith: 'organization',
  example: ({ organizationid, slug }) => ({ organizationid, name: `Inscritos ${slug}`, type: 'inscriptions' }),
};
