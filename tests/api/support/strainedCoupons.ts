import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { coupons } from '@/resources/coupons/coupons';
import { defineHooks, type Forecast, type Hooks } from '../../../server/kernel/defineHooks';
import { conflict, invalid } from '../../../server/kernel/DomainError';
import { execute, selectAll, value } from '../../../server/kernel/select';
import { sql } from '../../../server/kernel/sql';
import type { Transaction } from '../../../server/kernel/transaction';
import { jobsHooks } from '../../../server/features/jobs/jobs.hooks';
import { updateRow } from '../../../server/api/write/columns';
import { eventually } from '../../support/eventually';
import type { Worker, WorkerDeps } from '../../../server/jobs/worker';
import { openWorld, type Person, type World } from './openWorld';
import { workAt } from './worker';
import { add, addPerson } from './world';

export const url = '/v2/event/coupons/actions/pause',
  runs = `${url}/runs`;
/** A value that no pause accepts. */
export const unlucky = 13;
/** What happens while coupons are paused. */
export interface Scene {
  quota: number;
  broken: number | null;
  meet: (() => Promise<void>) | null;
  partners: ReadonlyMap<number, number>;
  onBody: (tx: Transaction) => void;
  free: number;
}
/** Nothing happens. */
export const quiet: Scene = {
  quota: Number.POSITIVE_INFINITY,
  broken: null,
  meet: null,
  partners: new Map(),
  onBody: () => {},
  free: Number.POSITIVE_INFINITY,
};

const othersIn = async (tx: Transaction, status: string, id: number): Promise<number> => {
  const others = sql`from coupons where status = ${status} and couponid <> ${id} and deleted_at is null`;
  const [count = 0] = await selectAll(tx, value<number>(sql`count(*)`), others);
  return count;
};

/** A world in which pausing coupons is strained as a test says, and what its tests do there. */
export const openStrained = () => {
  const state = { scene: quiet } as { scene: Scene; world: World; alfa: number; beta: number; olga: Person; omar: Person };
  /** So many coupons may be paused, in the order in which they come. */
  const foreseeFree = (): Forecast => {
    let left = state.scene.free;
    return async ({ ids }) => {
      const beyond = ids.slice(Math.max(0, left));
      left -= ids.length;
      return new Map(beyond.map((id) => [id, conflict('POOL_EMPTY')]));
    };
  };
  /** An action whose outcome for one record depends on what it did to those before. */
  const strained = defineHooks(coupons, {
    foresee: { pause: foreseeFree },
    arrange: { resume: async ({ ids }) => [...ids].reverse().slice(0, -1) },
    actions: {
      pause: async ({ tx, id, row }) => {
        state.scene.onBody(tx);
        await state.scene.meet?.();
        if (state.scene.broken === id) throw new Error('the power went off');
        const paused = await othersIn(tx, 'paused', id);
        if (row.value === unlucky) throw invalid([{ path: 'value', code: 'CHECK_FAILED' }]);
        if (row.value === unlucky * 2)
          await execute(tx, sql`select 1 / 0`).catch(() => {
            throw conflict('IN_USE');
          });
        if (paused >= state.scene.quota) throw conflict('UNCHANGED');
        const partner = state.scene.partners.get(id);
        if (partner) await updateRow(tx, coupons, partner, { status: 'paused' });
      },
      resume: async ({ tx, id }) => {
        if ((await othersIn(tx, 'active', id)) >= 2) throw conflict('UNCHANGED');
      },
    },
  });
  const commenting: Hooks = {
    resource: 'inscriptions',
    fields: {},
    arrange: {},
    foresee: {},
    actions: { update_comment: async () => undefined },
  };

  const hooks = new Map<string, Hooks>([
    ['coupons', strained],
    ['inscriptions', commenting],
    ['jobs', jobsHooks],
  ]);
  const working = new Set<Worker>();
  /** A process that works off jobs until the test ends. */
  const work = (changes: Partial<WorkerDeps> = {}): Worker => {
    const worker = workAt(state.world, hooks, changes);
    working.add(worker);
    return worker;
  };

  beforeAll(async () => {
    state.world = await openWorld({ hooks });
    state.alfa = await add.organization(state.world.pool, 'Alfa');
    state.beta = await add.organization(state.world.pool, 'Beta');
    await addPerson(state.world.pool, 'olga', [
      { org: state.alfa, profile: 'organizer' },
      { org: state.beta, profile: 'organizer' },
    ]);
    await addPerson(state.world.pool, 'omar', [{ org: state.alfa, profile: 'organizer' }]);
    state.olga = state.world.as('olga', state.alfa);
    state.omar = state.world.as('omar', state.alfa);
  });
  afterAll(() => state.world.close());
  beforeEach(async () => {
    state.scene = quiet;
    await state.world.pool.query('delete from coupons; delete from audits; delete from action_runs; delete from jobs');
  });
  afterEach(async () => {
    await Promise.all([...working].map((worker) => worker.stop()));
    working.clear();
  });

  const make = async (
    count: number,
    more: (at: number) => { readonly value?: number; readonly status?: string } = () => ({}),
  ): Promise<number[]> => {
    const rows = Array.from({ length: count }, (_, at) => ({ value: 10, status: 'active', ...more(at) }));
    const { rows: made } = await state.world.pool.query(
      `insert into coupons (organizationid, code, type, value, status) select $1, 'CODE' || u.at, 'amount', u.value, u.status from unnest($2::int[], $3::text[]) with ordinality u(value, status, at) order by u.at returning couponid`,
      [state.alfa, rows.map(({ value }) => value), rows.map(({ status }) => status)],
    );
    return made.map(({ couponid }) => Number(couponid));
  };
  const stateOf = async (): Promise<readonly { id: number; status: string; version: number }[]> =>
    (await state.world.pool.query('select couponid as id, status, version from coupons order by couponid')).rows.map(({ id, ...row }) => ({
      id: Number(id),
      ...row,
    }));
  const begin = async (body: object, as = state.olga, at = runs) => (await as.post(at, body)).body;
  const runOf = async (run: any, as = state.olga, at = runs) => (await as.get(`${at}/${run.runid}`)).body;
  /** Waits until a run has ended, for as long as it advances. */
  const settled = async (run: any, as = state.olga, at = runs): Promise<any> => {
    for (let before = ''; ;) {
      const now = await eventually(async () => {
        const read = await runOf(run, as, at);
        if (read.state === 'running' && JSON.stringify(read) === before) throw new Error(`the run has done ${read.done} of ${read.total}`);
        return read;
      });
      if (now.state !== 'running') return now;
      before = JSON.stringify(now);
    }
  };
  /** Works until a run stands still. */
  const finish = async (run: any, as = state.olga, at = runs) => {
    const worker = work();
    const now = await settled(run, as, at);
    await worker.stop();
    return now;
  };

  return Object.assign(state, { make, stateOf, begin, work, runOf, settled, finish });
};
