import * as f from '@/fields';
import { defineResource, inOrder, regions, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** One slide. It always describes its pictures in words. */
export const carousel_items = defineResource('carousel_items', {
  service: 'general',
  singular: 'carousel_item',
  key: 'itemid',
  permission: 'web-carousels',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [] },
  title: 'alt',
  fields: {
    carouselid: f.belongsTo('carousels', { required: true }),
    title: f.i18nText({ max: 80 }),
    alt: f.i18nText({ required: true, max: 160 }),
    img_desktop: f.image({ required: true, minWidth: 1920, minHeight: 600 }),
    img_mobile: f.image({ required: true }),
    url: f.url(),
    eventid: f.belongsTo('events'),
    cta: f.i18nText({ max: 40 }),
    region: f.choice(regions),
    starts_at: f.dateTime(),
    ends_at: f.dateTime(),
    sort: f.integer({ default: 0 }),
    clicks: f.integer({ default: 0, ...readOnly }),
    impressions: f.integer({ default: 0, ...readOnly }),
  },
  list: {
    columns: ['carouselid', 'sort', 'alt', 'region', 'starts_at', 'ends_at', 'impressions', 'clicks'],
    filters: ['carouselid', 'eventid', 'region'],
    sort: { sort: 'asc' },
    totals: { impressions: 'sum', clicks: 'sum' },
  },
  form: { main: ['title', 'alt', 'img_desktop', 'img_mobile', 'url', 'eventid', 'cta', 'region', 'starts_at', 'ends_at'] },
  rules: {
    endsAfterStart: inOrder('starts_at', 'ends_at', { strict: true }),
    oneTarget: { on: 'eventid', check: ({ url, eventid }) => !url || eventid == null },
  },
  views: ['list', 'show'],
});

export type CarouselItem = InferRow<typeof carousel_items>;
export type CarouselItemInput = InferInput<typeof carousel_items>;
