import type pg from 'pg';
import type { FileRef } from '@/fields/file/file';
import { nth } from '@/schema/must';
import { day, iso, type Calendar } from '../calendar';
import { insertRows, type Row } from '../insertRows';
import { keepPictures, type Picture } from '../pictures';
import type { Coming } from './Coming';

const wide = { width: 1920, height: 600 } as const,
  tall = { width: 750, height: 900 } as const;
const themes = [
  { key: 'alba', sky: '#f7b267', land: '#6d2e46', mark: '#ffe8c7' },
  { key: 'costa', sky: '#8ecae6', land: '#02496b', mark: '#ffdd7a' },
  { key: 'desierto', sky: '#f2cc8f', land: '#81432b', mark: '#ffffff' },
] as const;
const scenes: readonly Picture[] = themes.flatMap(({ key, ...colours }): Picture[] => [
  { key: `${key}-desktop`, kind: 'scene', ...wide, ...colours },
  { key: `${key}-mobile`, kind: 'scene', ...tall, ...colours },
]);

const slide = (
  carouselid: number,
  sort: number,
  theme: string,
  alt: readonly [string, string],
  more: Row,
  pictures: ReadonlyMap<string, FileRef>,
  created: string,
): Row => ({
  carouselid,
  title: null,
  alt: { es: alt[0], en: alt[1] },
  img_desktop: pictures.get(`${theme}-desktop`)?.url,
  img_mobile: pictures.get(`${theme}-mobile`)?.url,
  url: null,
  eventid: null,
  cta: null,
  region: null,
  starts_at: null,
  ends_at: null,
  sort,
  clicks: 0,
  impressions: 0,
  ...more,
  created,
  updated: created,
});

/** Carousels of the site and the app, with their slides and pictures. */
export const seedCarousels = async (
  client: pg.ClientBase,
  { now, today }: Calendar,
  organizationid: number,
  coming: readonly Coming[],
): Promise<void> => {
  const pictures = await keepPictures(client, organizationid, scenes);
  const created = iso(now - 30 * day),
    stamps = { created, updated: iso(now - 2 * day) };
  const soon = nth(coming, -1);
  await insertRows(client, 'carousels', [
    { carouselid: 1, name: 'Portada principal', placement: 'home_hero', locale: 'es', status: 'active', autoplay_s: 6, ...stamps },
    { carouselid: 2, name: 'Inicio de la app', placement: 'app_home', locale: 'es', status: 'active', autoplay_s: 0, ...stamps },
    { carouselid: 3, name: 'Campaña de verano', placement: 'home_secondary', locale: 'es', status: 'hidden', autoplay_s: 8, ...stamps },
  ]);
  await insertRows(client, 'carousel_items', [
    slide(
      1,
      0,
      'alba',
      ['Amanecer sobre la ruta de montaña', 'Dawn over the mountain course'],
      {
        title: { es: soon.name.es, en: soon.name.en ?? null },
        eventid: soon.eventid,
        cta: { es: 'Inscríbete', en: 'Sign up' },
        clicks: 1840,
        impressions: 52_300,
      },
      pictures,
      created,
    ),
    slide(
      1,
      1,
      'costa',
      ['Bahía y camino junto al mar', 'A bay and a road by the sea'],
      {
        title: { es: 'Serial del Caribe', en: 'Caribbean series' },
        url: 'https://seriales.example.com/',
        region: 'sureste',
        starts_at: iso(today - 10 * day),
        ends_at: iso(today + 40 * day),
        clicks: 615,
        impressions: 18_900,
      },
      pictures,
      created,
    ),
    slide(
      1,
      2,
      'desierto',
      ['Dunas al atardecer', 'Dunes at dusk'],
      {
        title: { es: 'Preventa del desierto', en: 'Desert presale' },
        url: 'https://desierto.example.com/',
        starts_at: iso(today + 15 * day),
        ends_at: iso(today + 45 * day),
      },
      pictures,
      created,
    ),
    slide(
      2,
      0,
      'costa',
      ['Bahía y camino junto al mar', 'A bay and a road by the sea'],
      {
        title: { es: 'Recoge tu kit', en: 'Pick up your kit' },
        cta: { es: 'Ver sedes', en: 'See places' },
        clicks: 402,
        impressions: 9_120,
      },
      pictures,
      created,
    ),
    slide(
      3,
      0,
      'desierto',
      ['Dunas al atardecer', 'Dunes at dusk'],
      { ends_at: iso(today - 5 * day), clicks: 77, impressions: 3_010 },
      pictures,
      created,
    ),
  ]);
};
