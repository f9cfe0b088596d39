import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { pdfText } from '../support/pdfText';
import { eventually } from '../support/eventually';

let world: World, sara: Person, org: number;
const ids: number[] = [];
const root = '/v2/user/inbody_measurements';
beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'plataforma', { is_platform: true });
  await addPerson(world.pool, 'sara', [{ org, profile: 'super-admin' }]);
  await addPerson(world.pool, 'nora', [{ org, profile: 'national-admin' }]);
  sara = world.as('sara', org);
  const athlete = await add.athlete(world.pool, 'Ana');
  for (const day of [1, 2]) {
    const { body } = await sara.post(root, {
      web_userid: athlete,
      test_at: `2026-01-0${day}T15:00:00Z`,
      consent_at: '2026-01-01T10:00:00Z',
      gender: 'F',
      age: 30,
      height_cm: 165,
      weight_kg: 60,
    });
    ids.push(body.inbodyid);
  }
});
afterAll(() => world.close());
beforeEach(() => world.pool.query(`delete from audits where verb = 'read'`));

const reads = async (): Promise<any[]> =>
  (
    await world.pool.query(
      `select resource, recordid::int as id, actor_name, organizationid::int as org from audits where verb = 'read' and action is null order by recordid`,
    )
  ).rows;
/** A reader does not wait for the end of its transaction. */
const settled = (expected: readonly number[]) => eventually(async () => expect((await reads()).map(({ id }) => id)).toEqual(expected));

test('a look at one measurement is written down with who looked', async () => {
  expect((await sara.get(`${root}/${ids[0]}`)).status).toBe(200);
  await settled([ids[0]!]);
  expect(await reads()).toEqual([{ resource: 'inbody_measurements', id: ids[0], actor_name: expect.stringMatching(/sara/i), org }]);
});
test('a list writes down every record that it shows, through either door', async () => {
  await sara.get(root);
  await settled(ids);
  await world.pool.query(`delete from audits where verb = 'read'`);
  expect((await sara.query('user', '{ inbody_measurements { items { weight_kg } } }')).body.errors).toBeUndefined();
  await settled(ids);
});
test('one record through GraphQL, and its history, are looks too', async () => {
  expect((await sara.query('user', `{ inbody_measurement(inbodyid: ${ids[1]}) { weight_kg } }`)).body.errors).toBeUndefined();
  await settled([ids[1]!]);
  const { body } = await sara.get(`${root}/${ids[0]}/history`);
  expect(body.items[0].verb).toBe('create');
  await settled(ids);
  expect((await sara.get(`${root}/${ids[0]}/history`)).body.items[0]).toMatchObject({ verb: 'read', changes: [] });
});
test('what is asked again within a minute is one look, and later another', async () => {
  for (let at = 0; at < 3; at += 1) {
    await sara.get(`${root}/${ids[0]}`);
    await settled([ids[0]!]);
  }
  await world.pool.query(`update audits set created = now() - interval '2 minutes' where verb = 'read'`);
  expect((await sara.get(`${root}/${ids[0]}`)).status).toBe(200);
  await settled([ids[0]!, ids[0]!]);
});
test('nothing is written down where the door stays closed, nor for what is no health data', async () => {
  expect((await world.as('nora', org).get(`${root}/${ids[0]}`)).status).toBe(403);
  expect((await sara.get('/v2/user/web_users')).status).toBe(200);
  expect((await sara.get(`${root}/${ids[0]}`)).status).toBe(200); // what is recorded comes in its order
  await settled([ids[0]!]);
});
test('the report of a test is a PDF for who may read it, compared with another test of the same person, and logged', async () => {
  const file = await world.app.inject({ url: `${root}/${ids[1]}/report?with=${ids[0]}`, headers: { authorization: sara.authorization } });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = pdfText(file.rawPayload).join(' ');
  for (const said of ['Ana', 'IMC', 'Organización Mundial de la Salud', 'Consentimiento'])
    expect(text, said).toMatch(new RegExp(said, 'i'));
  await settled(ids);
  const nora = world.as('nora', org);
  expect((await nora.get(`${root}/${ids[1]}/report`)).status).toBe(403);
  expect((await world.app.inject({ url: `${root}/${ids[1]}/report` })).statusCode).toBe(401);
  const other = await sara.post(root, {
    web_userid: await add.athlete(world.pool, 'Otra'),
    test_at: '2026-01-02T15:00:00Z',
    consent_at: '2026-01-01T10:00:00Z',
    gender: 'F',
    age: 30,
    height_cm: 165,
    weight_kg: 60,
  });
  expect((await sara.get(`${root}/${ids[1]}/report?with=${other.body.inbodyid}`)).status, 'of somebody else').toBe(404);
});
test('nothing is stored without consent', async () => {
  const { body } = await sara.post(root, {
    web_userid: 1,
    test_at: '2026-02-01T15:00:00Z',
    gender: 'F',
    age: 30,
    height_cm: 165,
    weight_kg: 60,
  });
  expect(body.errors.map(({ path }: { readonly path: string }) => path)).toContain('consent_at');
});
