import * as f from '@/fields';
import { languages } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { isToCome, type Schedule } from '@/domain/web/slides';

/** A row of slides on a page of the public site or of the app. */
export const carousels = defineResource('carousels', {
  service: 'general',
  singular: 'carousel',
  key: 'carouselid',
  permission: 'web-carousels',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  title: 'name',
  menu: { group: 'web', icon: 'rows', order: 10 },
  fields: {
    name: f.text({ required: true, max: 120 }),
    placement: f.choice(['home_hero', 'home_secondary', 'events', 'serial', 'fmtri', 'apolo', 'app_home'], { required: true }),
    locale: f.choice(languages, { default: 'es' }),
    autoplay_s: f.integer({ default: 6, min: 0, max: 60 }),
    status: f.status(
      {
        draft: { tone: 'grey', icon: 'pencil' },
        active: { tone: 'green', icon: 'check' },
        hidden: { tone: 'amber', icon: 'pause' },
        archived: { tone: 'grey', icon: 'archive' },
      },
      { default: 'draft' },
    ),
    items: f.hasMany('carousel_items.carouselid', { order: 'sort', max: 30 }),
    items_count: f.count('carousel_items.carouselid', { stored: true }),
  },
  list: {
    columns: ['name', 'placement', 'locale', 'items_count', 'autoplay_s', 'status', 'updated'],
    filters: ['placement', 'status', 'locale'],
    search: ['name'],
    sort: { created: 'desc' },
    sortable: ['name', 'placement', 'items_count', 'created'],
  },
  form: { carousel: ['name', 'placement', 'locale', 'autoplay_s', 'status'], slides: ['items'] },
  actions: {
    site_key: { on: 'list', icon: 'key', reads: true },
    duplicate: { on: 'row', icon: 'plus', makes: 'carousels' },
  },
  rules: {
    activeNeedsSlide: {
      on: 'status',
      check: ({ status, items }) =>
        status !== 'active' || ((items ?? []) as readonly Schedule[]).some((item) => isToCome(item, Date.now())),
    },
  },
});

export type Carousel = InferRow<typeof carousels>;
export type CarouselInput = InferInput<typeof carousels>;
