import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to fmtri_affiliation_types, and one example row. */
export const fmtri_affiliation_types: ExpectedAccess = {
  service: 'fmtri',
  rows: 'platform',
  read: 'y---------y',
  create: 'y---------y',
  edit: 'y---------y',
  delete: 'y---------y',
  menu: 'y---------y',
  madeWith: 'organization',
  example: ({ slug }) => ({
    name: { es: 'Atleta' },
    slug: `atleta-${slug}`,
    audience: 'atleta',
    season: 2031,
    price_cents: 90_000,
    status: 'active',
  }),
};
