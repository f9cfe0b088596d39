import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { longer } from '../../support/limits';
import { formOf } from '../support/formOf';
import type { Person } from '../support/openWorld';
import { add, addPerson } from '../support/world';
import { openScene, type Scene } from './support';

let scene: Scene, pictured: number, plain: number, outside: number;
const portrait = ({ authorization }: Person, id: number | string) =>
  scene.world.app.inject({ url: `/v2/kits/kit_deliveries/portraits/${id}`, headers: { authorization } });
const upload = async (): Promise<string> => {
  const data = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  const { url } = (
    await scene.world.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: scene.organizer.authorization },
      payload: formOf({ name: 'file', data, file: 'retrato.png', type: 'image/png' }),
    })
  ).json();
  return String(url);
};
const affiliate = async (inscriptionid: number, number: string, photo: string): Promise<void> => {
  await scene.pool.query(
    `insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid, photo)
     select web_userid, $2, 'Fátima', 'Luna', 'F', '1990-05-06', (select min(stateid) from states), $3 from inscriptions where inscriptionid = $1`,
    [inscriptionid, number, photo],
  );
};

beforeAll(async () => {
  scene = await openScene();
  const ids = [];
  for (const name of ['Fátima', 'Gala', 'Hilda']) ids.push((await scene.signUp(name)).inscriptionid);
  [pictured = 0, plain = 0, outside = 0] = ids;
  await affiliate(pictured, 'FM-901', await upload());
  await affiliate(outside, 'FM-902', 'https://fotos.example.com/hilda.jpg');
}, longer.timeout);
afterAll(() => scene.close());

describe('the small photograph of a person at a desk', () => {
  test('has the size of the card, and few bytes', async () => {
    const { statusCode, headers, rawPayload } = await portrait(scene.desk, pictured);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'private, no-store']);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 192, height: 240 });
    expect(rawPayload.length).toBeLessThan(10_000);
  });
  test('is not there for people without one, for pictures of other sites, and for registrations that do not exist', async () => {
    for (const id of [plain, outside, 999_999, 0, 'x']) expect((await portrait(scene.desk, id)).statusCode, String(id)).toBe(404);
  });
  test('is closed to people who may not read the list of a desk, to other organizations and without a token', async () => {
    const elsewhere = await add.organization(scene.pool, 'Ajena');
    await addPerson(scene.pool, 'ajeno', [{ org: elsewhere, profile: 'kit-delivery' }]);
    expect((await portrait(scene.finance, pictured)).statusCode).toBe(403);
    expect((await portrait(scene.world.as('ajeno', elsewhere), pictured)).statusCode).toBe(404);
    expect((await scene.world.app.inject({ url: `/v2/kits/kit_deliveries/portraits/${pictured}` })).statusCode).toBe(401);
  });
});
