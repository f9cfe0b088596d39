import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { registry } from '@/resources';
import { openApi } from '@/schema/project/openapi/openApi';
import type { Transaction } from '../../server/kernel/transaction';
import { openStrained, quiet, runs, unlucky, url } from './support/strainedCoupons';

const site = openStrained();
const { make, stateOf, begin, finish } = site;

/** What an answer and a run say alike; a run lists by key. */
const outcomeOf = ({ ok, skipped, failed }: any) => {
  const byKey = (list: readonly any[]) => [...list].sort((one, other) => one.id - other.id);
  return { ok, skipped: byKey(skipped), failed: byKey(failed) };
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
    site.scene = {
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
    const rehearsed = await site.olga.post(url, { ids, dry_run: true });
    expect(await stateOf()).toEqual(before);
    const done = await site.olga.post(url, { ids });
    expect({ ...done.body, undo: undefined }).toEqual(rehearsed.body);
    expect(done.body.skipped.at(-1)).toEqual({ id: 999_999, code: 'NOT_FOUND', reason: 'No se encontró lo que buscas.' });
    isVaried({ ...done.body, skipped: done.body.skipped.slice(0, -1) }, 60);
  });
  test('in a run over more records than one request takes', async () => {
    const ids = (await scenes(620)).slice(0, 200);
    const rehearsed = (await site.olga.post(url, { ids, dry_run: true })).body;
    const run = await begin({ ids });
    expect(run).toMatchObject({ total: 200, done: 0, ok: 0, skipped: [], failed: [], finished: false });
    const ended = await finish(run);
    expect(outcomeOf(ended)).toEqual(outcomeOf(rehearsed));
    expect(ended).toMatchObject({
      done: 200,
      finished: true,
      left: { skipped: rehearsed.skipped.length, failed: rehearsed.failed.length },
    });
  });
  test('over a filter', async () => {
    await scenes(60);
    const filter = { field: 'status', op: 'eq', value: 'active' };
    const rehearsed = (await site.olga.post(url, { filter, dry_run: true })).body;
    expect(outcomeOf(await finish(await begin({ filter })))).toEqual(outcomeOf(rehearsed));
  });
  test('and every changed record has its line in the history, with what changed', async () => {
    const [first, second] = await make(2);
    site.scene = { ...quiet, quota: 1 };
    expect((await site.olga.post(url, { ids: [first, second] })).body.ok).toBe(1);
    const { rows } = await site.world.pool.query(
      'select recordid, organizationid, verb, action, actor_name, source, before, after from audits',
    );
    expect(rows).toEqual([
      {
        recordid: first,
        organizationid: site.alfa,
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
    expect((await site.olga.post(url, { ids })).body.skipped[0].reason).toBe('No se puede mientras el registro está en «Archivado».');
    expect((await site.world.as('olga', site.alfa, 'en').post(url, { ids })).body.skipped[0].reason).toMatch(/“?«?Archived/);
  });
});

describe('a rehearsal over more records than it can try', () => {
  const filter = { field: 'status', op: 'in', value: ['active', 'archived'] };

  test('judges each by its state, tries the whole code on some and says on how many', async () => {
    stopClock();
    const ids = await make(450, (at) => ({ ...(at % 3 === 0 && { status: 'archived' }), ...(at % 3 === 1 && { value: unlucky }) }));
    let tried = 0;
    site.scene = {
      ...quiet,
      onBody: () => {
        tried += 1;
      },
    };
    const before = await stateOf();
    const { body } = await site.olga.post(url, { filter, dry_run: true });
    expect(await stateOf()).toEqual(before);
    expect(body).toMatchObject({ tried: 200, total: 450 });
    expect(tried).toBe(200);
    const [archived, unluckies] = body.left;
    expect(archived).toMatchObject({ kind: 'skipped', code: 'STATE_NOT_ALLOWED', ids: ids.filter((_, at) => at % 3 === 0) });
    expect(unluckies.kind).toBe('failed');
    expect(unluckies.ids.length, 'the half of those tried that its own code refuses').toBe(100);
    expect(body).toMatchObject({ ok: 450 - 150 - 100, surprised: 100 });
    expect(body.left).toHaveLength(2);
  });

  test('names those for whom nothing will be left of what the action takes, as sums', async () => {
    stopClock();
    const ids = await make(300);
    site.scene = { ...quiet, free: 260 };
    const { body } = await site.olga.post(url, { ids, dry_run: true });
    expect(body.left).toMatchObject([{ kind: 'skipped', code: 'POOL_EMPTY', ids: ids.slice(260) }]);
    expect(body).toMatchObject({ ok: 260, surprised: 0 });
  });

  test('remembers from one portion to the next what is taken, and reads each record once', async () => {
    const ids = await make(9000, (at) => ({ ...(at % 10 === 0 && { status: 'archived' }) }));
    site.scene = { ...quiet, free: 8000 };
    const { body } = await site.olga.post(url, { ids: [...ids, 999_999], dry_run: true });
    const active = ids.filter((_, at) => at % 10 !== 0);
    expect(body.left).toMatchObject([
      { code: 'STATE_NOT_ALLOWED', ids: ids.filter((_, at) => at % 10 === 0) },
      { code: 'POOL_EMPTY', ids: active.slice(8000) },
      { code: 'NOT_FOUND', ids: [999_999] },
    ]);
    expect(body).toMatchObject({ ok: 8000, total: 9001 });
  });

  test('lets others work between its portions, and holds nothing for longer than one', async () => {
    const ids = await make(60);
    let time = 0;
    clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
    const portions: number[] = [];
    let last: Transaction | undefined;
    site.scene = {
      ...quiet,
      onBody: (tx) => {
        time += 150;
        if (tx !== last) portions.push(0);
        last = tx;
        portions[portions.length - 1]! += 1;
      },
    };
    const { body } = await site.olga.post(url, { ids, dry_run: true });
    expect(body).toMatchObject({ ok: 60, total: 60 });
    expect(body.tried, 'what a second and a half is enough for').toBeLessThan(20);
    expect(Math.max(...portions), 'three bodies of 150 ms are more than 400').toBeLessThanOrEqual(3);
  });

  test('ends with the person who asked for it', async () => {
    const ids = await make(300);
    let bodies = 0;
    const left = new AbortController();
    site.scene = {
      ...quiet,
      onBody: () => {
        bodies += 1;
        left.abort();
      },
      meet: () => new Promise((done) => setTimeout(done, 5)),
    };
    const address = await site.world.app.listen({ host: '127.0.0.1', port: 0 });
    await expect(
      fetch(`${address}${url}`, {
        method: 'POST',
        signal: left.signal,
        headers: { authorization: site.olga.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ ids, dry_run: true }),
      }),
    ).rejects.toThrow('aborted');
    await expect
      .poll(async () => {
        const before = bodies;
        await site.world.as('olga', site.alfa).get('/v2/event/coupons?perpage=1');
        return bodies - before;
      })
      .toBe(0);
    expect(bodies).toBeLessThan(100);
  });
});

describe('a record that an earlier one of the same call changed', () => {
  test('is judged as it is now', async () => {
    const [first, second] = await make(2);
    site.scene = { ...quiet, partners: new Map([[first!, second!]]) };
    const { body } = await site.olga.post(url, { ids: [first, second] });
    expect(body).toMatchObject({ ok: 1, skipped: [{ id: second, reason: expect.stringContaining('pausa') }] });
    expect((await stateOf()).map(({ version }) => version)).toEqual([2, 2]);
  });
});

describe('how many records', () => {
  test('one request changes 500 at most and names the way to change more; a rehearsal takes them', async () => {
    const ids = await make(501);
    const refused = await site.olga.post(url, { ids });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'ids', message: expect.stringContaining('/runs') }] } });
    expect(await site.olga.post(url, { filter: { field: 'status', op: 'eq', value: 'active' } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'filter' }] },
    });
    expect((await stateOf()).every(({ status }) => status === 'active')).toBe(true);
    expect((await site.olga.post(url, { ids, dry_run: true })).body.ok).toBe(501);
  });
  test('a rehearsal answers 60,000 at most at once, and names the way to rehearse more, as a run takes more', async () => {
    const ids = Array.from({ length: 60_001 }, (_, at) => at + 1);
    expect(await site.olga.post(url, { ids, dry_run: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'ids', message: expect.stringMatching(/60000.*\/runs/) }] },
    });
    expect((await site.olga.post(runs, { ids, dry_run: true })).body).toMatchObject({ total: 60_001, rehearsal: { phase: 'judging' } });
    expect((await site.olga.post(runs, { ids })).status).toBe(201);
  });
  test('a run over nothing has finished as it begins', async () => {
    expect(await begin({ ids: [] })).toMatchObject({ total: 0, finished: true });
    expect((await site.olga.post(runs, {})).status).toBe(400);
  });
});

describe('an arranged action', () => {
  const at = '/v2/event/coupons/actions/resume';
  const active = async () => (await stateOf()).filter(({ status }) => status === 'active').map(({ id }) => id);
  test('takes records in its own order, alike in a request, a rehearsal and a run; those it does not know come last', async () => {
    const ids = await make(6, () => ({ status: 'paused' }));
    const last = [ids[4], ids[5]];
    const rehearsed = await site.olga.post(at, { ids, dry_run: true });
    expect({ ...(await site.olga.post(at, { ids })).body, undo: undefined }).toEqual(rehearsed.body);
    expect(await active()).toEqual(last);
    expect(rehearsed.body.skipped.map(({ id }: any) => id)).toEqual([ids[3], ids[2], ids[1], ids[0]]);
    await site.world.pool.query(`update coupons set status = 'paused'`);
    const ended = await finish(await begin({ ids }, site.olga, `${at}/runs`), site.olga, `${at}/runs`);
    expect(outcomeOf(ended)).toEqual(outcomeOf(rehearsed.body));
    expect(await active()).toEqual(last);
  });
});

describe('a run', () => {
  beforeEach(stopClock);
  test('exists for the person and the organisation that began it and for nobody else', async () => {
    const ids = await make(3);
    const { runid } = await begin({ ids });
    for (const other of [site.omar, site.world.as('olga', site.beta)]) {
      expect((await other.get(`${runs}/${runid}`)).status).toBe(404);
      for (const what of ['stop', 'resume', 'perform']) expect((await other.post(`${runs}/${runid}/${what}`)).status).toBe(404);
      expect((await other.remove(`${runs}/${runid}`, undefined)).status).toBe(404);
      expect((await other.get('/v2/event/coupons/actions/runs')).body).toEqual({ items: [] });
      expect((await other.get('/v2/general/runs')).body).toEqual({ items: [] });
    }
    expect((await site.olga.post(`/v2/event/coupons/actions/resume/runs/${runid}/stop`)).status).toBe(404);
    expect((await stateOf()).every(({ status }) => status === 'active')).toBe(true);
  });
  test('is listed while it has not finished, and can be given up', async () => {
    const ids = await make(3);
    const ended = await begin({ ids });
    await finish(ended);
    const [kept, dropped] = [await begin({ ids }), await begin({ ids })];
    expect((await site.olga.remove(`${runs}/${dropped.runid}`, undefined)).status).toBe(204);
    expect((await site.olga.post(`${runs}/${dropped.runid}/resume`)).status).toBe(404);
    expect((await site.olga.get('/v2/event/coupons/actions/runs?open=1')).body.items).toMatchObject([
      { runid: kept.runid, action: 'pause', total: 3, done: 0, state: 'running' },
    ]);
    const worker = site.work();
    await expect
      .poll(async () => (await site.world.pool.query('select status from jobs')).rows, {
        message: 'the job of what was given up is over too',
      })
      .toEqual(Array.from({ length: 3 }, () => ({ status: 'done' })));
    await worker.stop();
  });
  test('is listed with those of every resource, what goes on first, and for a day once it has finished', async () => {
    const ids = await make(3);
    const ended = await begin({ ids });
    await finish(ended);
    const kept = await begin({ ids });
    const other = (
      await site.olga.post('/v2/inscription/inscriptions/actions/update_comment/runs', { ids: [1, 2], input: { comment: 'Mesa' } })
    ).body;
    const { status, body } = await site.olga.get('/v2/general/runs');
    expect([status, body.items.map(({ runid, resource, finished }: any) => [runid, resource, finished])]).toEqual([
      200,
      [
        [other.runid, 'inscriptions', false],
        [kept.runid, 'coupons', false],
        [ended.runid, 'coupons', true],
      ],
    ]);
    expect(body.items[2]).toMatchObject({ action: 'pause', total: 3, done: 3, ok: 3, left: { skipped: 0, failed: 0 } });
    await site.world.pool.query(`update action_runs set finished_at = now() - interval '25 hours' where runid = $1`, [ended.runid]);
    expect((await site.olga.get('/v2/general/runs')).body.items).toHaveLength(2);
    expect((await site.world.app.inject({ url: '/v2/general/runs' })).statusCode).toBe(401);
  });
  test('judges its input before anything is stored', async () => {
    const at = '/v2/inscription/inscriptions/actions/update_comment/runs';
    expect(await site.olga.post(at, { ids: [1], input: { comment: 'x'.repeat(1001) } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.comment' }] },
    });
    expect((await site.world.pool.query('select 1 from action_runs')).rows).toEqual([]);
  });
  test('is in the description of the service', () => {
    const { paths } = openApi('event', registry) as { paths: Record<string, object> };
    expect(Object.keys(paths['/coupons/actions/pause/runs/{runid}']!)).toEqual(['get', 'delete']);
    for (const what of ['stop', 'resume', 'perform'])
      expect(Object.keys(paths[`/coupons/actions/pause/runs/{runid}/${what}`]!)).toEqual(['post']);
    expect(Object.keys(paths).filter((path) => path.startsWith('/coupons/actions/'))).toContain('/coupons/actions/runs');
  });
});
