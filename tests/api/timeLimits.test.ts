import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { columnsOf } from '../../server/kernel/columnsOf';
import { coupons } from '@/resources/coupons/coupons';
import { defineHooks } from '../../server/kernel/defineHooks';
import { execute, selectAll, value } from '../../server/kernel/select';
import { inSystemTransaction, type Transaction } from '../../server/kernel/transaction';
import { sql } from '../../server/kernel/sql';
import { timeLimits } from '../../server/database/timeLimits';
import { registry } from '@/resources';
import { testServer } from '../support/database';
import { eventually } from '../support/eventually';
import { longer } from '../support/limits';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const c = columnsOf(coupons);
let world: World, olga: Person, org: number, couponid: number;
let body: (tx: Transaction) => Promise<unknown> = async () => undefined;
beforeAll(async () => {
  const strained = defineHooks(coupons, { actions: { pause: async ({ tx }) => body(tx), resume: async () => undefined } });
  world = await openWorld({ hooks: new Map([['coupons', strained]]) });
  org = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  olga = world.as('olga', org);
  const { rows } = await world.pool.query(
    "insert into coupons (organizationid, code, type, value, status) values ($1, 'UNO', 'amount', 10, 'active') returning couponid",
    [org],
  );
  couponid = Number(rows[0].couponid);
});
beforeEach(() => world.pool.query("update coupons set status = 'active'"));
afterAll(() => world.close());

const settings = async (tx: Transaction) =>
  selectAll(tx, value<string>(sql`unnest(array[current_setting('statement_timeout'), current_setting('lock_timeout')])`), sql``);
const pause = () => olga.post(`/v2/event/coupons/${couponid}/pause`);

/** On PostgreSQL. */
const onServer: Readonly<Record<string, () => Promise<void>>> = {
  'each kind of transaction has its own limits, and the connection keeps none of them': async () => {
    let write: readonly string[] = [];
    body = async (tx) => {
      write = await settings(tx);
    };
    expect((await pause()).status).toBe(200);
    expect(write).toEqual(['2s', '1500ms']);
    expect(await inSystemTransaction({ pool: world.pool, registry }, settings)).toEqual(['10s', '2s']);
    expect((await world.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    expect(Math.max(timeLimits(world.pool, 'write').lockMs, timeLimits(world.pool, 'job').lockMs)).toBeLessThanOrEqual(2000);
  },

  'a write waits for a lock for less than two seconds and answers that others are there': async () => {
    const other = await world.pool.connect();
    await other.query('begin');
    await other.query('select 1 from coupons where couponid = $1 for update', [couponid]);
    const began = performance.now();
    const answer = await pause();
    await other.query('rollback');
    other.release();
    expect(answer).toMatchObject({ status: 409, body: { code: 'CROWDED' }, headers: { 'retry-after': '1' } });
    expect(performance.now() - began).toBeGreaterThan(1400);
  },

  'a write that goes on for long is stopped with all that it holds, as one statement or as many': async () => {
    for (const work of [
      (tx: Transaction) => execute(tx, sql`select pg_sleep(30)`),
      async (tx: Transaction) => {
        for (let round = 0; round < 100; round += 1) await execute(tx, sql`select pg_sleep(0.3)`);
      },
    ]) {
      body = async (tx) => {
        await execute(tx, sql`update ${c} set ${c.value} = 99 where ${c.couponid} = ${couponid}`);
        await work(tx);
      };
      const answer = await pause();
      expect(answer).toMatchObject({ status: 503, body: { code: 'TOO_SLOW' } });
      expect(answer.headers['retry-after']).toBeDefined();
      await eventually(async () =>
        expect((await world.pool.query('select value from coupons where couponid = $1 for update nowait', [couponid])).rows).toEqual([
          { value: 10 },
        ]),
      );
    }
    body = async () => undefined;
  },

  'when the asker of a list or of a rehearsal leaves, its statement ends at once, and the connection serves nobody else': async () => {
    const address = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const waiting = async (): Promise<number> =>
      (
        await world.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%\"coupons\"%'",
        )
      ).rows.length;
    const blocker = await world.pool.connect();
    await blocker.query('begin; lock table coupons in access exclusive mode');
    try {
      for (const ask of [
        { url: '/v2/event/coupons', init: {} },
        {
          url: '/v2/event/_/graphql',
          init: { method: 'POST', body: JSON.stringify({ query: '{ a: coupons { total } b: coupons { total } }' }) },
        },
        { url: '/v2/event/coupons/actions/pause', init: { method: 'POST', body: JSON.stringify({ ids: [couponid], dry_run: true }) } },
      ]) {
        const leaving = new AbortController();
        const asked = fetch(`${address}${ask.url}`, {
          ...ask.init,
          headers: { authorization: olga.authorization, 'content-type': 'application/json' },
          signal: leaving.signal,
        }).catch((error: Error) => error.name);
        await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
        const left = performance.now();
        leaving.abort();
        expect(await asked).toBe('AbortError');
        await eventually(async () => expect(await waiting()).toBe(0));
        expect(performance.now() - left).toBeLessThan(1000); // by themselves they would have waited for two seconds
      }
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect((await olga.get('/v2/event/coupons')).status).toBe(200);
  },
};
/** Without it. */
const embedded: Readonly<Record<string, () => Promise<void>>> = {
  'the embedded engine is given no limits that it would not keep': async () => {
    let write: readonly string[] = [];
    body = async (tx) => {
      write = await settings(tx);
    };
    expect((await pause()).status).toBe(200);
    expect(write).toEqual(['0', '0']);
  },
};

test.each(Object.entries(testServer() ? onServer : embedded))(
  '%s',
  async (_what, work) => {
    expect.hasAssertions();
    await work();
  },
  longer.timeout,
);
