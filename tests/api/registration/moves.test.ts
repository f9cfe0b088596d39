import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { add } from '../support/world';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, here: Arena, there: Arena;
const scarce = { athletes: 3, seats: [3, 3], bibs: [5, 5], shirts: [3, 3], uses: 3, budget: 90_000, cents: 100_000 } as const;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  here = await openArena(scene, scarce);
  there = await openArena(scene, { ...scarce, seats: [1, 3] });
});
afterAll(() => scene.close());

const one = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await scene.pool.query(text, values as unknown[])).rows[0];
const must = async (id: number, action: string, input: object = {}, person = scene.support): Promise<any> => {
  const answer = await scene.act(person, id, action, input);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.result;
};
const paid = async (distance = 0, athlete = 0): Promise<number> => {
  const { body } = await scene.support.post('/v2/inscription/inscriptions', {
    eventid: here.eventid,
    distanceid: here.distances[distance],
    web_userid: here.athletes[athlete],
    tshirt_modelid: here.shirt,
    tshirt_size: 'M',
  });
  await must(body.inscriptionid, 'pay', { method: 'cash' });
  return body.inscriptionid;
};
const clean = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});
const wallet = async (athlete = 0): Promise<number> =>
  (await one('select available_cents::int as cents from wallets where web_userid = $1', [here.athletes[athlete]])).cents;
const paymentsOf = async (id: number): Promise<readonly unknown[]> =>
  (await scene.pool.query('select type, method, status, amount_cents from payments where inscriptionid = $1 order by paymentid', [id]))
    .rows;
const move = (id: number, distance = 0, more: object = {}, person = scene.support) =>
  scene.act(person, id, 'change_event', { eventid: there.eventid, distanceid: there.distances[distance], reason: 'se mudó', ...more });

describe('change event', () => {
  test('closes the inscription, begins another with its money, and each says where the other is', async () => {
    const id = await paid();
    const bib = (await scene.read(id)).number;
    const answer = await move(id);
    expect(answer).toMatchObject({ status: 200, body: { result: { difference_cents: 0 } } });
    const target = answer.body.result.inscriptionid as number;
    expect(await scene.read(id)).toMatchObject({
      status: 'change_event',
      number: null,
      qr_token: null,
      paid_cents: 62_500,
      refunded_cents: 62_500,
      moved_to_inscriptionid: target,
    });
    expect(await scene.read(target)).toMatchObject({
      status: 'assign_number',
      eventid: there.eventid,
      number: 1,
      paid_cents: 62_500,
      refunded_cents: 0,
      moved_from_inscriptionid: id,
      qr_token: expect.any(String),
      tshirt_modelid: null,
    });
    expect([await paymentsOf(id), await paymentsOf(target)]).toEqual([
      [
        { type: 'charge', method: 'cash', status: 'paid', amount_cents: 62_500 },
        { type: 'transfer_out', method: 'external', status: 'paid', amount_cents: 62_500 },
      ],
      [{ type: 'transfer_in', method: 'external', status: 'paid', amount_cents: 62_500 }],
    ]);
    expect(await one('select state from bibs where eventid = $1 and number = $2', [here.eventid, bib])).toEqual({ state: 'free' });
    expect(await one(`select reserved::int from tshirt_stock where tshirt_modelid = $1 and size = 'M'`, [here.shirt])).toEqual({
      reserved: 0,
    });
    expect([await scene.statuses(id), await scene.statuses(target)]).toEqual([
      ['started', 'paid', 'assign_number', 'change_event'],
      ['started', 'paid', 'assign_number'],
    ]);
    await clean();
  });

  test('leaves the coupon used where it was used', async () => {
    const { body } = await scene.support.post('/v2/inscription/inscriptions', {
      eventid: here.eventid,
      distanceid: here.distances[0],
      web_userid: here.athletes[0],
    });
    await must(body.inscriptionid, 'apply_coupon', { couponid: here.coupons[1] });
    await must(body.inscriptionid, 'pay', { method: 'cash' });
    expect(await move(body.inscriptionid)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.method', message: expect.stringContaining('100') }] },
    });
    const answer = await move(body.inscriptionid, 0, { method: 'pos', reference: 'v-9' });
    expect(await one('select uses_count as used from coupons where couponid = $1', [here.coupons[1]])).toEqual({ used: 1 });
    expect(await paymentsOf(answer.body.result.inscriptionid)).toEqual([
      { type: 'transfer_in', method: 'external', status: 'paid', amount_cents: 52_500 },
      { type: 'charge', method: 'pos', status: 'paid', amount_cents: 10_000 },
    ]);
    await clean();
  });

  test('credits what the other event costs less, as the event that is left says, or lets it go with a reason', async () => {
    const [first, second] = [await paid(), await paid(0, 1)];
    expect((await move(first, 1)).body.result).toMatchObject({ difference_cents: -20_000 });
    expect(await wallet()).toBe(120_000);
    await clean();
    const kept = (await move(second, 1, { difference: 'waive' })).body.result.inscriptionid;
    expect(await scene.read(kept)).toMatchObject({ total_cents: 62_500, extra_cents: 20_000, paid_cents: 62_500 });
    expect(await wallet(1)).toBe(100_000);
    await clean();
  });

  test('takes what is missing from the wallet, or waives it as a discount', async () => {
    const [first, second] = [await paid(1), await paid(1, 1)];
    await scene.pool.query('update distances set capacity = 2 where distanceid = $1', [there.distances[0]]);
    await scene.pool.query('update price_tiers set qty_limit = 2 where distanceid = $1', [there.distances[0]]);
    const moved = (await move(first, 0, { method: 'wallet' })).body.result.inscriptionid;
    expect(await scene.read(moved)).toMatchObject({ status: 'assign_number', paid_cents: 62_500, wallet_cents: 20_000 });
    expect(await wallet()).toBe(80_000);
    await clean();
    const waived = (await move(second, 0, { difference: 'waive' })).body.result.inscriptionid;
    expect(await scene.read(waived)).toMatchObject({ discount_cents: 20_000, total_cents: 42_500, paid_cents: 42_500 });
    await clean();
  });

  test('of two who want the last seat at once moves one, and leaves the other as it was', async () => {
    const ids = [await paid(), await paid(0, 1)];
    const answers = await Promise.all(ids.map((id) => move(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = ids[answers.findIndex(({ status }) => status === 409)]!;
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ errors: [{ path: 'distanceid' }] });
    expect(await scene.read(loser)).toMatchObject({ status: 'assign_number', refunded_cents: 0, moved_to_inscriptionid: null });
    await clean();
  });

  test('crossing each other, neither waits for the other for ever', async () => {
    const mine = await paid(1);
    const { body } = await scene.support.post('/v2/inscription/inscriptions', {
      eventid: there.eventid,
      distanceid: there.distances[1],
      web_userid: there.athletes[0],
    });
    await must(body.inscriptionid, 'pay', { method: 'cash' });
    const answers = await Promise.all([
      move(mine, 1),
      scene.act(scene.support, body.inscriptionid, 'change_event', { eventid: here.eventid, distanceid: here.distances[1] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await clean();
  });

  test('takes the key on both sides, an event that is another, and a kit that was not handed out', async () => {
    const id = await paid();
    expect((await move(id, 0, {}, scene.organizer)).status).toBe(403);
    expect(await scene.act(scene.support, id, 'change_event', { eventid: here.eventid, distanceid: here.distances[1] })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'input.eventid' }] },
    });
    expect((await scene.act(scene.support, id, 'change_event', { eventid: there.eventid, distanceid: here.distances[1] })).status).toBe(
      400,
    );
    await scene.pool.query(`update events set distance_change_policy = 'none' where eventid = $1`, [here.eventid]);
    expect((await move(id)).status).toBe(409);
    await scene.pool.query(`update events set distance_change_policy = 'pay_difference' where eventid = $1`, [here.eventid]);
    const elsewhere = await add.event(scene.pool, await add.organization(scene.pool, `Vecina${id}`, { region: 'norte' }), `ajena-${id}`, {
      region: 'norte',
    });
    const distanceid = await add.distance(scene.pool, elsewhere, 'AJENA');
    await scene.pool.query(
      `update membership_roles set deleted_at = now() where roleid = (select roleid from roles where slug = 'national') and membershipid in (select m.membershipid from memberships m join users u using (userid) where u.asdeporteid = 'sonia')`,
    );
    await scene.pool.query(
      `insert into membership_roles (membershipid, organizationid, roleid, access, source) select m.membershipid, m.organizationid, (select roleid from roles where slug = 'centro'), 'edit', 'direct' from memberships m join users u using (userid) where u.asdeporteid = 'sonia'`,
    );
    expect([403, 404, 400]).toContain((await scene.act(scene.support, id, 'change_event', { eventid: elsewhere, distanceid })).status);
    expect(await one('select count(*)::int as rows from inscriptions where eventid = $1', [elsewhere])).toEqual({ rows: 0 });
    expect(await scene.read(id)).toMatchObject({ status: 'assign_number', moved_to_inscriptionid: null });
    await scene.pool.query(
      `update membership_roles set deleted_at = null where roleid = (select roleid from roles where slug = 'national')`,
    );
    await scene.pool.query(`update inscriptions set kit_status = 'delivered' where inscriptionid = $1`, [id]);
    expect((await move(id)).status).toBe(409);
    await scene.pool.query(`update inscriptions set kit_status = 'pending' where inscriptionid = $1`, [id]);
  });
});

describe('the name of a paid inscription', () => {
  const edit = async (id: number, values: object, person = scene.support) =>
    person.patch(`/v2/inscription/inscriptions/${id}`, { version: (await scene.read(id)).version, ...values });
  const rename = { first_name: 'Otra', last_name: 'Persona' };

  test('is not changed by the form when the event asks a fee, and is while nothing is paid or nothing asked', async () => {
    const id = await paid();
    expect(await edit(id, { last_name: 'Nueva' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'last_name', message: expect.stringContaining('180') }] },
    });
    expect((await edit(id, { second_last_name: 'Nueva', city: 'Toluca' })).status).toBe(200);
    await scene.pool.query('update events set name_change_fee_cents = 0 where eventid = $1', [here.eventid]);
    expect((await edit(id, { last_name: 'Nueva' })).status).toBe(200);
    const { body } = await scene.support.post('/v2/inscription/inscriptions', {
      eventid: there.eventid,
      distanceid: there.distances[0],
      web_userid: there.athletes[0],
    });
    expect((await edit(body.inscriptionid, { last_name: 'Nueva' })).status).toBe(200);
  });

  test('costs the fee of the event, which is taken with the change and stays through another race', async () => {
    const id = await paid();
    expect(await scene.act(scene.support, id, 'update_name', rename)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.method', message: expect.stringContaining('180') }] },
    });
    expect(await must(id, 'update_name', { ...rename, method: 'cash', reason: 'cede su lugar' })).toEqual({ fee_cents: 18_000 });
    expect(await scene.read(id)).toMatchObject({
      ...rename,
      name: expect.stringContaining('Otra Persona'),
      extra_cents: 18_000,
      total_cents: 80_500,
      paid_cents: 80_500,
    });
    expect(
      await one(`select reason, changes from inscription_log where inscriptionid = $1 and status = 'data_updated'`, [id]),
    ).toMatchObject({ reason: 'cede su lugar', changes: expect.arrayContaining([{ field: 'extra_cents', old: 0, new: 18_000 }]) });
    await clean();
    await must(id, 'update_race', { distanceid: here.distances[1] });
    expect(await scene.read(id)).toMatchObject({ extra_cents: 18_000, total_cents: 60_500, paid_cents: 80_500, refunded_cents: 20_000 });
    await clean();
  });

  test('is waived by an administrator who says why, and by nobody else', async () => {
    const id = await paid();
    expect(await scene.act(scene.support, id, 'update_name', { ...rename, fee: 'waive' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.reason' }] },
    });
    expect(await scene.act(scene.organizer, id, 'update_name', { ...rename, fee: 'waive', reason: 'error' })).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'input.fee' }] },
    });
    expect(await must(id, 'update_name', { ...rename, fee: 'waive', reason: 'error de captura' })).toEqual({ fee_cents: 0 });
    expect(await scene.read(id)).toMatchObject({ ...rename, extra_cents: 0, total_cents: 62_500 });
    await clean();
  });
});

test('tags find inscriptions again', async () => {
  const id = await paid();
  const { version } = await scene.read(id);
  expect(
    await scene.support.patch(`/v2/inscription/inscriptions/${id}`, { version, tags: ['Élite', 'VIP'], est_time_s: 3_725 }),
  ).toMatchObject({ status: 200, body: { tags: ['élite', 'vip'], est_time_s: 3_725 } });
  const filter = encodeURIComponent(JSON.stringify({ field: 'tags', op: 'has', value: ['vip'] }));
  const { body } = await scene.support.get(`/v2/inscription/inscriptions?filter=${filter}`);
  expect((body.items ?? body).map(({ inscriptionid }: any) => inscriptionid)).toEqual([id]);
});
