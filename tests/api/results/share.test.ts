import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longer } from '../../support/limits';
import { openResults, type Results } from './support';

let site: Results, resultid: number;
const file = [
  'Dorsal,Nombre,Sexo,Categoría,Tiempo oficial,Tiempo chip,Estado,Distancia',
  '1001,Ana García,F,Libre,0:40:00,0:39:55,,10K',
].join('\n');
beforeAll(async () => {
  site = await openResults();
  for (const name of ['ana', 'bea']) await site.scene.signUp(name);
  await site.query(
    `update inscriptions set status = 'assign_number', number = 1000 + n from (select inscriptionid as id, row_number() over (order by inscriptionid) as n from inscriptions) x where inscriptionid = id`,
  );
  await site.load(file);
  [{ resultid }] = (await site.query('select resultid from results where number = 1001')) as any;
}, longer.timeout);
afterAll(() => site.close());

const inject = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  site.scene.world.app.inject({ url: `/e/carrera/results/${path}`, headers });
const picture = (id = resultid, headers: Readonly<Record<string, string>> = {}) => inject(`${id}/share.png?lang=es`, headers);

describe('the picture of a result', () => {
  test('is not there before results are published', async () => {
    expect((await picture()).statusCode).toBe(404);
    await site.query("update result_sets set status = 'provisional', published_at = now()");
  });
  test('is a PNG of the size that networks ask for, named in the page', async () => {
    const { statusCode, headers, rawPayload } = await picture();
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', expect.stringContaining('public')]);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const { body } = await inject(`${resultid}?lang=es`);
    expect(body).toContain(`/e/carrera/results/${resultid}/share.png?lang=es">`);
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(body).toContain('https://wa.me/?text=http');
    expect(body.match(/property="og:image"/g)).toHaveLength(1);
  });
  test('is sent once, and again when the result says something else', async () => {
    const first = await picture();
    const etag = String(first.headers.etag);
    expect((await picture(resultid, { 'if-none-match': etag })).statusCode).toBe(304);
    await site.query('update results set chip_time_ms = chip_time_ms + 60000 where resultid = $1', [resultid]);
    const second = await picture(resultid, { 'if-none-match': etag });
    expect(second.statusCode).toBe(200);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false);
  });
  test('has names in other letters', async () => {
    const named = async (name: string): Promise<Buffer> => {
      await site.query('update results set name = $2 where resultid = $1', [resultid, name]);
      return (await picture()).rawPayload;
    };
    expect((await named('王小明')).equals(await named('王小红')), 'letters and not boxes').toBe(false);
  });
  test('says nothing of a name that is withheld', async () => {
    const named = (await picture()).rawPayload;
    await site.query(`update inscriptions set name_hidden = true where number = 1001`);
    const hidden = await picture();
    expect(hidden.rawPayload.equals(named)).toBe(false);
    await site.query(`update results set name = 'Zoraida Quintanilla' where resultid = $1`, [resultid]);
    const other = await picture();
    expect(other.rawPayload.equals(hidden.rawPayload), 'whatever the name is').toBe(true);
    expect(other.headers.etag).toBe(hidden.headers.etag);
    expect((await inject(`${resultid}?lang=es`)).body).not.toContain('wa.me');
  });
  test('is drawn once for everybody who asks at the same time, and nothing is drawn for other addresses', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => picture()));
    expect(all.every(({ statusCode }) => statusCode === 200)).toBe(true);
    for (const path of ['0/share.png', 'x/share.png', '999999/share.png']) expect((await inject(path)).statusCode).toBe(404);
  });
});
