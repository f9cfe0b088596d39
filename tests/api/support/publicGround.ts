import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sharp from 'sharp';
import { registry } from '@/resources';
import { affiliationPath } from '../../../server/features/fmtri/affiliationLinks';
import { signLinkOf } from '../../../server/features/signLinks/signLinks';
import { unsubscribeLinkOf } from '../../../server/features/letters/unsubscribeLinks';
import { siteKeyOf } from '../../../server/features/siteFeed/siteKey';
import { testPrintPath } from '../../../server/features/certificates/testPrint';
import type { PublicGround } from './hostileRoutes';
import { formOf } from './formOf';

/** Beginnings of the routes that need no sign-in, besides those of the authentication site and of links that only a letter has. */
export const isPublicRoute = (url: string): boolean =>
  /^\/(docs$|(docs|e|s|sign|verify|claim|affiliation|credential|unsubscribe|site\/v1)\/)/.test(url);

const opened = [
  "update events set status = 'published', published_at = now(), exoneration_mode = 'digital' where exoneration_mode is distinct from 'none'",
  "update result_sets set status = 'provisional', published_at = now(), claim_until = now() + interval '2 days'",
  "update certificate_templates set status = 'published', given_to = '{finished}'",
  "update results set status = 'finished'",
  "update serials set status = 'published'",
  "update serial_rankings set status = 'published'",
  "update convocatories set status = 'published', published_at = now()",
  "update carousels set status = 'active'",
  "update inscriptions set exoneration_status = 'pending'",
  'delete from exoneration_signatures',
  "update fmtri_affiliations set status = 'active', number = coalesce(number, 'F-' || affiliationid) where affiliationid = (select min(affiliationid) from fmtri_affiliations)",
];

/** Uploads a cover and gives it to all events; answers its part of the address. */
const giveCover = async (app: FastifyInstance, pool: pg.Pool, authorization: string): Promise<string> => {
  const photo = await sharp({ create: { width: 1200, height: 400, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  const payload = formOf({ name: 'file', data: photo, file: 'portada.png', type: 'image/png' });
  const cover = String((await app.inject({ method: 'POST', url: '/api/upload', headers: { authorization }, payload })).json().url);
  await pool.query('update events set img_cover = $1', [cover]);
  return cover.split('/').at(-1) ?? '';
};

/** Publishes everything that the example rows have, and answers what its public addresses are; `authorization` is of somebody who may upload. */
export const openPublicGround = async (
  app: FastifyInstance,
  pool: pg.Pool,
  secret: string,
  authorization: string,
): Promise<PublicGround> => {
  for (const statement of opened) await pool.query(statement);
  const cover = await giveCover(app, pool, authorization);
  const listOf = async (text: string): Promise<readonly string[]> =>
    (await pool.query<{ value: unknown }>(text)).rows.map(({ value }) => String(value));
  const slugs = await listOf('select slug as value from events'),
    results = await listOf('select resultid as value from results'),
    series = await listOf('select slug as value from serials'),
    folios = await listOf('select folio as value from inscriptions'),
    templates = await listOf('select templateid as value from certificate_templates');
  const paths = (await listOf('select inscriptionid as value from inscriptions')).flatMap(
    (id) => signLinkOf({ registry }, Number(id))?.path ?? [],
  );
  const letters = (await listOf('select letterid as value from inscription_letters')).flatMap(
    (id) => unsubscribeLinkOf({ registry }, Number(id))?.path.split('/').at(-1) ?? [],
  );
  const [path = ''] = paths;
  const text = await app.inject({
    method: 'POST',
    url: `${path}/identify`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ folio: folios[0] ?? '', birth_date: '1990-02-03' }).toString(),
  });
  const hidden = (name: string): readonly string[] => {
    const [, value] = new RegExp(`name="${name}" value="([^"]+)"`).exec(text.body) ?? [];
    if (value === undefined) throw new Error(`the page to sign has no "${name}": ${text.statusCode} ${text.body.slice(0, 2000)}`);
    return [value];
  };
  const serials = (await listOf('select serial as value from certificates')).slice();
  for (const [at, slug] of slugs.entries()) {
    const reply = await app.inject({ method: 'POST', url: `/e/${slug}/results/${results[at] ?? ''}/certificate` });
    const serial = /verify\/(\w+)/.exec(String(reply.headers.location))?.[1];
    if (serial) serials.push(serial);
  }
  const affiliations = (await listOf('select affiliationid as value from fmtri_affiliations')).map(Number);
  const tokensOf = (link: 'page' | 'card') => affiliations.flatMap((id) => affiliationPath(secret, link, id).split('/').at(-1) ?? []);
  const ofEvent = ['', '/results', '/call', '/call.pdf'].flatMap((part) => [`/e/:slug${part}`]);
  const tests = templates.flatMap((id) => testPrintPath({ registry }, Number(id))?.split('/').at(-1) ?? []);
  return {
    places: {
      ...Object.fromEntries(ofEvent.map((each) => [each, slugs])),
      '/docs/:service': ['event'],
      '/docs/:service/:kind': ['events'],
      '/e/:slug/pictures/:id': [cover],
      '/e/:slug/results/:resultid': results,
      '/s/:slug': series,
      '/s/:slug/:lineid': await listOf('select serial_standingid as value from serial_standings'),
      '/sign/:token': paths.map((each) => each.slice('/sign/'.length)),
      '/claim/:slug': slugs,
      '/affiliation/:token': tokensOf('page'),
      '/credential/:token': tokensOf('card'),
      '/unsubscribe/:token': letters,
      '/verify/:serial': serials,
      '/verify/test/:name': tests,
      '/site/v1/slides/:itemid': await listOf('select itemid as value from carousel_items'),
    },
    headers: { 'x-dorsal-key': siteKeyOf(secret) },
    hidden: {
      visit: hidden('visit'),
      text: hidden('text'),
      folio: folios,
      token: ['x'],
      password: ['x'],
    },
  };
};
