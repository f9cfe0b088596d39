import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to carousel_items, and one example row. */
export const carousel_items: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yy-------y-',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  madeWith: 'organization',
  example: async ({ the }) => ({
    carouselid: await the('carousels'),
    alt: { es: 'Corredores en la meta' },
    img_desktop: 'https://example.com/d.png',
    img_mobile: 'https://example.com/m.png',
  }),
};
