import { carousel_items } from '@/resources/carousel_items/carousel_items';
import { carousels } from '@/resources/carousels/carousels';
import { createAllAudited, createAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { select, pick } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { installationOf } from '../signLinks/signLinks';
import { siteKeyOf } from './siteKey';

const i = columnsOf(carousel_items);
const copied = ['title', 'alt', 'img_desktop', 'img_mobile', 'url', 'eventid', 'cta', 'region', 'starts_at', 'ends_at', 'sort'] as const;

/** The server's rules for a carousel: the key of its feed, and a copy to go on with. */
export const carouselsHooks = defineHooks(carousels, {
  actions: {
    site_key: async ({ tx }) => {
      const installation = installationOf(tx);
      if (!installation) throw new DomainError('UNAVAILABLE');
      const { origin, secret } = installation;
      return { key: siteKeyOf(secret), addresses: ['carousels', 'stages', 'calendar'].map((name) => `${origin}/site/v1/${name}`) };
    },
    duplicate: async ({ tx, row: { carouselid: from, name, placement, locale, autoplay_s } }) => {
      const carouselid = await createAudited(tx, carousels, { name: `${name} (2)`, placement, locale, autoplay_s, status: 'draft' });
      const slides = await select(
        tx,
        pick(i, ...copied),
        sql`from ${i} where ${i.carouselid} = ${from} and ${i.deleted_at} is null order by ${i.sort}, ${i.itemid}`,
      );
      if (slides.length > 0)
        await createAllAudited(
          tx,
          carousel_items,
          slides.map((slide) => ({ ...slide, carouselid })),
        );
      return { carouselid };
    },
  },
});
