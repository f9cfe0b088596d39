import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, alfa: number, olga: Person, ivan: Person;
beforeAll(async () => {
  world = await openWorld();
  alfa = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(world.pool, 'ivan', [{ org: alfa, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
  ivan = world.as('ivan', alfa);
});
afterAll(() => world.close());
beforeEach(() => world.pool.query('delete from coupons; delete from audits'));

const url = '/v2/event/coupons';
const make = async (code: string, more: object = {}): Promise<number> =>
  (await olga.post(url, { code, type: 'percent', value: 15, ...more })).body.couponid;
const stored = async (): Promise<readonly { status: string; version: number }[]> =>
  (await world.pool.query('select status, version from coupons order by couponid')).rows;
const audits = async () =>
  (await world.pool.query(`select action, before, after, actor_name from audits where verb = 'action' order by auditid`)).rows;

describe('an action that only sets', () => {
  test('writes one record, raises its version and leaves its audit', async () => {
    const id = await make('PRIMERO');
    expect((await olga.post(`${url}/${id}/pause`)).body).toEqual({ ok: 1, skipped: [], failed: [], undo: [id] });
    expect(await stored()).toEqual([{ status: 'paused', version: 2 }]);
    expect(await audits()).toMatchObject([{ action: 'pause', before: { status: 'active' }, after: { status: 'paused' } }]);
  });
  test('writes a selection, tells the reason of each that it leaves out, and audits those that it changed', async () => {
    const ids = [await make('PRIMERO'), await make('SEGUNDO'), await make('TERCERO')];
    await olga.post(`${url}/${ids[1]}/pause`);
    await world.pool.query('delete from audits');
    const { body } = await olga.post(`${url}/actions/pause`, { ids: [...ids, 999_999] });
    expect(body).toEqual({
      ok: 2,
      skipped: [
        { id: ids[1], code: 'STATE_NOT_ALLOWED', reason: expect.stringContaining('En pausa') },
        { id: 999_999, code: 'NOT_FOUND', reason: 'No se encontró lo que buscas.' },
      ],
      failed: [],
      undo: [ids[0], ids[2]],
    });
    expect(await stored()).toEqual([
      { status: 'paused', version: 2 },
      { status: 'paused', version: 2 },
      { status: 'paused', version: 2 },
    ]);
    expect(await audits()).toHaveLength(2);
  });
  test('is rehearsed without a trace', async () => {
    const ids = [await make('PRIMERO'), await make('SEGUNDO')];
    expect((await olga.post(`${url}/actions/pause`, { ids, dry_run: true })).body).toMatchObject({ ok: 2, skipped: [], failed: [] });
    expect((await olga.post(`${url}/${ids[0]}/pause`, { dry_run: true })).body).toMatchObject({ ok: 1 });
    expect(await stored()).toEqual([
      { status: 'active', version: 1 },
      { status: 'active', version: 1 },
    ]);
    expect(await audits()).toEqual([]);
  });
  test('loses nothing when two people press at once', async () => {
    const ids = [await make('PRIMERO'), await make('SEGUNDO')];
    const answers = await Promise.all([olga.post(`${url}/actions/pause`, { ids }), ivan.post(`${url}/actions/pause`, { ids })]);
    expect(answers.map(({ body }) => body.ok).sort()).toEqual([0, 2]);
    expect((await stored()).map(({ version }) => version)).toEqual([2, 2]);
  });
});

describe('a state that an action sets', () => {
  test('is not written by a new record, with words on its field', async () => {
    expect(await olga.post(url, { code: 'PRIMERO', type: 'percent', value: 15, status: 'paused' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'status', message: expect.stringMatching(/«En pausa».*«Pausar»/) }] },
    });
    expect(await stored()).toEqual([]);
  });
  test('is not written by an edit, and what the record has already is no news', async () => {
    const id = await make('PRIMERO');
    expect(await olga.patch(`${url}/${id}`, { status: 'paused', version: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'status' }] },
    });
    await olga.post(`${url}/${id}/pause`);
    expect(await olga.patch(`${url}/${id}`, { status: 'paused', comment: 'espera', version: 2 })).toMatchObject({ status: 200 });
    expect(await olga.patch(`${url}/${id}`, { status: 'active', version: 3 })).toMatchObject({ status: 200 });
  });
  test('leaves every other state to the form', async () => {
    const id = await make('PRIMERO');
    expect(await olga.patch(`${url}/${id}`, { status: 'archived', version: 1 })).toMatchObject({ status: 200 });
    expect((await stored())[0]?.status).toBe('archived');
  });
});
