import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { digestOf, reconcile } from '../../support/reconcile';
import { tracing, whole } from '../../support/traces';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

const root = '/v2/inscription/waitlist_entries',
  hourMs = 3_600_000;
let scene: Scene, arena: Arena, seated: readonly [number, number];
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  await rows(`update waitlist_entries set status = 'withdrawn', withdrawn_because = 'requested' where status = 'waiting'`);
  arena = await openArena(scene, { athletes: 6, seats: [2, 3], bibs: [5, 5], shirts: [2, 2], uses: 3, budget: 90_000, cents: 100_000 });
  seated = [await signUp(0), await signUp(1)];
});
afterAll(() => scene.close());

const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> =>
  (await scene.pool.query(text, values as unknown[])).rows;
const signUp = async (athlete: number, distance = 0): Promise<number> => {
  const { status, body } = await scene.support.post('/v2/inscription/inscriptions', {
    eventid: arena.eventid,
    distanceid: arena.distances[distance],
    web_userid: arena.athletes[athlete],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.inscriptionid;
};
const enlarge = async (): Promise<void> => {
  await rows('update distances set capacity = 3 where distanceid = $1', [arena.distances[0]]);
  await rows('update price_tiers set qty_limit = null where distanceid = $1', [arena.distances[0]]);
};
const join = (athlete: number, more: object = {}, who = scene.support) =>
  who.post(root, { eventid: arena.eventid, distanceid: arena.distances[0], web_userid: arena.athletes[athlete], ...more });
const joined = async (athlete: number): Promise<number> => {
  const { status, body } = await join(athlete);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.waitlist_entryid;
};
const must = async (id: number, action: string, input: object = {}, who = scene.support): Promise<any> => {
  const answer = await scene.act(who, id, action, input);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
};
const cancel = (id: number, cancel_reason = 'requested'): Promise<unknown> => must(id, 'cancel', { cancel_reason });
const entry = async (id: number): Promise<any> => (await scene.support.get(`${root}/${id}`)).body;
/** The outcome of each, in the order in which they came. */
const standing = async (): Promise<readonly string[]> =>
  (await rows('select status from waitlist_entries where eventid = $1 order by created, waitlist_entryid', [arena.eventid])).map(
    ({ status }) => status,
  );
const agrees = async (): Promise<void> => expect(await reconcile(scene.pool)).toEqual({});
const refusedOn = (status: number, path: string, message: string) => ({ status, body: { errors: [{ path, message }] } });

describe('the seat that somebody gives back', () => {
  test('is held for the person who has waited longest, as a registration of theirs that says until when', async () => {
    const [first, second] = [await joined(2), await joined(3)];
    await cancel(seated[0]);
    expect(await standing()).toEqual(['offered', 'waiting']);
    const { inscriptionid, expires_at, offered_at } = await entry(first);
    expect(await scene.read(inscriptionid)).toMatchObject({
      status: 'started',
      web_userid: arena.athletes[2],
      distanceid: arena.distances[0],
      channel: 'backoffice',
      total_cents: 62_500,
      registered_by_userid: null,
      exoneration_status: 'pending',
    });
    expect(Date.parse(expires_at) - Date.parse(offered_at)).toBeCloseTo(24 * hourMs, -5);
    expect(new Date((await scene.read(inscriptionid)).expires_at).toISOString()).toBe(expires_at);
    expect(await rows('select status, actor_type from inscription_log where inscriptionid = $1', [inscriptionid])).toEqual([
      { status: 'started', actor_type: 'system' },
    ]);
    expect(await entry(second)).toMatchObject({ status: 'waiting', inscriptionid: null });
    expect((await rows('select held_count, sold_count from distances where distanceid = $1', [arena.distances[0]]))[0]).toEqual({
      held_count: 2,
      sold_count: 0,
    });
    await agrees();
  });

  test('is theirs once it is paid, and passes on when its time is over', async () => {
    const ids = [await joined(2), await joined(3), await joined(4)];
    await cancel(seated[0]);
    const lapse = async (id: number) => {
      await scene.pool.query("update inscriptions set expires_at = now() - interval '1 millisecond' where inscriptionid = $1", [
        (await entry(id)).inscriptionid,
      ]);
      await expireHolds({ pool: scene.pool, registry });
    };
    await lapse(ids[0]!);
    expect(await standing()).toEqual(['expired', 'offered', 'waiting']);
    await lapse(ids[1]!);
    expect(await standing()).toEqual(['expired', 'expired', 'offered']);
    const { inscriptionid } = await entry(ids[2]!);
    await must(inscriptionid, 'pay', { method: 'cash' });
    expect(await standing()).toEqual(['expired', 'expired', 'taken']);
    expect(await scene.statuses(inscriptionid)).toEqual(['started', 'paid', 'assign_number']);
    await cancel(inscriptionid);
    expect(await standing(), 'who gives a seat back later had taken it').toEqual(['expired', 'expired', 'taken']);
    await agrees();
  });

  test('is offered whichever way it became free: refund, other event, other race, lost dispute', async () => {
    const ids = [await joined(2), await joined(3), await joined(4)];
    for (const id of seated) await must(id, 'pay', { method: 'cash' });
    await must(seated[0], 'wallet_refund', { reason: 'lesión', amount_cents: 1 }, scene.finance);
    expect(await standing()).toEqual(['offered', 'waiting', 'waiting']);
    await must(seated[1], 'change_event', { eventid: arena.other.eventid, distanceid: arena.other.distances[0] });
    expect(await standing()).toEqual(['offered', 'offered', 'waiting']);
    const { inscriptionid } = await entry(ids[0]!);
    await must(inscriptionid, 'pay', { method: 'cash' });
    await must(inscriptionid, 'update_race', { distanceid: arena.distances[1] });
    expect(await standing()).toEqual(['taken', 'offered', 'offered']);
    const other = (await entry(ids[1]!)).inscriptionid;
    await must(other, 'pay', { method: 'cash' });
    await must(other, 'open_chargeback', { reason: 'banco' }, scene.finance);
    const last = await joined(5);
    await must(other, 'close_chargeback', { outcome: 'lost', reason: 'banco' }, scene.finance);
    expect((await entry(last)).status).toBe('offered');
    await agrees();
  });

  test('whose holder chose another race before paying leaves the list by that, and the next one is asked', async () => {
    const ids = [await joined(2), await joined(3)];
    await cancel(seated[0]);
    await must((await entry(ids[0]!)).inscriptionid, 'update_race', { distanceid: arena.distances[1] });
    expect(await entry(ids[0]!)).toMatchObject({ status: 'withdrawn', withdrawn_because: 'other_race' });
    expect(await standing()).toEqual(['withdrawn', 'offered']);
    await agrees();
  });

  test('passes by who can no longer be registered, and says why they left', async () => {
    const ids = [await joined(2), await joined(3), await joined(4), await joined(5)];
    await scene.pool.query(`update web_users set status = 'blocked' where web_userid = $1`, [arena.athletes[2]]);
    await scene.pool.query(`update web_users set birth_date = '1930-01-01' where web_userid = $1`, [arena.athletes[3]]);
    await scene.pool.query('update distances set age_max = 80 where distanceid = $1', [arena.distances[0]]);
    await enlarge();
    await signUp(4);
    await cancel(seated[0]);
    expect(await Promise.all(ids.map(async (id) => (await entry(id)).withdrawn_because))).toEqual([
      'athlete',
      'eligibility',
      'registered',
      null,
    ]);
    expect(await standing()).toEqual(['withdrawn', 'withdrawn', 'withdrawn', 'offered']);
    await agrees();
  });

  test('one after the other: as many offers as seats, also in one call', async () => {
    await joined(2);
    await joined(3);
    await joined(4);
    const answer = await scene.support.post('/v2/inscription/inscriptions/actions/cancel', {
      ids: seated,
      input: { cancel_reason: 'requested' },
    });
    expect(answer.body).toMatchObject({ ok: 2, skipped: [], failed: [] });
    expect(await standing()).toEqual(['offered', 'offered', 'waiting']);
    await agrees();
  });

  test('is offered to nobody while the event, its registration or the distance is closed or in pause, or when the event is called off', async () => {
    const id = await joined(2);
    const shut = async (table: 'events' | 'distances', set: string): Promise<void> => {
      const key = table === 'events' ? arena.eventid : arena.distances[0];
      await scene.pool.query(`update ${table} set ${set} where ${table === 'events' ? 'eventid' : 'distanceid'} = $1`, [key]);
    };
    await cancel(seated[0], 'event_cancelled');
    expect(await standing()).toEqual(['waiting']);
    await shut('distances', "capacity = 1, status = 'paused'");
    await cancel(seated[1]);
    expect(await standing()).toEqual(['waiting']);
    const offer = (): Promise<{ readonly status: number; readonly body: any }> => scene.support.post(`${root}/${id}/offer`);
    expect(await offer()).toMatchObject(refusedOn(409, 'distanceid', 'La distancia o las inscripciones del evento están cerradas.'));
    await shut('distances', "status = 'sold_out'");
    for (const set of ["status = 'cancelled'", "status = 'published', registration_close_at = now()"]) {
      await shut('events', set);
      expect((await offer()).status).toBe(409);
    }
    await shut('events', "registration_close_at = now() + interval '2 hours'");
    expect((await offer()).status, 'what is sold out has what was given back for those who wait').toBe(200);
    expect(Date.parse((await entry(id)).expires_at) - Date.now(), 'no offer outlives the registration').toBeLessThan(2.1 * hourMs);
  });

  test('that was offered is kept until the hour that was promised, however an attempt to pay goes', async () => {
    const id = await joined(2);
    await cancel(seated[0]);
    const { inscriptionid, expires_at } = await entry(id);
    await must(inscriptionid, 'request_payment', { method: 'card' });
    expect(new Date((await scene.read(inscriptionid)).expires_at).toISOString()).toBe(expires_at);
    await must(inscriptionid, 'request_payment', { method: 'oxxo' }).catch(() => undefined);
    await agrees();
  });

  test("is nobody else's: who returns finds it taken", async () => {
    await must(seated[0], 'pay', { method: 'cash' });
    await joined(2);
    await cancel(seated[0]);
    expect(await scene.act(scene.support, seated[0], 'reactivate', { reason: 'x' })).toMatchObject(
      refusedOn(409, 'distanceid', 'No quedan lugares en la distancia.'),
    );
    await agrees();
  });
});

describe('anyone who wants to wait', () => {
  test('is refused on the field that prevents it, in their language', async () => {
    expect(await join(2, { distanceid: arena.distances[1] })).toMatchObject(
      refusedOn(409, 'distanceid', 'Hay lugares libres y nadie espera: inscríbelo directamente.'),
    );
    expect(await join(0)).toMatchObject(refusedOn(409, 'web_userid', 'Este atleta ya tiene un lugar en la distancia.'));
    await joined(2);
    expect(await join(2)).toMatchObject(refusedOn(409, 'web_userid', 'Este atleta ya está en la lista de espera de la distancia.'));
    expect((await join(2, { distanceid: arena.other.distances[0] })).body.errors[0]).toMatchObject({ path: 'distanceid' });
    await scene.pool.query('update distances set age_min = 60 where distanceid = $1', [arena.distances[0]]);
    expect((await join(3)).body.errors[0]).toMatchObject({ path: 'web_userid', message: expect.stringContaining('60') });
    await scene.pool.query(`update distances set age_min = null, branch_rule = 'M' where distanceid = $1`, [arena.distances[0]]);
    expect((await join(3)).body.errors[0].path).toBe('web_userid');
    await scene.pool.query(`update distances set branch_rule = 'any', status = 'closed' where distanceid = $1`, [arena.distances[0]]);
    expect(await join(3)).toMatchObject(refusedOn(409, 'distanceid', 'La distancia o las inscripciones del evento están cerradas.'));
    await scene.pool.query(`update distances set status = 'sold_out' where distanceid = $1`, [arena.distances[0]]);
    await joined(3);
  });

  test('comes after those who wait already, though a seat is free by now', async () => {
    await joined(2);
    await enlarge();
    const second = await joined(3);
    const offers = await scene.support.post(`${root}/actions/offer`, { filter: { field: 'eventid', op: 'eq', value: arena.eventid } });
    expect(offers.body).toMatchObject({ ok: 1, skipped: [{ id: second, reason: 'No quedan lugares en la distancia.' }] });
    expect(await standing()).toEqual(['offered', 'waiting']);
    await agrees();
  });
});

describe('what is done by hand', () => {
  test('is rehearsed without a trace', async () => {
    const [first, second] = [await joined(2), await joined(3)];
    await enlarge();
    const before = await digestOf(scene.pool);
    const rehearsed = await scene.support.post(`${root}/actions/offer`, { ids: [first, second], dry_run: true });
    expect(rehearsed.body).toMatchObject({ ok: 1, skipped: [{ id: second }] });
    expect((await scene.support.post(`${root}/actions/withdraw`, { ids: [first], input: { reason: 'x' }, dry_run: true })).body.ok).toBe(1);
    expect((await scene.act(scene.support, seated[0], 'cancel', { cancel_reason: 'requested' }, true)).status).toBe(200);
    expect(await digestOf(scene.pool)).toBe(before);
  });

  test('takes somebody off the list with a reason, and not who has an offer', async () => {
    const [first, second] = [await joined(2), await joined(3)];
    expect((await scene.support.post(`${root}/${first}/withdraw`, { input: {} })).body.errors).toMatchObject([{ path: 'input.reason' }]);
    await scene.support.post(`${root}/${first}/withdraw`, { input: { reason: 'ya no puede' } });
    expect(await entry(first)).toMatchObject({ status: 'withdrawn', withdrawn_because: 'requested', reason: 'ya no puede' });
    await cancel(seated[0]);
    expect((await scene.support.post(`${root}/${second}/withdraw`, { input: { reason: 'x' } })).body.errors).toMatchObject([
      { path: 'status' },
    ]);
    await joined(2);
    expect(await standing()).toEqual(['withdrawn', 'offered', 'waiting']);
    await agrees();
  });

  test('is refused with a key that only views, and in another organization there is nothing', async () => {
    const id = await joined(2);
    expect((await scene.desk.get(`${root}/${id}`)).status).toBe(200);
    for (const action of ['offer', 'withdraw'])
      expect((await scene.desk.post(`${root}/${id}/${action}`, { input: { reason: 'x' } })).status).toBe(403);
    expect((await join(3, {}, scene.desk)).status).toBe(403);
    const answer = await scene.organizer.get(`${root}/${id}`);
    expect(answer.body, 'anyone who organizes reads no contact data').toMatchObject({ name: expect.any(String), email: null, phone: null });
    await scene.pool.query(
      `update events set organizationid = (select organizationid from organizations where name = 'Plataforma') where eventid = $1`,
      [arena.eventid],
    );
    await scene.pool.query('update waitlist_entries set eventid = eventid where eventid = $1', [arena.eventid]);
    for (const request of [scene.organizer.get(`${root}/${id}`), scene.organizer.post(`${root}/${id}/offer`)])
      expect((await request).status).toBe(404);
  });

  test('works for an organizer, who cannot read the register of athletes', async () => {
    const id = await joined(2);
    await enlarge();
    expect((await scene.organizer.post(`${root}/${id}/offer`)).status).toBe(200);
    expect((await entry(id)).status).toBe('offered');
    await agrees();
  });
});

test('an offer leaves an audit of each row that it changes', async () => {
  await joined(2);
  const { traced } = tracing(scene.pool, ['inscriptions', 'payments', 'orders', 'waitlist_entries', 'bibs', 'inscription_letters']);
  expect(await traced(() => cancel(seated[0]))).toEqual(whole('inscriptions orders waitlist_entries inscription_letters'));
});
