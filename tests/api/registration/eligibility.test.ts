import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add } from '../support/world';
import { openScene, type Scene } from './support';

let scene: Scene, adults: number, men: number;
const byAge: Record<string, number> = {};
beforeAll(async () => {
  scene = await openScene();
  const made = async (body: object): Promise<number> => {
    const price_tiers = [
      {
        name: 'Única',
        starts_at: new Date(Date.now() - 86_400_000).toISOString(),
        ends_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
        price_cents: 60_000,
        service_fee_cents: 2_500,
      },
    ];
    const answer = await scene.chief.post('/v2/event/distances', {
      eventid: scene.eventid,
      capacity: 50,
      price_tiers,
      age_categories: [],
      ...body,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.distanceid;
  };
  adults = await made({ name: 'Adultos', code: 'AD', age_min: 18, age_max: 60 });
  men = await made({ name: 'Varonil', code: 'VA', branch_rule: 'M' });
  const { rows } = await scene.pool.query<{ id: number; name: string }>(
    'select age_categoryid::int as id, name from age_categories where distanceid = $1',
    [scene.ten],
  );
  for (const { id, name } of rows) byAge[name] = id;
});
afterAll(() => scene.close());

const yearsAgo = (years: number): string => `${new Date().getFullYear() - years}-01-01`;
let people = 0;
const athlete = (more: object = {}): Promise<number> =>
  add.athlete(scene.pool, `Elegible${(people += 1)}`, { birth_date: yearsAgo(30), ...more });
const signUp = async (distanceid: number, more: object = {}, input: object = {}) =>
  scene.support.post('/v2/inscription/inscriptions', {
    eventid: scene.eventid,
    distanceid,
    web_userid: await athlete(more),
    tshirt_modelid: scene.shirt,
    tshirt_size: 'M',
    ...input,
  });
const signed = async (distanceid: number, more?: object, input?: object): Promise<number> => {
  const { status, body } = await signUp(distanceid, more, input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.inscriptionid;
};
const edit = async (person: Scene['support'], id: number, values: object) =>
  person.patch(`/v2/inscription/inscriptions/${id}`, { ...values, version: (await scene.read(id)).version });
const refused = (path: string) => ({ status: 400, body: { errors: [expect.objectContaining({ path })] } });
const logOf = async (id: number) =>
  (
    await scene.pool.query(
      `select status, changes, actor_type from inscription_log where inscriptionid = $1 and status in ('category_updated', 'data_updated', 'distance_updated') order by logid`,
      [id],
    )
  ).rows;

describe('an athlete whom the distance does not admit', () => {
  test('is refused by age and by branch, when signing up and when corrected', async () => {
    expect(await signUp(adults, { birth_date: yearsAgo(15) })).toMatchObject(refused('birth_date'));
    expect(await signUp(adults, { birth_date: yearsAgo(70) })).toMatchObject(refused('birth_date'));
    expect(await signUp(men)).toMatchObject(refused('gender'));
    const id = await signed(adults);
    expect(await edit(scene.support, id, { birth_date: yearsAgo(15) })).toMatchObject(refused('birth_date'));
    expect(await edit(scene.support, await signed(men, { gender: 'M' }), { gender: 'F' })).toMatchObject(refused('gender'));
    expect(await edit(scene.support, id, { birth_date: yearsAgo(30) })).toMatchObject({ status: 200 });
  });

  /** Born so many years before the day of the event, or some days earlier or later. */
  const bornBefore = async (years: number, days = 0): Promise<string> => {
    const day = "((start_at at time zone timezone)::date - make_interval(years => $2) + $3 * interval '1 day')::date";
    return (
      await scene.pool.query(`select to_char(${day}, 'YYYY-MM-DD') as day from events where eventid = $1`, [scene.eventid, years, days])
    ).rows[0].day;
  };
  test.each([
    [18, 0, 201],
    [18, 1, 400],
    [61, 1, 201],
    [61, 0, 400],
  ])('of 18 to 60 is one who turns %i within %i days of the event: %i', async (years, days, status) => {
    expect((await signUp(adults, { birth_date: await bornBefore(years, days) })).status).toBe(status);
  });

  test('is judged by the age at the end of the year where the distance says so', async () => {
    const year = Number((await bornBefore(0)).slice(0, 4));
    const ofYear = async (age_rule: string): Promise<number> => {
      const price_tiers = [
        {
          name: 'Única',
          starts_at: new Date(Date.now() - 86_400_000).toISOString(),
          ends_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
          price_cents: 100,
        },
      ];
      return (
        await scene.chief.post('/v2/event/distances', {
          eventid: scene.eventid,
          name: age_rule,
          code: age_rule,
          age_rule,
          age_min: 18,
          age_max: 19,
          price_tiers,
          age_categories: [],
        })
      ).body.distanceid;
    };
    const distances = [await ofYear('dec_31'), await ofYear('event_day')];
    const admitted = (birth_date: string) =>
      Promise.all(distances.map(async (distanceid) => (await signUp(distanceid, { birth_date })).status));
    expect(await admitted(`${year - 18}-12-31`)).toEqual([201, (await bornBefore(0)).endsWith('12-31') ? 201 : 400]);
    expect(await admitted(`${year - 17}-01-01`)).toEqual([400, 400]);
    expect((await admitted(`${year - 19}-01-01`))[0]).toBe(201);
    expect((await admitted(`${year - 20}-12-31`))[0]).toBe(400);
  });

  test('is let in by an administrator who says why', async () => {
    const id = await signed(adults, { birth_date: yearsAgo(15) }, { eligibility_reason: 'Seleccionada nacional' });
    expect(await scene.read(id)).toMatchObject({ eligibility_reason: 'Seleccionada nacional', distanceid: adults });
    const other = await signed(adults);
    expect(await edit(scene.support, other, { birth_date: yearsAgo(16), eligibility_reason: 'Permiso del comité' })).toMatchObject({
      status: 200,
    });
    expect(await edit(scene.support, other, { birth_date: yearsAgo(17) })).toMatchObject({ status: 200 });
  });

  test('is not let in when the reason is taken away, nor by staff without the key', async () => {
    const id = await signed(adults, { birth_date: yearsAgo(15) }, { eligibility_reason: 'Seleccionada nacional' });
    expect(await edit(scene.support, id, { eligibility_reason: null })).toMatchObject(refused('birth_date'));
    const before = await scene.read(id);
    expect(await edit(scene.organizer, id, { birth_date: yearsAgo(10) }), 'the exception was for another age').toMatchObject(
      refused('birth_date'),
    );
    expect(await edit(scene.organizer, id, { birth_date: yearsAgo(10), eligibility_reason: 'Porque sí' })).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'eligibility_reason' }] },
    });
    expect(await scene.read(id)).toEqual(before);
    expect((await edit(scene.organizer, id, { city: 'Toluca' })).status, 'what is not judged is corrected').toBe(200);
  });
});

describe('the age category', () => {
  test('follows birth date and gender, and the log says so with what it was', async () => {
    const id = await signed(scene.ten);
    await scene.act(scene.support, id, 'pay', { method: 'cash' });
    expect((await scene.read(id)).age_categoryid).toBe(byAge['Libre']);
    expect((await edit(scene.support, id, { birth_date: yearsAgo(50) })).status).toBe(200);
    expect((await scene.read(id)).age_categoryid).toBe(byAge['Máster']);
    expect((await edit(scene.support, id, { gender: 'M' })).status).toBe(200);
    expect((await scene.read(id)).age_categoryid).toBeNull();
    const change = (from: number | undefined, to: number | null | undefined) => ({
      status: 'category_updated',
      actor_type: 'system',
      changes: [{ field: 'age_categoryid', old: from, new: to }],
    });
    expect(await logOf(id)).toMatchObject([
      { status: 'data_updated' },
      change(byAge['Libre'], byAge['Máster']),
      { status: 'data_updated' },
      change(byAge['Máster'], null),
    ]);
  });

  test('follows the distance, and stays unsaid while it is the same', async () => {
    const id = await signed(scene.five);
    await scene.act(scene.support, id, 'pay', { method: 'cash' });
    expect((await scene.act(scene.support, id, 'update_race', { distanceid: adults, method: 'cash' })).status).toBe(200);
    expect(await logOf(id)).toMatchObject([{ status: 'distance_updated' }]);
    expect((await scene.act(scene.support, id, 'update_race', { distanceid: scene.ten, method: 'cash' })).status).toBe(200);
    expect((await scene.read(id)).age_categoryid).toBe(byAge['Libre']);
    expect(await logOf(id)).toMatchObject([
      { status: 'distance_updated' },
      { status: 'category_updated', actor_type: 'system', changes: [{ field: 'age_categoryid', old: null, new: byAge['Libre'] }] },
      { status: 'distance_updated' },
    ]);
  });

  test('of somebody who has not paid is corrected without a line of its own', async () => {
    const id = await signed(scene.ten);
    expect((await edit(scene.support, id, { birth_date: yearsAgo(50) })).status).toBe(200);
    expect((await scene.read(id)).age_categoryid).toBe(byAge['Máster']);
    expect(await logOf(id)).toMatchObject([{ status: 'data_updated' }]);
  });
});
