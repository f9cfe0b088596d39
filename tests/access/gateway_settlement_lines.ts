import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to gateway_settlement_lines, and one example row. */
export const gateway_settlement_lines: ExpectedAccess = {
  service: 'inscription',
  rows: 'platform',
  //       SNROFCKTSWF
  read: 'yy--yy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { register: 'y---y------', solve: 'y---y------', reopen: 'y---y------' },
  madeWith: 'event',
  example: async ({ slug, the }) => ({
    gateway_settlementid: await the('gateway_settlements'),
    line_key: `charge:${slug}:1`,
    type: 'charge',
    provider_ref: `c-${slug}`,
    result: 'missing_here',
    status: 'open',
    amount_cents: 45_000,
    net_cents: 45_000,
    difference_cents: 45_000,
  }),
};
