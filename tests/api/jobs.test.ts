import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { registry } from '@/resources';
import { askedQueue, type OwnQueue } from '../../server/jobs/Queue';
import { nextTime } from '../../server/jobs/schedule';
import { send } from '../../server/jobs/store';
import { execute } from '../../server/kernel/select';
import { sql } from '../../server/kernel/sql';
import { inSystemTransaction, type Transaction } from '../../server/kernel/transaction';
import { eventually } from '../support/eventually';
import { openStrained, quiet, runs } from './support/strainedCoupons';
import { addPerson } from './support/world';

const site = openStrained();
const { make, stateOf, begin, work, runOf, settled } = site;
const one = async (text: string, ...values: unknown[]): Promise<any> => (await site.world.pool.query(text, values)).rows[0];
const jobOf = (run: any) => one('select * from jobs where job_key = $1', `runs:${run.runid}`);
/** As many portions as batches: each portion ends after one batch. */
const measure = { batchMs: 20, portionMs: 0 };
const hasty = { manners: { polite: measure, alone: measure } };
/** A body waits at the nth record until the test continues it. */
const gateAt = (nth: number) => {
  let open = (): void => {},
    reached = (): void => {},
    bodies = 0;
  const opened = new Promise<void>((resolve) => (open = resolve)),
    arrival = new Promise<void>((resolve) => (reached = resolve));
  site.scene = {
    ...quiet,
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

describe('a run', () => {
  test('goes on by itself once it has begun: the person who began it only looks', async () => {
    const ids = await make(60);
    const run = await begin({ ids });
    expect(run).toMatchObject({ state: 'running', done: 0, finished: false });
    work();
    expect(await settled(run)).toMatchObject({ state: 'done', done: 60, ok: 60, finished: true });
    expect(await jobOf(run)).toMatchObject({ status: 'done', attempts: 0, requested_by_userid: expect.any(Number), error: null });
  });

  test('is done once, however many processes look for work', async () => {
    const ids = await make(60);
    const run = await begin({ ids });
    for (const name of ['one', 'two', 'three']) work({ ...hasty, name });
    expect(await settled(run)).toMatchObject({ ok: 60 });
    expect((await stateOf()).every(({ status, version }) => status === 'paused' && version === 2)).toBe(true);
    expect(await one('select count(*)::int as count, count(distinct recordid)::int as records from audits')).toEqual({
      count: 60,
      records: 60,
    });
    expect((await jobOf(run)).takes).toBe(1);
  });

  test('is done in portions, each kept with the place that it reached', async () => {
    const ids = await make(40);
    const run = await begin({ ids });
    work(hasty);
    await settled(run);
    const { portions } = await jobOf(run);
    expect(portions).toBeGreaterThan(3);
  });

  test('stops where it is when its person says so, and goes on from there', async () => {
    const gate = gateAt(8);
    const ids = await make(40);
    const run = await begin({ ids });
    work(hasty);
    await gate.arrival;
    const stopping = site.olga.post(`${runs}/${run.runid}/stop`);
    gate.open();
    expect((await stopping).body.state).toBe('stopped');
    await eventually(async () => expect((await jobOf(run)).status).toBe('done'));
    const stopped = await runOf(run);
    expect(stopped).toMatchObject({ state: 'stopped', finished: false });
    expect(stopped.done).toBeLessThan(40);
    expect((await stateOf()).filter(({ status }) => status === 'paused')).toHaveLength(stopped.done);
    expect((await site.olga.post(`${runs}/${run.runid}/resume`)).body).toMatchObject({ state: 'running' });
    expect(await settled(run)).toMatchObject({ state: 'done', ok: 40 });
    expect((await stateOf()).every(({ version }) => version === 2)).toBe(true);
  });

  test('ends with the reason when the key is taken away, and goes on when it is given back', async () => {
    const gate = gateAt(8);
    const ids = await make(40);
    const run = await begin({ ids }, site.omar);
    const ours = `membershipid = (select m.membershipid from memberships m join users u using (userid) where u.first_name = 'omar') and roleid in (select roleid from roles where slug = 'event-coupon')`;
    work(hasty);
    await gate.arrival;
    const taken = site.world.pool.query(`update membership_roles set access = 'view' where ${ours}`);
    gate.open();
    await taken;
    const ended = await settled(run, site.omar);
    expect(ended).toMatchObject({
      state: 'failed',
      finished: false,
      reason: { code: 'FORBIDDEN', message: expect.stringMatching(/permiso/) },
    });
    expect(ended.done).toBeLessThan(40);
    expect(await jobOf(run)).toMatchObject({ status: 'failed', error: 'FORBIDDEN' });
    expect((await site.omar.post(`${runs}/${run.runid}/resume`)).status).toBe(403);
    await site.world.pool.query(`update membership_roles set access = 'edit' where ${ours}`);
    expect((await site.omar.post(`${runs}/${run.runid}/resume`)).body).toMatchObject({ state: 'running' });
    expect(await settled(run, site.omar)).toMatchObject({ state: 'done', ok: 40 });
  });

  test('does nothing for somebody who may not enter the organisation any more', async () => {
    const ids = await make(5);
    const run = await begin({ ids }, site.omar);
    const where = `userid = (select userid from users where first_name = 'omar')`;
    await site.world.pool.query(`update memberships set status = 'revoked' where ${where}`);
    try {
      work();
      await eventually(async () => expect(await jobOf(run)).toMatchObject({ status: 'failed', error: 'FORBIDDEN' }));
      expect((await stateOf()).every(({ status }) => status === 'active')).toBe(true);
    } finally {
      await site.world.pool.query(`update memberships set status = 'active' where ${where}`);
    }
  });

  test('is tried again after a fault, from where it was, with nothing done twice', async () => {
    const ids = await make(30);
    site.scene = { ...quiet, broken: ids[20]! };
    const run = await begin({ ids });
    const onError = vi.fn();
    work({ ...hasty, onError });
    await eventually(async () => expect(await jobOf(run)).toMatchObject({ status: 'waiting', error: 'the power went off' }));
    expect(onError).toHaveBeenCalledWith('runs', expect.objectContaining({ message: 'the power went off' }));
    const { done } = await runOf(run);
    expect((await stateOf()).filter(({ status }) => status === 'paused')).toHaveLength(done);
    site.scene = quiet;
    expect(await settled(run)).toMatchObject({ state: 'done', ok: 30 });
    expect((await stateOf()).every(({ version }) => version === 2)).toBe(true);
  });
});

describe('what fails again and again', () => {
  const failed = async () => {
    const ids = await make(4);
    site.scene = { ...quiet, broken: ids[0]! };
    const run = await begin({ ids });
    await site.world.pool.query(`update jobs set attempts = 4`); // of five
    const worker = work();
    const ended = await settled(run);
    await worker.stop();
    return { run, ended };
  };
  const platform = async () => {
    const name = 'petra';
    const {
      rows: [found],
    } = await site.world.pool.query(`select organizationid from organizations where is_platform`);
    const org = Number(
      found?.organizationid ??
        (
          await one(
            `insert into organizations (name, slug, email, stateid, region, platforms, is_platform) values ('Plataforma', 'plataforma', 'p@prueba.test', 9, 'centro', '{ASDEPORTE,EVENT}', true) returning organizationid`,
          )
        ).organizationid,
    );
    if (!(await one(`select 1 from users where first_name = $1`, name)))
      await addPerson(site.world.pool, name, [{ org, profile: 'super-admin' }]);
    return site.world.as(name, org);
  };

  test('is given up, and its person sees that', async () => {
    const { run, ended } = await failed();
    expect(ended).toMatchObject({ state: 'failed', done: 0, reason: { code: 'INTERNAL' } });
    expect(await jobOf(run)).toMatchObject({ status: 'failed', attempts: 5, error: 'the power went off' });
  });

  test('is in the list of those who run the platform, who try it again', async () => {
    const { run } = await failed();
    const petra = await platform();
    const { body } = await petra.get(`/v2/general/jobs?filter=${encodeURIComponent('{"field":"status","op":"eq","value":"failed"}')}`);
    expect(body).toMatchObject([{ queue: 'runs', attempts: 5, error: 'the power went off' }]);
    const job = (await petra.get(`/v2/general/jobs/${body[0].jobid}`)).body;
    expect(job).toMatchObject({ job_key: `runs:${run.runid}`, data: { runid: run.runid } });
    expect((await site.olga.get('/v2/general/jobs')).status, 'jobs are of the platform alone').toBe(403);
    expect((await site.olga.post(`/v2/general/jobs/${job.jobid}/retry`)).status).toBe(403);
    site.scene = quiet;
    expect((await petra.post(`/v2/general/jobs/${job.jobid}/retry`)).status).toBe(200);
    expect(await runOf(run)).toMatchObject({ state: 'running' });
    expect((await petra.post(`/v2/general/jobs/${job.jobid}/retry`)).status, 'it waits already').toBe(409);
    work();
    expect(await settled(run)).toMatchObject({ state: 'done', ok: 4 });
  });

  test('counts a process that ended in the middle as an attempt, so that nothing takes processes down for ever', async () => {
    const ids = await make(3);
    const run = await begin({ ids });
    await site.world.pool.query(
      `update jobs set status = 'running', attempts = 5, takes = 5, worker = 'gone', next_at = now() - interval '1 second'`,
    );
    site.scene = { ...quiet, broken: ids[0]! };
    work();
    expect(await settled(run)).toMatchObject({ state: 'failed' });
    expect((await jobOf(run)).takes).toBe(6);
  });

  test('a job that is stopped by those who run the platform stands still until its person goes on with it', async () => {
    const petra = await platform();
    const ids = await make(3);
    const run = await begin({ ids });
    const { jobid } = await jobOf(run);
    expect((await petra.post(`/v2/general/jobs/${jobid}/stop`)).status).toBe(200);
    expect(await runOf(run)).toMatchObject({ state: 'stopped' });
    work();
    expect((await site.olga.post(`${runs}/${run.runid}/resume`)).body.state).toBe('running');
    expect(await settled(run)).toMatchObject({ state: 'done', ok: 3 });
  });
});

describe('a process that lost its turn', () => {
  test('keeps nothing of the portion that it is at', async () => {
    let tx: Transaction | undefined;
    site.scene = {
      ...quiet,
      onBody: (its) => {
        tx = its;
      },
      // As if another process had taken the job during this portion.
      meet: async () => {
        await tx?.asOwner(() => execute(tx!, sql`update jobs set takes = takes + 1`));
      },
    };
    await make(5);
    const run = await begin({ filter: { field: 'status', op: 'eq', value: 'active' } });
    const late = work({ name: 'late' });
    await eventually(async () => expect(await jobOf(run)).toMatchObject({ status: 'running', takes: 1 }));
    await late.stop();
    expect(await runOf(run)).toMatchObject({ done: 0, ok: 0, state: 'running' });
    expect((await stateOf()).every(({ status }) => status === 'active')).toBe(true);
  });
});

describe('one job after the other', () => {
  test('a short one does not wait for the end of a long one', async () => {
    const ids = await make(42, (at) => ({ ...(at > 40 && { status: 'paused' }) }));
    const first = await begin({ ids: ids.slice(0, 40) });
    const second = await begin({ ids: ids.slice(40) }, site.olga, '/v2/event/coupons/actions/resume/runs');
    let turns = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (turns += 500)); // every look at the clock is half a second later
    try {
      work(hasty);
      await settled(second, site.olga, '/v2/event/coupons/actions/resume/runs');
      expect((await runOf(first)).state).toBe('running');
    } finally {
      clock.mockRestore();
    }
    await settled(first);
    expect((await jobOf(first)).takes).toBeGreaterThan(1);
  });

  test('what only its own process knows how to go on with is not given up for others', async () => {
    const order: string[] = [];
    const queue = askedQueue({
      name: 'runs',
      data: z.object({ runid: z.string() }),
      portion: async ({ data: { runid } }) => {
        order.push(runid);
        return order.filter((each) => each === runid).length < 4 ? 'hold' : 'done';
      },
      ended: async () => {},
    });
    const ids = await make(2);
    const first = await begin({ ids: ids.slice(0, 1) }),
      second = await begin({ ids: ids.slice(1) });
    let turns = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (turns += 3000)); // longer than a turn
    work({ asked: [queue] });
    await eventually(() => expect(order).toHaveLength(8));
    clock.mockRestore();
    expect(order).toEqual([...Array(4).fill(first.runid), ...Array(4).fill(second.runid)]);
  });

  test('a job of the same key is there once', async () => {
    const deps = { pool: site.world.pool, registry };
    const job = { queue: 'runs', key: 'twice', data: { runid: 'twice' } } as const;
    await Promise.all([1, 2, 3].map(() => inSystemTransaction(deps, (tx) => send(tx, job))));
    expect(await one(`select count(*)::int as count from jobs where job_key = 'runs:twice'`)).toEqual({ count: 1 });
  });

  test('data that its queue does not know ends a job instead of running it', async () => {
    const queue = askedQueue({
      name: 'runs',
      data: z.object({ runid: z.string() }),
      portion: async () => 'done',
      ended: async () => {},
    });
    expect(() => queue.portion({ tx: undefined as never, pace: undefined as never, data: { runid: 7 } })).toThrow(/runid/);
  });
});

describe('what the server does by itself', () => {
  const turnsOf = () => {
    const turns: string[] = [];
    const queue = (name: string, schedule: OwnQueue['schedule'], broken = 0): OwnQueue => ({
      name: 'files',
      schedule,
      turn: async () => {
        turns.push(name);
        if (turns.length <= broken) throw new Error('broken once');
      },
    });
    return { turns, queue };
  };

  test('has one row and one turn at a time, whatever the number of processes', async () => {
    const { turns, queue } = turnsOf();
    for (const name of ['one', 'two', 'three']) work({ asked: [], own: [queue(name, { everySeconds: 1 })], name });
    await eventually(() => expect(turns).toHaveLength(2));
    const { rows } = await site.world.pool.query('select queue, job_key, every_seconds, portions, status from jobs');
    expect(rows).toEqual([{ queue: 'files', job_key: 'files', every_seconds: 1, portions: 2, status: 'waiting' }]);
  });

  test('comes round again after an error, which is in its row meanwhile, and ends after the turn under way', async () => {
    const { turns, queue } = turnsOf();
    const onError = vi.fn();
    const worker = work({ asked: [], own: [queue('one', { everySeconds: 1 }, 1)], onError });
    await eventually(async () => expect(await one('select error, attempts from jobs')).toEqual({ error: 'broken once', attempts: 1 }));
    await eventually(() => expect(turns).toHaveLength(2));
    await worker.stop();
    expect(await one('select error, attempts from jobs')).toEqual({ error: null, attempts: 0 });
    expect(onError).toHaveBeenCalledOnce();
    const ended = turns.length;
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(turns).toHaveLength(ended);
  });

  test('does not run while it is stopped, not even after a start', async () => {
    const { turns, queue } = turnsOf();
    const first = work({ asked: [], own: [queue('one', { everySeconds: 600 })] });
    await eventually(async () => expect(await one('select status from jobs')).toBeTruthy());
    await first.stop();
    await site.world.pool.query(`update jobs set status = 'stopped', next_at = now()`);
    work({ asked: [], own: [queue('one', { everySeconds: 300 })] });
    await eventually(async () => expect(await one('select every_seconds from jobs')).toEqual({ every_seconds: 300 }));
    expect([turns.length, (await one('select status from jobs')).status]).toEqual([0, 'stopped']);
  });

  test('at a time of the day comes at that time of its zone, before and after clocks are changed', () => {
    const at = (zone: string, after: string): string => nextTime('15 3 * * *', zone, new Date(after)).toISOString();
    expect(at('America/Mexico_City', '2026-03-08T00:00:00Z')).toBe('2026-03-08T09:15:00.000Z');
    expect(at('America/Tijuana', '2026-03-07T12:00:00Z'), 'winter time: eight hours').toBe('2026-03-08T10:15:00.000Z');
    expect(at('America/Tijuana', '2026-03-08T12:00:00Z'), 'summer time: seven').toBe('2026-03-09T10:15:00.000Z');
    expect(() => at('America/Atlantida', '2026-03-08T12:00:00Z')).toThrow(/Atlantida/);
  });
});

afterAll(() => vi.restoreAllMocks());
