import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { completeGrants, grantsAtOnce } from '../../server/features/benefits/grantBenefits';
import { longer } from '../support/limits';
import { addMany } from './support/downloadWorld';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, org: number, eventid: number, ten: number, five: number;
let organizer: Person, clerk: Person, viewer: Person;
let people = 0;

const register = async (distanceid: number, more: object = {}): Promise<number> => {
  people += 1;
  const athlete = await add.athlete(world.pool, `Persona${people}`);
  return add.inscription(world.pool, eventid, distanceid, athlete, {
    status: 'paid',
    paid_at: `2026-01-01T00:${String(people % 60).padStart(2, '0')}:00Z`,
    ...more,
  });
};
const benefit = async (more: object = {}): Promise<number> => {
  const { status, body } = await organizer.post('/v2/event/benefits', {
    eventid,
    name: { es: 'Foto gratis' },
    kind: 'gift',
    redemption: 'qr',
    terms: { es: 'Hasta agotar existencias' },
    status: 'active',
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.benefitid;
};
const act = (who: Person, id: number, action: string, body: object = {}) => who.post(`/v2/event/benefits/${id}/${action}`, body);
const granted = async (id: number): Promise<number[]> =>
  (
    await world.pool.query(
      `select inscriptionid from benefit_grants where benefitid = $1 and state <> 'available' and deleted_at is null order by 1`,
      [id],
    )
  ).rows.map((row) => Number(row.inscriptionid));
const only = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Alfa');
  eventid = await add.event(world.pool, org, 'uno', { status: 'published' });
  ten = await add.distance(world.pool, eventid, '10K');
  five = await add.distance(world.pool, eventid, '5K');
  for (const [name, profile] of [
    ['olga', 'organizer'],
    ['clara', 'customer-support'],
    ['delia', 'kit-delivery'],
    ['sara', 'sponsor-viewer'],
    ['sofia', 'super-admin'],
  ] as const)
    await addPerson(world.pool, name, [{ org, profile }]);
  organizer = world.as('olga', org);
  clerk = world.as('clara', org);
  viewer = world.as('sara', org);
});
afterAll(() => world.close());

describe('a benefit is given by its rule', () => {
  test('to the active registrations of its races, once, however often it is given', async () => {
    const [one, two] = [await register(ten), await register(ten)];
    await register(five);
    await register(ten, { status: 'started' });
    const id = await benefit({ distanceids: [ten] });
    const reach = await act(organizer, id, 'reach');
    expect(reach.body.result).toMatchObject({ meant: 2, due: 2, possible: 2, granted: 0 });
    expect((await act(organizer, id, 'grant')).status).toBe(200);
    expect(await granted(id)).toEqual(only([one, two]));
    expect((await act(organizer, id, 'grant')).status).toBe(200);
    expect(await granted(id)).toEqual(only([one, two]));
    const { rows } = await world.pool.query(
      `select count(*)::int as count from audits where resource = 'benefit_grants' and verb = 'create'`,
    );
    expect(rows[0].count).toBeGreaterThanOrEqual(2);
  });

  test('and a rehearsal gives nothing', async () => {
    await register(five);
    const id = await benefit({ distanceids: [five] });
    expect((await act(organizer, id, 'grant', { dry_run: true })).status).toBe(200);
    expect(await granted(id)).toEqual([]);
  });

  test('is refused for what is no rule of an event, for a draft, and to who may only look', async () => {
    const without = await benefit({ eventid: null, organizationid: org });
    expect((await act(organizer, without, 'grant')).status).toBe(409);
    const draft = await benefit({ status: 'draft' });
    expect((await act(organizer, draft, 'grant')).status).toBe(409);
    expect((await act(clerk, draft, 'grant')).status).toBe(403);
    expect((await act(viewer, draft, 'withdraw')).status).toBe(403);
  });

  test('to no more than there are, the first to pay first, and to one athlete no more than allowed', async () => {
    const athlete = await add.athlete(world.pool, 'Doble');
    const seven = await add.distance(world.pool, eventid, '7K');
    const first = await add.inscription(world.pool, eventid, seven, athlete, {
      status: 'paid',
      folio: 'DOBLE1',
      qr_token: 'doble1',
      paid_at: '2026-01-01T00:00:00Z',
    });
    const other = await add.distance(world.pool, eventid, '8K');
    await add.inscription(world.pool, eventid, other, athlete, {
      status: 'paid',
      folio: 'DOBLE2',
      qr_token: 'doble2',
      paid_at: '2026-01-02T00:00:00Z',
    });
    const next = await register(seven, { paid_at: '2026-01-03T00:00:00Z' });
    await register(seven, { paid_at: '2026-01-04T00:00:00Z' });
    const id = await benefit({ distanceids: [seven, other], qty: 2 });
    await act(organizer, id, 'grant');
    expect(await granted(id)).toEqual(only([first, next]));
    expect((await act(organizer, id, 'reach')).body.result).toMatchObject({ due: 1, possible: 0, left: 0 });
  });
});

describe('a pool of codes', () => {
  test('gives each registration one of its own, and goes on when codes are added', async () => {
    const race = await add.distance(world.pool, eventid, '12K');
    const ids = [await register(race), await register(race), await register(race)];
    const id = await benefit({ distanceids: [race], redemption: 'code_pool' });
    expect((await act(organizer, id, 'add_codes', { input: { codes: 'uno-1\nUNO-2, uno-2' } })).body.result).toMatchObject({
      added: 2,
      known: 0,
    });
    await act(organizer, id, 'grant');
    expect(await granted(id)).toHaveLength(2);
    expect((await act(organizer, id, 'add_codes', { input: { codes: 'UNO-2 UNO-3 UNO-4' } })).body.result).toMatchObject({
      added: 2,
      known: 1,
    });
    expect(await granted(id)).toEqual(only(ids));
    const { rows } = await world.pool.query('select code, state from benefit_grants where benefitid = $1 order by code', [id]);
    expect(rows.map(({ code, state }) => `${code} ${state}`)).toEqual([
      'UNO-1 granted',
      'UNO-2 granted',
      'UNO-3 granted',
      'UNO-4 available',
    ]);
  });
  test.each([
    ['what is no code', 'BIEN-1 mal código$', 'CODE_UNREADABLE'],
    ['more than can be added at a time', Array.from({ length: 5001 }, (_, at) => `C-${at}`).join('\n'), 'TOO_MANY_CODES'],
    ['nothing', ' , ', 'REQUIRED'],
  ])('refuses %s on its field', async (_what, codes, code) => {
    const id = await benefit({ redemption: 'code_pool' });
    const answer = await act(organizer, id, 'add_codes', { input: { codes } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: 'input.codes', code }]);
  });
  test('belongs to no benefit of another kind', async () => {
    expect((await act(organizer, await benefit(), 'add_codes', { input: { codes: 'UNO-1' } })).status).toBe(409);
  });
});

describe('a rule that is in force', () => {
  test('gives the benefit to a registration as it is paid, and takes it back when it is cancelled', async () => {
    const race = await add.distance(world.pool, eventid, '15K');
    const id = await benefit({ distanceids: [race], redemption: 'code_pool' });
    await act(organizer, id, 'add_codes', { input: { codes: 'SOLO-1' } });
    await act(organizer, id, 'grant');
    const late = await register(race, { status: 'started', paid_at: null });
    const staff = world.as('sofia', org);
    const paid = await staff.post(`/v2/inscription/inscriptions/${late}/pay`, { input: { method: 'courtesy', reason: 'Prueba' } });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    expect(await granted(id)).toEqual([late]);
    const cancelled = await staff.post(`/v2/inscription/inscriptions/${late}/cancel`, { input: { cancel_reason: 'requested' } });
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
    expect(await granted(id)).toEqual([]);
    const { rows } = await world.pool.query('select state, inscriptionid from benefit_grants where benefitid = $1', [id]);
    expect(rows).toEqual([{ state: 'available', inscriptionid: null }]);
  });

  test('is undone without what was redeemed, and gives nothing afterwards', async () => {
    const race = await add.distance(world.pool, eventid, '18K');
    const [used, unused] = [await register(race), await register(race)];
    const id = await benefit({ distanceids: [race] });
    await act(organizer, id, 'grant');
    await world.pool.query(`update benefit_grants set state = 'redeemed' where benefitid = $1 and inscriptionid = $2`, [id, used]);
    expect((await act(organizer, id, 'withdraw')).status).toBe(200);
    expect(await granted(id)).toEqual([used]);
    expect(unused).toBeGreaterThan(0);
    await completeGrants({ pool: world.pool, registry }, () => false);
    expect(await granted(id)).toEqual([used]);
    expect((await act(organizer, id, 'withdraw')).status, 'what was redeemed stays').toBe(200);
  });

  test('reaches more than one transaction takes, and what an interrupted call left is given by the server', longer, async () => {
    const race = await add.distance(world.pool, eventid, '30K');
    const count = grantsAtOnce + 40;
    await addMany(world, eventid, race, count);
    const id = await benefit({ distanceids: [race] });
    await act(organizer, id, 'grant');
    expect(await granted(id)).toHaveLength(count);
    await world.pool.query(`update benefit_grants set deleted_at = now() where benefitid = $1`, [id]);
    await completeGrants({ pool: world.pool, registry }, () => false);
    expect(await granted(id)).toHaveLength(count);
  });
});

test('a benefit that was redeemed by mistake is taken back once, by who could redeem it, and can be redeemed again', async () => {
  const id = await benefit({ distanceids: [ten] });
  await register(ten);
  expect((await act(organizer, id, 'grant')).status).toBe(200);
  const { rows } = await world.pool.query('select benefit_grantid from benefit_grants where benefitid = $1 order by 1 limit 1', [id]);
  const of = (who: Person, action: string) => who.post(`/v2/event/benefit_grants/${rows[0].benefit_grantid}/${action}`);
  expect((await of(organizer, 'take_back')).body.code).toBe('STATE_NOT_ALLOWED');
  expect((await of(organizer, 'redeem')).status).toBe(200);
  expect([(await of(viewer, 'take_back')).status, (await of(clerk, 'take_back')).status]).toEqual([403, 403]);
  expect((await of(organizer, 'take_back')).status).toBe(200);
  const stored = await world.pool.query('select state, redeemed_at, redeemed_userid from benefit_grants where benefit_grantid = $1', [
    rows[0].benefit_grantid,
  ]);
  expect(stored.rows).toEqual([{ state: 'granted', redeemed_at: null, redeemed_userid: null }]);
  expect((await of(organizer, 'redeem')).status).toBe(200);
});

test('what somebody handed over at a door is given back by the same person, of the same hour, once', async () => {
  const id = await benefit({ distanceids: [ten] });
  const inscriptionid = await register(ten);
  await act(organizer, id, 'grant');
  const { rows } = await world.pool.query('select benefit_grantid from benefit_grants where benefitid = $1 and inscriptionid = $2', [
    id,
    inscriptionid,
  ]);
  const of = async (who: Person, action: string, input: object) => {
    const { status, body } = await who.post(`/v2/event/benefit_grants/${rows[0].benefit_grantid}/${action}`, { input });
    return [status, body.code];
  };
  const state = async (): Promise<string> =>
    (await world.pool.query('select state from benefit_grants where benefit_grantid = $1', [rows[0].benefit_grantid])).rows[0].state;
  const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const at = minutesAgo(10),
    door = world.as('delia', org);
  expect(await of(door, 'hand_back', { redeemed_at: at }), 'it never arrived').toEqual([200, undefined]);
  expect(await of(door, 'hand_over', { inscriptionid, redeemed_at: at })).toEqual([200, undefined]);
  expect(await of(organizer, 'hand_back', { redeemed_at: at }), 'somebody else').toEqual([409, 'BENEFIT_OTHERS']);
  expect(await of(door, 'hand_back', { redeemed_at: minutesAgo(5) }), 'another time').toEqual([409, 'BENEFIT_OTHERS']);
  expect((await of(viewer, 'hand_back', { redeemed_at: at }))[0]).toBe(403);
  expect((await of(door, 'take_back', {}))[0], 'only who manages benefits').toBe(403);
  expect(await state()).toBe('redeemed');
  expect(await of(door, 'hand_back', { redeemed_at: at })).toEqual([200, undefined]);
  expect(await state()).toBe('granted');
  expect(await of(door, 'hand_back', { redeemed_at: at })).toEqual([200, undefined]);
});
