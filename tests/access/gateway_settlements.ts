import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to gateway_settlements, and one example row. */
export const gateway_settlements: ExpectedAccess = {
  service: 'inscription',
  rows: 'platform',
  //       SNROFCKTSWF
  read: 'yy--yy-----',
  create: 'y---y------',
  edit: '-----------',
  delete: '-----------',
  actions: { ask_again: 'y---y------', read_file: 'y---y------' },
  menu: 'yy--yy-----',
  madeWith: 'event',
  example: ({ slug }) => ({
    name: `local ${slug}`,
    provider: `local-${slug}`.slice(0, 40),
    day: '2026-05-03',
  }),
};
