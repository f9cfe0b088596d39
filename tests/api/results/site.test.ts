import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longer } from '../../support/limits';
import { openResults, type Results } from './support';
import { formOf } from '../support/formOf';

let site: Results, id: number, mail: string;
const file = [
  'Dorsal,Nombre,Sexo,Categoría,Tiempo oficial,Tiempo chip,Estado,Distancia',
  '1001,Ana García,F,Libre,0:40:00,0:39:55,,10K',
  '1002,Bea Muñoz,F,Libre,0:41:00,0:40:50,,10K',
  '1003,Cora Ruiz,F,Máster,0:42:00,0:41:40,,10K',
  '1004,Dora Ruiz,F,Libre,,,DNF,10K',
].join('\n');
beforeAll(async () => {
  site = await openResults();
  for (const name of ['ana', 'bea', 'cora', 'dora']) await site.scene.signUp(name);
  await site.query(
    `update inscriptions set status = 'assign_number', number = 1000 + n from (select inscriptionid as id, row_number() over (order by inscriptionid) as n from inscriptions) x where inscriptionid = id`,
  );
  await site.query('update events set published_at = now()');
  [{ email: mail }] = (await site.query('select email from inscriptions where number = 1002')) as any;
  await site.load(file);
  id = (await site.setOf()).result_setid;
}, longer.timeout);
afterAll(() => site.close());

/** A page as a browser gets it. */
const look = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const url = `/e/carrera${path}${path.includes('?') ? '&' : '?'}lang=es`;
  const reply = await site.scene.world.app.inject({ url, headers });
  return { status: reply.statusCode, text: reply.body, headers: reply.headers };
};
const rowsOf = (text: string): readonly string[] =>
  [...text.matchAll(/<td class="place">(\d*)<\/td><td class="who"><a [^>]*>(.*?)<\/a>.*?<td class="time">(.*?)<\/td>/g)].map(
    ([, place, name, time]) => `${place} ${name} ${time}`,
  );

describe('before results are published', () => {
  test('the event has its page, with distances and the price of now, and no results', async () => {
    const { status, text, headers } = await look('');
    expect(status).toBe(200);
    expect(text).toContain('10 km');
    expect(text).toContain('600.00');
    expect(text).not.toContain('Ver resultados');
    expect(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!)).toMatchObject({
      '@type': 'SportsEvent',
      offers: [
        { name: '10 km', price: 600 },
        { name: '5 km', price: 400 },
      ],
    });
    expect(headers['cache-control']).toContain('public');
    expect((await look('/results')).status).toBe(404);
  });
  test('an event that was never published, and an address of none, are the same missing page', async () => {
    await site.query(
      "insert into events (organizationid, name, slug, category, region, sport, start_at, countryid, stateid, city, registration_open_at, registration_close_at, contact_email, status) select organizationid, name, 'borrador', category, region, sport, start_at, countryid, stateid, city, registration_open_at, registration_close_at, contact_email, 'draft' from events limit 1",
    );
    const pages = await Promise.all(['borrador', 'nada'].map((slug) => site.scene.world.app.inject({ url: `/e/${slug}?lang=es` })));
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(pages[0]!.body.replaceAll('borrador', 'nada')).toBe(pages[1]!.body);
  });
});

describe('published results', () => {
  beforeAll(async () => {
    await site.query(
      "update result_sets set status = 'provisional', published_at = now(), claim_until = now() + interval '1 day' where result_setid = $1",
      [id],
    );
  });
  test('are listed by place, those who did not finish last, and lead to each athlete', async () => {
    const { text } = await look('/results');
    expect(rowsOf(text)).toEqual(['1 Ana García 0:39:55', '2 Bea Muñoz 0:40:50', '3 Cora Ruiz 0:41:40', ' Dora Ruiz No terminó']);
    expect(text).toContain('Resultados provisionales');
    const [, address] = /<td class="who"><a href="([^"]+)"/.exec(text)!;
    const person = await site.scene.world.app.inject({ url: address!.replaceAll('&amp;', '&') });
    expect(person.body).toContain('<p class="finish">0:39:55</p>');
    expect(person.body).toContain('de 3');
  });
  test.each([
    ['a bib', 'q=1002', ['2 Bea Muñoz 0:40:50']],
    ['a part of a name without accents', 'q=munoz', ['2 Bea Muñoz 0:40:50']],
    ['a category, with its places', 'category=Máster', ['1 Cora Ruiz 0:41:40']],
    ['signs that mean something to the database', 'q=%25', []],
    ['nobody', 'q=Zoila', []],
  ])('are found by %s', async (_, query, expected) => {
    expect(rowsOf((await look(`/results?${encodeURI(query)}`)).text)).toEqual(expected);
  });
  test('say nothing of how to reach anybody, and nothing else that is only for staff', async () => {
    const [{ text: list }, { folio, resultid }] = [
      await look('/results'),
      (
        (await site.query(
          'select i.folio, r.resultid from results r join inscriptions i using (inscriptionid) where r.number = 1002',
        )) as any
      )[0],
    ];
    const { text: person } = await look(`/results/${resultid}`);
    for (const secret of [mail, folio, '5550000001', '1990-02-03']) expect(list + person).not.toContain(secret);
  });
  test('keep the name of an athlete who asked for it, on every page and from the search', async () => {
    await site.query('update inscriptions set name_hidden = true where number = 1002');
    const { text } = await look('/results');
    expect(rowsOf(text)[1]).toBe('2 <em>Nombre reservado</em> 0:40:50');
    const [{ resultid }] = (await site.query('select resultid from results where number = 1002')) as any;
    const pages = [
      text,
      (await look(`/results/${resultid}`)).text,
      (await look('/results?q=Bea')).text,
      (await look('/results?q=1002')).text,
    ];
    for (const page of pages) expect(page.replace('value="Bea"', '').replaceAll('q=Bea', '')).not.toMatch(/Bea|Muñoz/);
    expect(rowsOf(pages[2]!)).toEqual([]);
    expect(rowsOf(pages[3]!)).toHaveLength(1);
    await site.query('update inscriptions set name_hidden = false where number = 1002');
  });
  test('are not sent again to a browser that has them', async () => {
    const first = await look('/results');
    const again = await look('/results', { 'if-none-match': String(first.headers['etag']) });
    expect([first.status, again.status, again.text]).toEqual([200, 304, '']);
  });
  test('of a set that was withdrawn are gone', async () => {
    const [{ resultid }] = (await site.query('select resultid from results where number = 1001')) as any;
    await site.query("update result_sets set status = 'withdrawn' where result_setid = $1", [id]);
    expect((await look('/results')).status).toBe(404);
    expect((await look(`/results/${resultid}`)).status).toBe(404);
    await site.query("update result_sets set status = 'provisional' where result_setid = $1", [id]);
  });
  test('what people type is text, never markup', async () => {
    const { text } = await look(`/results?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script&gt;');
  });
  test('a page weighs less than 60 KiB with its styles', async () => {
    const { text } = await look('/results');
    const [, address] = /rel="stylesheet" href="([^"]+)"/.exec(text)!;
    const { body, headers } = await site.scene.world.app.inject({ url: address! });
    expect(headers['cache-control']).toContain('immutable');
    expect(Buffer.byteLength(text + body)).toBeLessThan(60 * 1024);
  });
  test('are compressed for those who take them so, and say the same', async () => {
    const plain = await look('/results');
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
      ['identity', undefined, (data: Buffer) => data],
    ] as const) {
      const { headers, rawPayload } = await site.scene.world.app.inject({
        url: '/e/carrera/results?lang=es',
        headers: { 'accept-encoding': accepted },
      });
      expect([headers['content-encoding'], headers['etag'], headers['vary']]).toEqual([
        encoding,
        plain.headers['etag'],
        'accept-language, accept-encoding',
      ]);
      expect(open(rawPayload).toString('utf8')).toBe(plain.text);
    }
    const weak = String(plain.headers['etag']);
    for (const known of [weak, weak.replace('W/', ''), `"other", ${weak}`])
      expect((await look('/results', { 'if-none-match': known })).status).toBe(304);
    expect((await look('/results', { 'if-none-match': '"other"' })).status).toBe(200);
  });
  test('with a cover from a camera and the marks of sponsors weigh less than 60 KiB, and nothing else that was uploaded is served there', async () => {
    const { world, organizer } = site.scene;
    const upload = async (width: number, height: number): Promise<string> => {
      const channels = 3;
      const noise = Buffer.alloc(width * height * channels);
      for (let at = 0; at < noise.length; at += 1) noise[at] = 90 + Math.round(60 * Math.sin(at / 900) + 25 * Math.sin(at * at));
      const photo = await sharp(noise, { raw: { width, height, channels } }).blur(1).jpeg({ quality: 90 }).toBuffer();
      expect(photo.length).toBeGreaterThan(60 * 1024);
      const payload = formOf({ name: 'file', data: photo, file: 'foto.jpg', type: 'image/jpeg' });
      const headers = { authorization: organizer.authorization };
      const reply = await world.app.inject({ method: 'POST', url: '/api/upload', headers, payload });
      return reply.json().url;
    };
    const [cover, logo, secret] = [await upload(2400, 1350), await upload(900, 700), await upload(800, 800)];
    await site.query('update events set img_cover = $1', [cover]);
    await site.query(
      `insert into sponsors (eventid, name, logo, tier) select eventid, 'Marca', $1, 'title' from events where slug = 'carrera'`,
      [logo],
    );
    const page = await world.app.inject({ url: '/e/carrera?lang=es', headers: { 'accept-encoding': 'br' } });
    const pictures = [...(await look('')).text.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address!);
    expect(pictures).toEqual([cover, logo].map((address) => `/e/carrera/pictures/${address.split('/').at(-1)}`));
    let bytes = page.rawPayload.length;
    for (const url of pictures) {
      const picture = await world.app.inject({ url });
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
      expect((await world.app.inject({ url, headers: { 'if-none-match': String(picture.headers['etag']) } })).statusCode).toBe(304);
      bytes += picture.rawPayload.length;
    }
    const [, address] = /rel="stylesheet" href="([^"]+)"/.exec((await look('')).text)!;
    bytes += (await world.app.inject({ url: address!, headers: { 'accept-encoding': 'br' } })).rawPayload.length;
    expect(bytes).toBeLessThan(60 * 1024);
    for (const url of [
      `/e/carrera/pictures/${secret.split('/').at(-1)}`,
      '/e/carrera/pictures/nada',
      `/e/otra/pictures/${cover.split('/').at(-1)}`,
    ])
      expect((await world.app.inject({ url })).statusCode).toBe(404);
  });
  test('are open to search engines, which the services are not', async () => {
    const { headers, body } = await site.scene.world.app.inject({ url: '/robots.txt' });
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('Disallow: /v2/');
    expect(body).not.toMatch(/Disallow: \/(e|s|\s|$)/m);
  });
});
