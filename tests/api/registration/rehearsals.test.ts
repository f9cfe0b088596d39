import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from '../../support/reconcile';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene, arena: Arena, ids: readonly number[];
beforeAll(async () => {
  scene = await openScene();
});
/** Three who paid, the last of whom has the kit: some of what is done to all three is left out with a reason. */
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 3, seats: [3, 2], bibs: [5, 1], shirts: [3, 1], uses: 1, budget: 90_000, cents: 100_000 });
  const made: number[] = [];
  for (const web_userid of arena.athletes) {
    const { body } = await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: arena.distances[0],
      web_userid,
      tshirt_modelid: arena.shirt,
      tshirt_size: 'M',
    });
    await scene.act(scene.support, body.inscriptionid, 'pay', { method: 'cash' });
    made.push(body.inscriptionid);
  }
  await scene.act(scene.support, made[1]!, 'remove_number', { reason: 'renumerar' });
  await scene.pool.query(`update inscriptions set kit_status = 'delivered' where inscriptionid = $1`, [made[2]]);
  ids = made;
});
afterAll(() => scene.close());

const inputs: Readonly<Record<string, () => object>> = {
  update_race: () => ({ distanceid: arena.distances[1] }),
  update_tshirt: () => ({ tshirt_size: 'L' }),
  update_number: () => ({ number: 4 }),
  cancel: () => ({ cancel_reason: 'admin' }),
  wallet_refund: () => ({ reason: 'lesión' }),
  assign_number: () => ({}),
};
const url = '/v2/inscription/inscriptions';
const actor = (action: string) => (action === 'wallet_refund' ? scene.finance : scene.support);
/** The same call as a rehearsal and for good: the rehearsal changes not one byte, and both answer alike. */
const compare = async (action: string, path: string, body: object): Promise<any> => {
  const before = await digestOf(scene.pool);
  const rehearsed = await actor(action).post(path, { ...body, dry_run: true });
  expect(await digestOf(scene.pool)).toBe(before);
  const done = await actor(action).post(path, body);
  const answer = { ...done.body, undo: undefined }; // only what was done can be undone
  expect({ status: rehearsed.status, body: rehearsed.body }).toEqual({ status: done.status, body: answer });
  expect((await digestOf(scene.pool)) === before).toBe(done.status !== 200 || done.body.ok === 0);
  return done;
};

describe('a rehearsal tells what will happen, and nothing happens', () => {
  test.each(Object.keys(inputs))('%s on one record, whether it is done or refused', async (action) => {
    const free = action === 'assign_number' ? ids[1] : ids[0];
    expect((await compare(action, `${url}/${free}/${action}`, { input: inputs[action]!() })).status).toBe(200);
    const again = action === 'assign_number' ? ids[1] : ids[2];
    expect((await compare(action, `${url}/${again}/${action}`, { input: inputs[action]!() })).status).toBe(409);
  });

  test.each(
    Object.keys(inputs)
      .filter((action) => action !== 'update_number')
      .flatMap(
        (action) =>
          [
            [action, 'ids'],
            [action, 'filter'],
          ] as const,
      ),
  )('%s over %s', async (action, by) => {
    const chosen = by === 'ids' ? { ids } : { filter: { field: 'eventid', op: 'eq', value: arena.eventid } };
    const { status, body } = await compare(action, `${url}/actions/${action}`, { ...chosen, input: inputs[action]!() });
    expect([status, body.ok + body.skipped.length + body.failed.length]).toEqual([200, 3]);
    expect(body.ok).toBeGreaterThan(0);
    expect(body.skipped.length).toBeGreaterThan(0);
  });

  test('update_number is of one record alone: two never get the same number', async () => {
    expect((await scene.support.post(`${url}/actions/update_number`, { ids, input: { number: 4 } })).status).toBe(404);
  });
});
