import { inDays } from '../support/exampleValues';
import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to promotion_bins, and one example row. */
export const promotion_bins: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yy--yy-----',
  create: 'yy--y------',
  edit: 'yy--y------',
  delete: 'yy--y------',
  actions: {
    test: { cells: 'yy--yy-----', on: 'list' },
    uses: 'yy--yy-----',
    activate: 'yy--y------',
    pause: 'yy--y------',
    end: 'yy--y------',
  },
  menu: 'yy--yy-----',
  madeWith: 'organization',
  example: () => ({
    name: 'Meses',
    bank: 'Banco',
    brand: 'visa',
    bins: ['415231'],
    discount_type: 'percent',
    value: 10,
    starts_at: inDays(0),
    ends_at: inDays(30),
    legal_text: { es: 'Aplican restricciones' },
  }),
};
