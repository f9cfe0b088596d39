import { inDays } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to events, and one example row. */
export const events: ExpectedAccess = {
  service: 'event',
  rows: 'event',
  read: 'yyyyyyyyyyf',
  create: 'yyyy-------',
  edit: 'yyyy-------',
  delete: 'yyyy-------',
  actions: {
    publish: 'yyyy-------',
    duplicate: 'yyyy-------',
    create_sample: { on: 'list', cells: 'yyyy-------' },
    postpone: 'yyyy-------',
    cancel: 'yyyy-------',
    reopen: 'yyyy-------',
    overview: { cells: 'yyyyyyyyyyf', reads: true },
    pace: { cells: 'yyyyyyyy--f', reads: true },
  },
  menu: 'yyyyyyyyyyy',
  madeWith: 'event',
  example: ({ organizationid, slug, region, isFmtri }) => ({
    organizationid,
    name: { es: slug },
    slug,
    category: 'estelares',
    region,
    sport: 'running',
    start_at: inDays(60),
    stateid: 9,
    city: 'Ciudad',
    registration_open_at: inDays(0),
    registration_close_at: inDays(30),
    contact_email: 'evento@example.com',
    fmtri_required: isFmtri,
  }),
};
