import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteKeyOf } from '../../server/features/siteFeed/siteKey';
import { installationOf } from '../../server/features/signLinks/signLinks';
import { registry } from '@/resources';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { must } from './support/must';

let world: World, web: Person, key: string, origin: string, carouselid: number;
const get = (path: string, headers: Readonly<Record<string, string>> = { 'x-dorsal-key': key }) =>
  world.app.inject({ method: 'GET', url: `/site/v1/${path}`, headers });
const itemsOf = async (path: string): Promise<readonly any[]> => (await get(path)).json().items;
const slide = (alt: string, more: object = {}) => ({
  alt: { es: alt },
  img_desktop: 'https://example.com/a.webp',
  img_mobile: 'https://example.com/b.webp',
  ...more,
});
const past = new Date(Date.now() - 86_400_000).toISOString();

beforeAll(async () => {
  world = await openWorld();
  const org = await add.organization(world.pool, 'Casa', { is_platform: true });
  await addPerson(world.pool, 'web', [{ org, profile: 'super-admin' }]);
  web = world.as('web', org);
  const installation = installationOf({ registry })!;
  ({ origin } = installation);
  key = siteKeyOf(installation.secret);
  const eventid = await add.event(world.pool, org, 'carrera');
  await world.pool.query(
    "update events set status = 'published', published_at = now(), start_at = now() + interval '30 days', end_at = null, registration_close_at = now() + interval '20 days' where eventid = $1",
    [eventid],
  );
  ({ carouselid } = await must(
    web.post('/v2/general/carousels', {
      name: 'Portada',
      placement: 'home_hero',
      items: [slide('Primera', { eventid }), slide('De otra región', { region: 'norte' }), slide('Pasada', { ends_at: past })],
    }),
  ));
  await world.pool.query("update carousel_items set img_mobile = '/api/upload/movil.webp' where region = 'norte'");
  await world.pool.query("update carousels set status = 'active'");
  await add.event(world.pool, org, 'borrador');
});
afterAll(() => world.close());

describe('the data of the public site', () => {
  test('is read with the publishable key from any page, and with no other', async () => {
    const answer = await get('carousels');
    expect({ status: answer.statusCode, allows: answer.headers['access-control-allow-origin'] }).toEqual({ status: 200, allows: '*' });
    expect((await get(`carousels?key=${key}`, {})).statusCode).toBe(200);
    for (const wrong of ['', 'pk_wrong', key.slice(0, -1)])
      expect((await get('carousels', { 'x-dorsal-key': wrong })).statusCode).toBe(401);
    expect((await get('stages', {})).statusCode).toBe(401);
  });
  test('may be asked and counted by the pages of any site, which browsers ask first', async () => {
    for (const path of ['carousels', 'slides/1/clicks']) {
      const { statusCode, headers } = await world.app.inject({ method: 'OPTIONS', url: `/site/v1/${path}` });
      expect([statusCode, headers['access-control-allow-origin'], headers['access-control-allow-methods']]).toEqual([
        204,
        '*',
        'GET, POST',
      ]);
    }
  });
  test('has active carousels with the slides of now, which lead to published events', async () => {
    const [carousel] = await itemsOf('carousels?placement=home_hero');
    expect(carousel.slides.map(({ alt, url, img_mobile }: any) => [alt.es, url, img_mobile])).toEqual([
      ['Primera', `${origin}/e/carrera`, 'https://example.com/b.webp'],
      ['De otra región', null, `${origin}/api/upload/movil.webp`],
    ]);
    expect((await itemsOf('carousels?region=centro'))[0].slides).toHaveLength(1);
    expect(await itemsOf('carousels?placement=app_home')).toEqual([]);
  });
  test('has the calendar of published events, without any that is not', async () => {
    expect((await itemsOf('calendar')).map(({ slug, url }) => [slug, url])).toEqual([['carrera', `${origin}/e/carrera`]]);
  });
  test('counts what was seen and pressed of a slide that is shown, and nothing else', async () => {
    const [carousel] = await itemsOf('carousels');
    const { itemid } = carousel.slides[0];
    const post = (path: string, headers: Readonly<Record<string, string>> = { 'x-dorsal-key': key }) =>
      world.app.inject({ method: 'POST', url: `/site/v1/slides/${path}`, headers });
    expect((await post(`${itemid}/views`)).statusCode).toBe(204);
    expect((await post(`${itemid}/views`)).statusCode).toBe(204);
    expect((await post(`${itemid}/clicks`)).statusCode).toBe(204);
    expect((await post(`${itemid}/clicks`, {})).statusCode).toBe(401);
    const { rows } = await world.pool.query('select alt, impressions, clicks from carousel_items order by sort');
    expect(rows.map(({ impressions, clicks }) => [impressions, clicks])).toEqual([
      [2, 1],
      [0, 0],
      [0, 0],
    ]);
    const [{ itemid: over }] = (await world.pool.query('select itemid from carousel_items where ends_at < now()')).rows;
    for (const missing of [over, 999_999, 'x']) expect((await post(`${missing}/views`)).statusCode).toBe(404);
    await world.pool.query('update carousels set deleted_at = now()');
    expect((await post(`${itemid}/views`)).statusCode).toBe(404);
    await world.pool.query('update carousels set deleted_at = null');
  });
  test('has its key for people of the web, and not for others', async () => {
    const { result } = await must(web.post('/v2/general/carousels/actions/site_key', {}));
    expect(result.key).toBe(key);
    expect(result.addresses[0]).toMatch(/\/site\/v1\/carousels$/);
  });
});

test('a carousel is duplicated with its slides, as a draft whose counts begin at zero', async () => {
  const { result } = await must(web.post(`/v2/general/carousels/${carouselid}/duplicate`, {}));
  const { rows } = await world.pool.query(
    'select c.name, c.status, i.alt, i.impressions from carousels c join carousel_items i using (carouselid) where carouselid = $1 order by i.sort',
    [result.carouselid],
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual({ name: 'Portada (2)', status: 'draft', alt: { es: 'Primera' }, impressions: 0 });
});
