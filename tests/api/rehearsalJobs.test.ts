import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { actionLimits } from '@/schema/actionLimits';
import { isOneSession } from '../../server/database/oneSession';
import type { Transaction } from '../../server/kernel/transaction';
import { eventually } from '../support/eventually';
import { openStrained, quiet, runs, unlucky, url } from './support/strainedCoupons';

/** Small limits, so that more than fits at once is soon made. */
const limits = { ...actionLimits };
beforeAll(() => void Object.assign(actionLimits, { rehearsal: 600, run: 2500 }));
afterAll(() => void Object.assign(actionLimits, limits));

const site = openStrained();
const { make, stateOf, begin, work, settled, finish } = site;
const rehearse = (ids: readonly number[], as = site.olga) => begin({ ids, dry_run: true }, as);
const audits = async (): Promise<number> => (await site.world.pool.query('select 1 from audits')).rows.length;
/** So many portions as there are batches: each ends as soon as it has begun. */
const measure = { batchMs: 20, portionMs: 0 };
const hasty = { manners: { polite: measure, alone: measure } };
/** A body waits at the nth record until it is let go on. */
const gateAt = (nth: number) => {
  let open = (): void => {},
    reached = (): void => {},
    bodies = 0;
  const opened = new Promise<void>((resolve) => (open = resolve)),
    arrival = new Promise<void>((resolve) => (reached = resolve));
  site.scene = {
    ...site.scene,
    onBody: () => {
      bodies += 1;
    },
    meet: async () => {
      if (bodies !== nth) return;
      reached();
      await opened;
    },
  };
  return { arrival, open };
};

/** Until a request waits for the row that a portion holds; the embedded database takes requests in their order anyway. */
const comesNext = async (): Promise<void> => {
  const { pool } = site.world;
  if (!isOneSession(pool))
    await eventually(async () => expect((await pool.query('select 1 from pg_locks where not granted')).rows).not.toEqual([]));
};

describe('a rehearsal over more records than one request answers', () => {
  const filter = { field: 'status', op: 'in', value: ['active', 'archived'] };

  test('is a job: the request names the way, and a run has its limit too', async () => {
    const ids = Array.from({ length: 2501 }, (_, at) => at + 1);
    expect(await site.olga.post(url, { ids: ids.slice(0, 601), dry_run: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'ids', code: 'TOO_MANY_AT_ONCE', message: expect.stringMatching(/600.*\/runs/) }] },
    });
    expect(await site.olga.post(runs, { ids, dry_run: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'ids', code: 'TOO_MANY_AT_ALL', message: expect.stringContaining('2500') }] },
    });
    expect((await site.olga.post(runs, { ids: ids.slice(1), dry_run: true })).status).toBe(201);
  });

  test('says what the rehearsal of a request says, and changes nothing', async () => {
    const ids = await make(590, (at) => ({ ...(at % 3 === 0 && { status: 'archived' }), ...(at % 3 === 1 && { value: unlucky }) }));
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { body: asked } = await site.olga.post(url, { filter, dry_run: true });
    clock.mockRestore();
    const before = await stateOf();
    const seen: Transaction[] = [];
    site.scene = { ...quiet, onBody: (tx) => void seen.push(tx) };
    const ended = await finish(await begin({ filter, dry_run: true }));
    expect(await stateOf()).toEqual(before);
    expect(await audits()).toBe(0);
    expect(seen).toHaveLength(200);
    expect(seen.every(({ isRehearsal }) => isRehearsal)).toBe(true);
    expect(ended).toMatchObject({ state: 'done', total: 590, done: 590, ok: asked.ok, finished: true });
    expect(ended.rehearsal).toEqual({ phase: 'trying', done: asked.tried, total: 200, surprised: asked.surprised });
    expect(ended.reasons).toEqual(
      asked.left.map((group: any) => ({ ...group, ids: group.ids.toSorted((one: number, other: number) => one - other) })),
    );
    expect(ended.left).toEqual({ skipped: ids.filter((_, at) => at % 3 === 0).length, failed: asked.surprised });
  });

  test('adds up over its portions what the action takes', async () => {
    const ids = await make(500, (at) => ({ ...(at % 10 === 0 && { status: 'archived' }) }));
    const active = ids.filter((_, at) => at % 10 !== 0);
    site.scene = { ...quiet, free: 380 };
    const run = await rehearse([...ids, 999_999]);
    work(hasty);
    const ended = await settled(run);
    expect(ended).toMatchObject({ ok: 380, rehearsal: { done: 200 } });
    expect(ended.reasons.map(({ code, ids: left }: any) => [code, left])).toEqual([
      ['POOL_EMPTY', active.slice(380)],
      ['STATE_NOT_ALLOWED', ids.filter((_, at) => at % 10 === 0)],
      ['NOT_FOUND', [999_999]],
    ]);
  });

  test('counts from the beginning where the process that counted is gone', async () => {
    const ids = await make(900);
    site.scene = { ...quiet, free: 700 };
    const run = await rehearse(ids);
    const whole = await finish(run);
    expect(whole).toMatchObject({ ok: 700, left: { skipped: 200 } });
    // As if it had ended in the middle of counting, at 750 of 900.
    await site.world.pool.query(
      `update action_runs set phase = 'counting', position = 750, phase_total = 900, state = 'running', finished_at = null, ok = 0, skipped_count = 50`,
    );
    await site.world.pool.query('update action_refusals set ids = ids[1:50]');
    await site.world.pool.query(`update jobs set status = 'waiting', finished_at = null, next_at = now()`);
    expect(await finish(run)).toEqual({ ...whole, created: expect.any(String) });
  });

  test('over nothing has finished as it begins', async () => {
    expect(await begin({ ids: [], dry_run: true })).toMatchObject({ total: 0, finished: true, rehearsal: { done: 0, total: 0 } });
  });

  test('stops where its person says so and goes on from there', async () => {
    const ids = await make(60);
    const gate = gateAt(8);
    const run = await rehearse(ids);
    work(hasty);
    await gate.arrival;
    const stopping = site.olga.post(`${runs}/${run.runid}/stop`);
    await comesNext();
    gate.open();
    expect((await stopping).body).toMatchObject({ state: 'stopped', finished: false, rehearsal: { phase: 'trying' } });
    expect((await site.olga.post(`${runs}/${run.runid}/perform`)).body, 'only what was rehearsed to its end is done').toMatchObject({
      state: 'stopped',
      rehearsal: { phase: 'trying' },
    });
    expect((await site.olga.post(`${runs}/${run.runid}/resume`)).body.state).toBe('running');
    expect(await settled(run)).toMatchObject({ state: 'done', ok: 60, rehearsal: { done: 60 } });
    expect((await stateOf()).every(({ version }) => version === 1)).toBe(true);
  });

  test('ends with the reason when the key is taken away', async () => {
    const ids = await make(60);
    const gate = gateAt(8);
    const run = await rehearse(ids, site.omar);
    const ours = `membershipid = (select m.membershipid from memberships m join users u using (userid) where u.first_name = 'omar') and roleid in (select roleid from roles where slug = 'event-coupon')`;
    work(hasty);
    await gate.arrival;
    const taken = site.world.pool.query(`update membership_roles set access = 'view' where ${ours}`);
    if (!isOneSession(site.world.pool)) await taken;
    gate.open();
    await taken;
    expect(await settled(run, site.omar)).toMatchObject({ state: 'failed', finished: false, reason: { code: 'FORBIDDEN' } });
    expect((await site.omar.post(`${runs}/${run.runid}/perform`)).status).toBe(403);
    await site.world.pool.query(`update membership_roles set access = 'edit' where ${ours}`);
  });
});

describe('a rehearsal that has finished', () => {
  const rehearsed = async (ids: readonly number[]) => finish(await rehearse(ids));

  test('waits a day for its person in the list, and then is done to the same records, once', async () => {
    const all = await make(45, (at) => ({ ...(at % 4 === 0 && { status: 'archived' }) })),
      ids = all.slice(0, 40);
    const { runid } = await rehearsed(ids);
    const open = async () => (await site.olga.get('/v2/event/coupons/actions/runs?open=1')).body.items;
    expect(await open()).toMatchObject([{ runid, state: 'done', ok: 30, rehearsal: { done: 30 } }]);
    const [one, two] = await Promise.all([1, 2].map(() => site.olga.post(`${runs}/${runid}/perform`)));
    expect([one?.body.state, two?.body.state]).toEqual(['running', 'running']);
    expect(one?.body).not.toHaveProperty('rehearsal');
    const ended = await finish({ runid });
    expect(ended).toMatchObject({ state: 'done', total: 40, ok: 30, left: { skipped: 10, failed: 0 } });
    expect(ended).not.toHaveProperty('rehearsal');
    const paused = (await stateOf()).filter(({ status }) => status === 'paused');
    expect(paused.map(({ id, version }) => [id, version])).toEqual(ids.filter((_, at) => at % 4 !== 0).map((id) => [id, 2]));
    expect(await open()).toEqual([]);
    expect((await site.olga.post(`${runs}/${runid}/perform`)).body, 'a run is not done again').toMatchObject({ state: 'done', ok: 30 });
  });

  test('is offered to nobody else, and no longer than a day', async () => {
    const { runid } = await rehearsed(await make(3));
    expect((await site.omar.post(`${runs}/${runid}/perform`)).status).toBe(404);
    expect((await site.omar.get('/v2/event/coupons/actions/runs?open=1')).body.items).toEqual([]);
    await site.world.pool.query(`update action_runs set finished_at = now() - interval '25 hours'`);
    expect((await site.olga.get('/v2/event/coupons/actions/runs?open=1')).body.items).toEqual([]);
    expect((await stateOf()).every(({ status }) => status === 'active')).toBe(true);
  });
});

describe('what a run leaves out', () => {
  beforeEach(() => {
    site.scene = quiet;
  });

  test('is written once, portion by portion, and is answered whole by reason', async () => {
    const ids = await make(1100, (at) => ({ status: at % 2 === 0 ? 'archived' : 'expired' }));
    const run = await begin({ ids });
    work();
    const ended = await settled(run);
    expect(ended).toMatchObject({ done: 1100, ok: 0, left: { skipped: 1100, failed: 0 } });
    expect(ended.skipped).toHaveLength(1000);
    expect(ended.skipped[0].id).toBe(ids[0]);
    expect(ended.reasons.map((group: any) => group.ids.length)).toEqual([550, 550]);
    const { rows } = await site.world.pool.query(
      `select count(*)::int as rows, sum(cardinality(ids))::int as records, (select portions from jobs) as portions from action_refusals`,
    );
    expect(rows[0].records).toBe(1100);
    expect(rows[0].rows, 'each portion adds a row for each reason, and rewrites none').toBeLessThanOrEqual(rows[0].portions * 2);
  });

  test('belongs to the person whose run it is, and goes with it', async () => {
    const run = await finish(await begin({ ids: await make(3, () => ({ status: 'archived' })) }));
    const { rows } = await site.world.pool.query('select userid::int, organizationid::int from action_refusals');
    expect(rows).toEqual([{ userid: expect.any(Number), organizationid: site.alfa }]);
    expect((await site.olga.remove(`${runs}/${run.runid}`, undefined)).status).toBe(204);
    expect((await site.world.pool.query('select 1 from action_refusals')).rows).toEqual([]);
  });
});
