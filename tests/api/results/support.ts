import { vi } from 'vitest';
import { hooks } from '../../../server/hooks';
import { resultsQueue } from '../../../server/features/results/resultsQueue';
import { eventually } from '../../support/eventually';
import { openImports } from '../imports/support';
import { openScene, type Scene } from '../registration/support';
import type { Person } from '../support/openWorld';
import { addPerson } from '../support/world';
import { workAt } from '../support/worker';

const patienceMs = Number(process.env['IMPORT_PATIENCE_MS'] ?? 60_000);
/** How tests have sets ranked: at once, or in portions that nobody sees before the end. */
export type Engine = Parameters<typeof resultsQueue>[0];

/** A scene with people who time, and what they do with results. */
export const openResults = async (engine: Engine = 'postgres') => {
  const scene: Scene = await openScene({ event: { published_at: '2026-01-01T00:00:00Z' } });
  vi.setConfig({ testTimeout: patienceMs });
  const { world, pool, org, eventid, ten } = scene;
  await addPerson(pool, 'cronos', [{ org, profile: 'timing' }]);
  const timer = world.as('cronos', org);
  const site = openImports(world);
  const query = async (text: string, values: readonly unknown[] = []): Promise<readonly any[]> =>
    (await pool.query(text, [...values])).rows;

  /** Works until no set waits for its places. */
  const settle = async (): Promise<void> => {
    const errors: unknown[] = [];
    const worker = workAt(world, hooks, { asked: [resultsQueue(engine)], onError: (_queue, error) => void errors.push(error) });
    try {
      await eventually(async () => {
        const [open] = await query('select stage from result_sets where stage is not null');
        if (open) throw new Error(`${open.stage} ${String(errors.at(-1) ?? '')}`);
      }, patienceMs);
    } finally {
      await worker.stop();
    }
  };
  /** Brings a file, checks it, runs it and has the places computed. */
  const load = async (text: string, more: object = {}, person: Person = timer) => {
    const brought = await site.bring(person, text, { type: 'results', eventid, ...more }, 'tiempos.csv');
    if (brought.status !== 201) throw new Error(JSON.stringify(brought.body));
    const id: number = brought.body.import_jobid;
    const checked = await site.finish(person, id, 'rehearse');
    const rows = await site.rows(person, id);
    const done = checked.totals.new + checked.totals.changed > 0 ? await site.finish(person, id, 'run') : checked;
    await settle();
    return { id, checked, done, rows };
  };
  const setOf = async (distanceid = ten): Promise<any> =>
    (
      await query(`select * from result_sets where distanceid = $1 and deleted_at is null order by result_setid desc limit 1`, [distanceid])
    )[0];
  const read = async (): Promise<readonly any[]> =>
    query(
      `select r.* from results r join result_sets s using (result_setid) where r.deleted_at is null and s.deleted_at is null order by r.place_overall nulls last, r.number nulls last, r.resultid`,
    );
  const act = (
    resource: 'result_sets' | 'results' | 'result_claims',
    id: number,
    action: string,
    input: object = {},
    person: Person = timer,
  ) => person.post(`/v2/tyr/${resource}/${id}/${action}`, { input });
  const named = async (name: string): Promise<any> =>
    (await query('select * from results where name = $1 and deleted_at is null', [name]))[0];
  return { scene, timer, site, query, settle, load, setOf, read, act, named, close: scene.close };
};
export type Results = Awaited<ReturnType<typeof openResults>>;
