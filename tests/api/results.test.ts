import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World, timer: Person, event: Readonly<Record<string, number>>;
beforeAll(async () => {
  world = await openWorld();
  const org = await add.organization(world.pool, 'Casa');
  event = await addEvent(world.pool, org, 'carrera', 'centro');
  await addPerson(world.pool, 'cronos', [{ org, profile: 'timing' }]);
  timer = world.as('cronos', org);
});
afterAll(() => world.close());

const templates = '/v2/tyr/certificate_templates';
const template = (more: object = {}) =>
  timer.post(templates, {
    eventid: event['events'],
    name: 'Podio',
    kind: 'podium',
    background_img: 'https://example.com/podio.png',
    ...more,
  });

test('a set of results counts them, those that nobody was found for and the claims that wait', async () => {
  const read = async () => (await timer.get(`/v2/tyr/result_sets/${event['result_sets']}`)).body;
  expect(await read()).toMatchObject({ results_count: 1, unmatched_count: 0, open_claims_count: 1, distance: { title: '10 km' } });
  await world.pool.query(
    `insert into results (result_setid, eventid, distanceid, number, name) select result_setid, eventid, distanceid, 8, 'Sin dueño' from result_sets`,
  );
  await world.pool.query(`update result_claims set status = 'rejected', resolution = 'Los jueces confirman.'`);
  expect(await read()).toMatchObject({ results_count: 2, unmatched_count: 1, open_claims_count: 0 });
});

test('a number is once in a set, only finishers are placed, and who is identified has a registration', async () => {
  const write = (changes: string) =>
    world.pool.query(
      `insert into results (result_setid, eventid, distanceid, name, number, status, matched_by, place_overall, dq_reason) select result_setid, eventid, distanceid, 'Otra', ${changes} from result_sets`,
    );
  await expect(write(`7, 'finished', 'none', null, null`)).rejects.toMatchObject({
    code: '23505',
    constraint: 'results_result_setid_number_uq',
  });
  await expect(write(`9, 'DNF', 'none', 4, null`)).rejects.toMatchObject({ code: '23514' });
  await expect(write(`9, 'finished', 'chip', 4, null`)).rejects.toMatchObject({ code: '23514' });
  await expect(write(`9, 'DQ', 'none', null, null`)).rejects.toMatchObject({ code: '23514' });
  await expect(write(`9, 'DQ', 'none', null, 'Recortó la ruta.'`)).resolves.toBeDefined();
});

test('one set of a distance counts, and any number of them are withdrawn', async () => {
  const copy = (status: string) =>
    world.pool.query(
      `insert into result_sets (eventid, distanceid, revision, source, status, published_at) select eventid, distanceid, 1, source, $1, published_at from result_sets limit 1`,
      [status],
    );
  await copy('withdrawn');
  await copy('withdrawn');
  for (const status of ['draft', 'provisional', 'official']) await expect(copy(status), status).rejects.toMatchObject({ code: '23505' });
});

test('times are thousandths, which filter and order the list', async () => {
  const { body } = await timer.get(
    `/v2/tyr/results?columns=name,chip_time_ms&_sort=chip_time_ms&_order=asc&filter=${encodeURIComponent(JSON.stringify({ field: 'chip_time_ms', op: 'lte', value: 2_730_512 }))}`,
  );
  expect(body).toMatchObject([{ name: 'Ana Ríos', chip_time_ms: 2_730_512 }]);
  expect(
    (
      await timer.get(
        `/v2/tyr/results?filter=${encodeURIComponent(JSON.stringify({ field: 'chip_time_ms', op: 'lte', value: 2_730_511 }))}`,
      )
    ).body,
  ).toEqual([]);
});

test('nobody writes results, claims or certificates by hand', async () => {
  for (const entity of ['results', 'result_versions', 'result_claims', 'certificates'])
    expect((await timer.post(`/v2/tyr/${entity}`, {})).status, entity).toBe(403);
});

test('a template is drawn whole, changes while it is a draft and never once it is out', async () => {
  for (const element of [{ kind: 'field' }, { kind: 'text' }, { kind: 'img' }])
    expect((await template({ elements: [{ ...element, x: 1, y: 1 }] })).body.errors, element.kind).toMatchObject([{ path: 'elements' }]);
  const made = await template({
    elements: [
      { kind: 'qr', x: 1, y: 1 },
      { kind: 'field', source: 'chip_time', x: 10, y: 20 },
    ],
  });
  expect(made).toMatchObject({ status: 201, body: { status: 'draft', given_to: ['finished'], orientation: 'landscape' } });
  const url = `${templates}/${made.body.templateid}`;
  const changed = await timer.patch(url, { version: made.body.version, name: 'Podio absoluto' });
  expect(changed.body.name).toBe('Podio absoluto');
  await world.pool.query(`update certificate_templates set status = 'published' where templateid = $1`, [made.body.templateid]);
  expect(await timer.patch(url, { version: changed.body.version, name: 'Otro' })).toMatchObject({
    status: 409,
    body: { message: 'Una plantilla publicada no se cambia: crea otra.' },
  });
  expect((await timer.remove(url, { version: changed.body.version })).status).toBe(409);
});
