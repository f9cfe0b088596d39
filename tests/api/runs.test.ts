import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { registry } from '@/resources';
import { coupons } from '@/resources/coupons/coupons';
import { openApi } from '@/schema/project/openapi/openApi';
import { defineHooks, type Hooks } from '../../server/kernel/defineHooks';
import { conflict, invalid } from '../../server/kernel/DomainError';
import type { Transaction } from '../../server/kernel/transaction';
import { updateRow } from '../../server/api/write/columns';
import { testServer } from '../support/database';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { execute, selectAll, value } from '../../server/kernel/select';
import { sql } from '../../server/kernel/sql';

const url = '/v2/event/coupons/actions/pause',
  runs = `${url}/runs`;
const unlucky = 13;
interface Scene {
  quota: number;
  broken: number | null;
  meet: (() => Promise<void>) | null;
  partners: ReadonlyMap<number, number>;
  onBody: (tx: Transaction) => void;
  free: number;
}
const quiet: Scene = {
  quota: Number.POSITIVE_INFINITY,
  broken: null,
  meet: null,
  partners: new Map(),
  onBody: () => {},
  free: Number.POSITIVE_INFINITY,
};
let scene: Scene = quiet;

const countOf = async (tx: Transaction, status: string): Promise<number> => {
  const [count = 0] = await selectAll(tx, value<number>(sql`count(*)`), sql`from coupons where status = ${status} and deleted_at is null`);
  return count;
};
/** An action whose outcome for one record depends on what it did to those before. */
const strained = defineHooks(coupons, {
  foresee: { pause: async ({ ids }) => [{ ids: ids.slice(scene.free), refusal: conflict('POOL_EMPTY') }] },
  arrange: { resume: async ({ ids }) => [...ids].reverse().slice(0, -1) },
  actions: {
    pause: async ({ tx, id, row }) => {
      scene.onBody(tx);
      await scene.meet?.();
      if (scene.broken === id) throw new Error('the power went off');
      const paused = await countOf(tx, 'paused');
      await updateRow(tx, coupons, id, { status: 'paused' });
      if (row.value === unlucky) throw invalid([{ path: 'value', code: 'CHECK_FAILED' }]);
      if (row.value === unlucky * 2)
        await execute(tx, sql`select 1 / 0`).catch(() => {
          throw conflict('IN_USE');
        });
      if (paused >= scene.quota) throw conflict('UNCHANGED');
      const partner = scene.partners.get(id);
      if (partner) await updateRow(tx, coupons, partner, { status: 'paused' });
    },
    resume: async ({ tx, id }) => {
      const active = await countOf(tx, 'active');
      if (active >= 2) throw conflict('UNCHANGED');
      await updateRow(tx, coupons, id, { status: 'active' });
    },
  },
});
const commenting: Hooks = { resource: 'inscriptions', arrange: {}, foresee: {}, actions: { update_comment: async () => undefined } };

let world: World, alfa: number, beta: number, olga: Person, omar: Person;
beforeAll(async () => {
  world = await openWorld({
    hooks: new Map([
      ['coupons', strained],
      ['inscriptions', commenting],
    ]),
  });
  alfa = await add.organization(world.pool, 'Alfa');
  beta = await add.organization(world.pool, 'Beta');
  await addPerson(world.pool, 'olga', [
    { org: alfa, profile: 'organizer' },
    { org: beta, profile: 'organizer' },
  ]);
  await addPerson(world.pool, 'omar', [{ org: alfa, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
  omar = world.as('omar', alfa);
});
afterAll(() => world.close());
beforeEach(async () => {
  scene = quiet;
  await world.pool.query('delete from coupons; delete from audits; delete from action_runs');
});

const make = async (
  count: number,
  more: (at: number) => { readonly value?: number; readonly status?: string } = () => ({}),
): Promise<number[]> => {
  const rows = Array.from({ length: count }, (_, at) => ({ value: 10, status: 'active', ...more(at) }));
  const { rows: made } = await world.pool.query(
    `insert into coupons (organizationid, code, type, value, status) select $1, 'CODE' || u.at, 'amount', u.value, u.status from unnest($2::int[], $3::text[]) with ordinality u(value, status, at) order by u.at returning couponid`,
    [alfa, rows.map(({ value }) => value), rows.map(({ status }) => status)],
  );
  return made.map(({ couponid }) => Number(couponid));
};
const stateOf = async (): Promise<readonly { id: number; status: string; version: number }[]> =>
  (await world.pool.query('select couponid as id, status, version from coupons order by couponid')).rows.map(({ id, ...row }) => ({
    id: Number(id),
    ...row,
  }));
const begin = async (body: object, as = olga, at = runs) => (await as.post(at, body)).body;
const finish = async (run: any, as = olga, at = runs) => {
  let state = run;
  for (let step = 0; !state.finished && step < 100; step += 1) state = (await as.post(`${at}/${run.runid}`, { from: state.done })).body;
  return state;
};

/** Stands still, so that work ends after as many records as it takes and never because the machine was slow. */
let clock: MockInstance<() => number> | undefined;
const stopClock = (): void => {
  clock = vi.spyOn(performance, 'now').mockReturnValue(0);
};
afterEach(() => {
  clock?.mockRestore();
  clock = undefined;
});

describe('a rehearsal says record by record what then happens', () => {
  beforeEach(stopClock);
  const scenes = async (count: number): Promise<number[]> => {
    const ids = await make(count, (at) => ({
      ...(at % 7 === 3 && { value: unlucky }),
      ...(at % 7 === 4 && { value: unlucky * 2 }),
      ...(at % 7 === 5 && { status: 'archived' }),
    }));
    scene = {
      ...quiet,
      quota: Math.floor(count / 3),
      partners: new Map([
        [ids[0]!, ids[6]!],
        [ids[1]!, ids[count - 1]!],
      ]),
    };
    return ids;
  };
  const isVaried = (answer: any, count: number) => {
    expect(answer.ok).toBeGreaterThan(0);
    expect(answer.failed.length).toBeGreaterThan(0);
    expect(new Set(answer.skipped.map(({ reason }: any) => reason)).size).toBe(4); // archived, already paused by a partner, in use, quota
    expect(answer.ok + answer.skipped.length + answer.failed.length).toBe(count);
  };

  test('in one request', async () => {
    const ids = [...(await scenes(60)), 999_999];
    const before = await stateOf();
    const rehearsed = await olga.post(url, { ids, dry_run: true });
    expect(await stateOf()).toEqual(before);
    const done = await olga.post(url, { ids });
    expect(done.body).toEqual(rehearsed.body);
    expect(done.body.skipped.at(-1)).toEqual({ id: 999_999, code: 'NOT_FOUND', reason: 'No se encontró lo que buscas.' });
    isVaried({ ...done.body, skipped: done.body.skipped.slice(0, -1) }, 60);
  });
  test('in a run over more records than one request takes', async () => {
    const ids = (await scenes(620)).slice(0, 200);
    const rehearsed = (await olga.post(url, { ids, dry_run: true })).body;
    const run = await begin({ ids });
    expect(run).toMatchObject({ total: 200, done: 0, ok: 0, skipped: [], failed: [], finished: false });
    const ended = await finish(run);
    expect({ ok: ended.ok, skipped: ended.skipped, failed: ended.failed }).toEqual(rehearsed);
    expect(ended).toMatchObject({
      done: 200,
      finished: true,
      left: { skipped: rehearsed.skipped.length, failed: rehearsed.failed.length },
    });
  });
  test('over a filter', async () => {
    await scenes(60);
    const filter = { field: 'status', op: 'eq', value: 'active' };
    const rehearsed = (await olga.post(url, { filter, dry_run: true })).body;
    const { ok, skipped, failed } = await finish(await begin({ filter }));
    expect({ ok, skipped, failed }).toEqual(rehearsed);
  });
  test('and every changed record has its line in the history, with what changed', async () => {
    const [first, second] = await make(2);
    scene = { ...quiet, quota: 1 };
    expect((await olga.post(url, { ids: [first, second] })).body.ok).toBe(1);
    const { rows } = await world.pool.query('select recordid, organizationid, verb, action, actor_name, source, before, after from audits');
    expect(rows).toEqual([
      {
        recordid: first,
        organizationid: alfa,
        verb: 'action',
        action: 'pause',
        actor_name: 'olga Prueba',
        source: 'api',
        before: { status: 'active' },
        after: { status: 'paused' },
      },
    ]);
  });
  test('with reasons in the language of the person, the state included', async () => {
    const ids = await make(1, () => ({ status: 'archived' }));
    expect((await olga.post(url, { ids })).body.skipped[0].reason).toBe('No se puede mientras el registro está en «Archivado».');
    expect((await world.as('olga', alfa, 'en').post(url, { ids })).body.skipped[0].reason).toMatch(/“?«?Archived/);
  });
});

describe('a rehearsal over more records than it can try', () => {
  const filter = { field: 'status', op: 'in', value: ['active', 'archived'] };

  test('judges each by its state, tries the whole code on some and says on how many', async () => {
    stopClock();
    const ids = await make(450, (at) => ({ ...(at % 3 === 0 && { status: 'archived' }), ...(at % 3 === 1 && { value: unlucky }) }));
    let tried = 0;
    scene = {
      ...quiet,
      onBody: () => {
        tried += 1;
      },
    };
    const before = await stateOf();
    const { body } = await olga.post(url, { filter, dry_run: true });
    expect(await stateOf()).toEqual(before);
    expect(body).toMatchObject({ tried: 200, total: 450 });
    expect(tried).toBe(200);
    expect(body.skipped.map(({ id }: any) => id)).toEqual(ids.filter((_, at) => at % 3 === 0));
    expect(body.failed.length, 'the half of those tried that its own code refuses').toBe(100);
    expect(body.ok).toBe(450 - 150 - 100);
  });

  test('names those for whom nothing will be left of what the action takes, as sums', async () => {
    stopClock();
    const ids = await make(300);
    scene = { ...quiet, free: 260 };
    const { body } = await olga.post(url, { ids, dry_run: true });
    expect(body.skipped.map(({ id }: any) => id)).toEqual(ids.slice(260));
    expect(body.ok).toBe(260);
  });

  test('lets others work between its portions, and holds nothing for longer than one', async () => {
    const ids = await make(60);
    let time = 0;
    clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
    const portions: number[] = [];
    let last: Transaction | undefined;
    scene = {
      ...quiet,
      onBody: (tx) => {
        time += 150;
        if (tx !== last) portions.push(0);
        last = tx;
        portions[portions.length - 1]! += 1;
      },
    };
    const { body } = await olga.post(url, { ids, dry_run: true });
    expect(body).toMatchObject({ ok: 60, total: 60 });
    expect(body.tried, 'what a second and a half is enough for').toBeLessThan(20);
    expect(Math.max(...portions), 'three bodies of 150 ms are more than 400').toBeLessThanOrEqual(3);
  });

  test('ends with whoever asked for it', async () => {
    const ids = await make(300);
    let bodies = 0;
    const left = new AbortController();
    scene = {
      ...quiet,
      onBody: () => {
        bodies += 1;
        left.abort();
      },
      meet: () => new Promise((done) => setTimeout(done, 5)),
    };
    const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
    await expect(
      fetch(`${address}${url}`, {
        method: 'POST',
        signal: left.signal,
        headers: { authorization: olga.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ ids, dry_run: true }),
      }),
    ).rejects.toThrow('aborted');
    await expect
      .poll(async () => {
        const before = bodies;
        await world.as('olga', alfa).get('/v2/event/coupons?perpage=1');
        return bodies - before;
      })
      .toBe(0);
    expect(bodies).toBeLessThan(100);
  });
});

describe('a record that an earlier one of the same call changed', () => {
  test('is judged as it is now', async () => {
    const [first, second] = await make(2);
    scene = { ...quiet, partners: new Map([[first!, second!]]) };
    const { body } = await olga.post(url, { ids: [first, second] });
    expect(body).toMatchObject({ ok: 1, skipped: [{ id: second, reason: expect.stringContaining('pausa') }] });
    expect((await stateOf()).map(({ version }) => version)).toEqual([2, 2]);
  });
});

describe('how many records', () => {
  test('one request changes 500 at most and names the way to change more; a rehearsal takes them', async () => {
    const ids = await make(501);
    const refused = await olga.post(url, { ids });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'ids', message: expect.stringContaining('/runs') }] } });
    expect(await olga.post(url, { filter: { field: 'status', op: 'eq', value: 'active' } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'filter' }] },
    });
    expect((await stateOf()).every(({ status }) => status === 'active')).toBe(true);
    expect((await olga.post(url, { ids, dry_run: true })).body.ok).toBe(501);
  });
  test('a run takes 60,000 at most', async () => {
    const ids = Array.from({ length: 60_001 }, (_, at) => at + 1);
    expect(await olga.post(runs, { ids })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'ids', message: expect.stringContaining('60000') }] },
    });
    expect((await olga.post(url, { ids, dry_run: true })).status).toBe(400);
    expect((await olga.post(runs, { ids: ids.slice(1) })).status).toBe(201);
  });
  test('a run over nothing has finished as it begins', async () => {
    expect(await begin({ ids: [] })).toMatchObject({ total: 0, finished: true });
    expect((await olga.post(runs, {})).status).toBe(400);
  });
  test('a step ends after about half a second and the next goes on', async () => {
    const ids = await make(5);
    let time = 0;
    clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
    scene = {
      ...quiet,
      onBody: () => {
        time += 300;
      },
    };
    const run = await begin({ ids });
    expect((await olga.post(`${runs}/${run.runid}`, { from: 0 })).body).toMatchObject({ done: 2, ok: 2, finished: false });
    expect(await finish({ ...run, done: 2 })).toMatchObject({ done: 5, ok: 5, finished: true });
  });
});

describe('an arranged action', () => {
  const at = '/v2/event/coupons/actions/resume';
  const active = async () => (await stateOf()).filter(({ status }) => status === 'active').map(({ id }) => id);
  test('takes records in its own order, alike in a request, a rehearsal and a run; those it does not know come last', async () => {
    const ids = await make(6, () => ({ status: 'paused' }));
    const last = [ids[4], ids[5]];
    const rehearsed = await olga.post(at, { ids, dry_run: true });
    expect((await olga.post(at, { ids })).body).toEqual(rehearsed.body);
    expect(await active()).toEqual(last);
    expect(rehearsed.body.skipped.map(({ id }: any) => id)).toEqual([ids[3], ids[2], ids[1], ids[0]]);
    await world.pool.query(`update coupons set status = 'paused'`);
    const { ok, skipped, failed } = await finish(await begin({ ids }, olga, `${at}/runs`), olga, `${at}/runs`);
    expect({ ok, skipped, failed }).toEqual(rehearsed.body);
    expect(await active()).toEqual(last);
  });
});

describe('a run', () => {
  beforeEach(stopClock);
  test('does nothing twice when a step is repeated, comes late or meets itself', async () => {
    const ids = await make(450);
    const run = await begin({ ids });
    const steps = await Promise.all([0, 0, 0].map((from) => olga.post(`${runs}/${run.runid}`, { from })));
    expect(steps.map(({ body }) => body.done)).toEqual([200, 200, 200]);
    expect((await olga.post(`${runs}/${run.runid}`, { from: 400 })).body.done).toBe(200);
    const ended = await finish({ ...run, done: 200 });
    expect((await olga.post(`${runs}/${run.runid}`, { from: 0 })).body).toEqual(ended);
    expect((await stateOf()).every(({ status, version }) => status === 'paused' && version === 2)).toBe(true);
    expect((await world.pool.query('select count(*) as count, count(distinct recordid) as records from audits')).rows).toEqual([
      { count: 450, records: 450 },
    ]);
  });
  test('goes on where it was when a step broke off', async () => {
    const ids = await make(300);
    const run = await begin({ ids });
    expect((await olga.post(`${runs}/${run.runid}`, { from: 0 })).body.done).toBe(200);
    scene = { ...quiet, broken: ids[250]! };
    expect((await olga.post(`${runs}/${run.runid}`, { from: 200 })).status).toBe(500);
    expect((await olga.get(`${runs}/${run.runid}`)).body).toMatchObject({ done: 200, ok: 200, finished: false });
    expect((await stateOf()).filter(({ status }) => status === 'paused')).toHaveLength(200);
    scene = quiet;
    expect(await finish({ ...run, done: 200 })).toMatchObject({ done: 300, ok: 300, finished: true });
    expect((await stateOf()).every(({ version }) => version === 2)).toBe(true);
  });
  test('stops where it was when the key is taken away', async () => {
    const ids = await make(300);
    const run = await begin({ ids }, omar);
    expect((await omar.post(`${runs}/${run.runid}`, { from: 0 })).body.done).toBe(200);
    const ours = `membershipid = (select m.membershipid from memberships m join users u using (userid) where u.first_name = 'omar') and roleid in (select roleid from roles where slug = 'event-coupon')`;
    await world.pool.query(`update membership_roles set access = 'view' where ${ours}`);
    expect((await omar.post(`${runs}/${run.runid}`, { from: 200 })).status).toBe(403);
    expect((await omar.post(runs, { ids })).status).toBe(403);
    expect((await omar.get(`${runs}/${run.runid}`)).body).toMatchObject({ done: 200, finished: false });
    await world.pool.query(`update membership_roles set access = 'edit' where ${ours}`);
    expect((await finish({ ...run, done: 200 }, omar)).ok).toBe(300);
  });
  test('exists for the person and the organisation that began it and for nobody else', async () => {
    const ids = await make(3);
    const { runid } = await begin({ ids });
    for (const other of [omar, world.as('olga', beta)]) {
      expect((await other.get(`${runs}/${runid}`)).status).toBe(404);
      expect((await other.post(`${runs}/${runid}`, { from: 0 })).status).toBe(404);
      expect((await other.remove(`${runs}/${runid}`, undefined)).status).toBe(404);
      expect((await other.get('/v2/event/coupons/actions/runs')).body).toEqual({ items: [] });
      expect((await other.get('/v2/general/runs')).body).toEqual({ items: [] });
    }
    expect((await olga.post(`/v2/event/coupons/actions/resume/runs/${runid}`, { from: 0 })).status).toBe(404);
    expect((await stateOf()).every(({ status }) => status === 'active')).toBe(true);
  });
  test('is listed while it has not finished, and can be given up', async () => {
    const ids = await make(3);
    const [kept, dropped, ended] = [await begin({ ids }), await begin({ ids }), await begin({ ids })];
    await finish(ended);
    expect((await olga.remove(`${runs}/${dropped.runid}`, undefined)).status).toBe(204);
    expect((await olga.post(`${runs}/${dropped.runid}`, { from: 0 })).status).toBe(404);
    expect((await olga.get('/v2/event/coupons/actions/runs?open=1')).body.items).toMatchObject([
      { runid: kept.runid, action: 'pause', total: 3, done: 0 },
    ]);
  });
  test('is told with those of every resource, what goes on first, and for a day once it has finished', async () => {
    const ids = await make(3);
    const [ended, kept] = [await begin({ ids }), await begin({ ids })];
    await finish(ended);
    const other = (await olga.post('/v2/inscription/inscriptions/actions/update_comment/runs', { ids: [1, 2], input: { comment: 'Mesa' } }))
      .body;
    const { status, body } = await olga.get('/v2/general/runs');
    expect([status, body.items.map(({ runid, resource, finished }: any) => [runid, resource, finished])]).toEqual([
      200,
      [
        [other.runid, 'inscriptions', false],
        [kept.runid, 'coupons', false],
        [ended.runid, 'coupons', true],
      ],
    ]);
    expect(body.items[2]).toMatchObject({ action: 'pause', total: 3, done: 3, ok: 3, left: { skipped: 0, failed: 0 } });
    await world.pool.query(`update action_runs set finished_at = now() - interval '25 hours' where runid = $1`, [ended.runid]);
    expect((await olga.get('/v2/general/runs')).body.items).toHaveLength(2);
    expect((await world.app.inject({ url: '/v2/general/runs' })).statusCode).toBe(401);
  });
  test('judges its input before anything is stored', async () => {
    const at = '/v2/inscription/inscriptions/actions/update_comment/runs';
    expect(await olga.post(at, { ids: [1], input: { comment: 'x'.repeat(1001) } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.comment' }] },
    });
    expect((await world.pool.query('select 1 from action_runs')).rows).toEqual([]);
  });
  test('is in the description of the service', () => {
    const { paths } = openApi('event', registry) as { paths: Record<string, object> };
    expect(Object.keys(paths['/coupons/actions/pause/runs/{runid}']!)).toEqual(['post', 'get', 'delete']);
    expect(Object.keys(paths).filter((path) => path.startsWith('/coupons/actions/'))).toContain('/coupons/actions/runs');
  });
});

describe('a call that the database ends because of another', () => {
  const ended = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  test('begins again, whatever of it was done already', async () => {
    const [first, second] = await make(2);
    let broken = 0;
    scene = {
      ...quiet,
      onBody: () => {
        if ((broken += 1) % 2 === 0 && broken < 6) throw ended;
      },
    };
    expect((await olga.post(url, { ids: [first, second] })).body).toEqual({ ok: 2, skipped: [], failed: [] });
    expect((await stateOf()).map(({ version }) => version)).toEqual([2, 2]);
  });
  test('says that others are busy there after a few tries', async () => {
    const [id] = await make(1);
    scene = {
      ...quiet,
      onBody: () => {
        throw ended;
      },
    };
    expect(await olga.post(`/v2/event/coupons/${id}/pause`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Inténtalo de nuevo') },
    });
  });
});

describe('two calls that block each other', () => {
  /** Holds bodies until as many have come; the embedded database has one session, in which nobody is in the way. */
  const meetings = (parties: number): Scene['meet'] => {
    if (!testServer()) return null;
    let arrived = 0,
      open = () => {};
    const all = new Promise<void>((resolve) => {
      open = resolve;
    });
    return async () => {
      if ((arrived += 1) <= parties) {
        if (arrived === parties) open();
        await all;
      }
    };
  };
  test('both end well: the one that the database ended starts again, and no record is told as left out', async () => {
    const ids = await make(4);
    const [one, two] = [ids[0]!, ids[1]!];
    scene = {
      ...quiet,
      meet: meetings(2),
      partners: new Map([
        [one, two],
        [two, one],
      ]),
    };
    const answers = await Promise.all([olga.post(url, { ids: [one] }), omar.post(url, { ids: [two] })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // Whoever came second finds its record paused by the other.
    expect(answers.map(({ body }) => body.ok).sort()).toEqual([0, 1]);
    expect(JSON.stringify(answers)).not.toContain('Otra persona');
  });
  test('also as steps of runs, of which none loses or doubles a record', async () => {
    const ids = await make(40);
    const [one, two] = [await begin({ ids: ids.slice(0, 20) }), await begin({ ids: ids.slice(20) }, omar)];
    const crossed = ids.slice(0, 20).map((id, at) => [id, ids[20 + at]!] as const);
    scene = { ...quiet, meet: meetings(2), partners: new Map([...crossed, ...crossed.map(([first, second]) => [second, first] as const)]) };
    const [mine, theirs] = await Promise.all([finish(one), finish(two, omar)]);
    expect([mine, theirs].map(({ done, finished }) => [done, finished])).toEqual([
      [20, true],
      [20, true],
    ]);
    expect(mine.ok + theirs.ok).toBe(20);
    expect((await stateOf()).every(({ status, version }) => status === 'paused' && version === 2)).toBe(true);
  });
});
