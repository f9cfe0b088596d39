import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { openScene, type Scene } from './support';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
const at = '/v2/inscription/inscriptions';
const undo = (action: string, ids: readonly number[], person = scene.support) => person.post(`${at}/actions/${action}/undo`, { ids });
const paid = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<number> => {
  const { inscriptionid } = await scene.signUp(name, { distanceid: scene.ten, ...more });
  expect((await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' })).status).toBe(200);
  return inscriptionid;
};

describe('an action that is taken back', () => {
  test('gives every record of a selection the value that it had itself', async () => {
    const ids = [await paid('uno'), await paid('dos'), await paid('dos y medio')];
    const say = (id: number | undefined, comment: string) => scene.act(scene.chief, id!, 'update_comment', { comment });
    await say(ids[0], 'Vegetariana');
    await say(ids[1], 'Llega tarde');
    const changed = await scene.support.post(`${at}/actions/update_comment`, { ids, input: { comment: 'Grupo' } });
    expect(changed.body).toMatchObject({ ok: 3, undo: ids });
    expect((await undo('update_comment', ids)).body).toMatchObject({ ok: 3, skipped: [], failed: [] });
    expect(await Promise.all(ids.map(async (id) => (await scene.read(id)).comment))).toEqual(['Vegetariana', 'Llega tarde', null]);
  });
  test('puts shirts back on the shelf', async () => {
    const sizes = { tshirt_modelid: scene.shirt };
    const ids = [await paid('doce', { ...sizes, tshirt_size: 'M' }), await paid('trece', { ...sizes, tshirt_size: 'M' })];
    await scene.support.post(`${at}/actions/update_tshirt`, { ids, input: { ...sizes, tshirt_size: 'L' } });
    expect((await undo('update_tshirt', ids)).body).toMatchObject({ ok: 2 });
    expect((await scene.read(ids[1]!)).tshirt_size).toBe('M');
    expect(await reconcile(scene.pool)).toEqual({});
  });
  test('gives a number back, with the bib and the chip that belong to it', async () => {
    const id = await paid('tres');
    await scene.act(scene.support, id, 'assign_number', {});
    const before = await scene.read(id);
    await scene.pool.query("update bibs set chip_code = 'P-4AGC' where bibid = $1", [before.bibid]);
    const { body } = await scene.act(scene.support, id, 'update_number', { number: 1040 });
    expect(body).toMatchObject({ ok: 1, undo: [id] });
    expect((await undo('update_number', [id])).body).toMatchObject({ ok: 1 });
    expect(await scene.read(id)).toMatchObject({ number: before.number, bibid: before.bibid, chip_code: 'P-4AGC' });
    expect(await reconcile(scene.pool)).toEqual({});
  });
  test('can be one that another action takes back, which is written down with the reason', async () => {
    const id = await paid('cuatro');
    expect((await scene.act(scene.support, id, 'cancel', { cancel_reason: 'requested' })).body.undo).toEqual([id]);
    expect((await undo('cancel', [id])).body).toMatchObject({ ok: 1 });
    expect(await scene.read(id)).toMatchObject({ cancelled_at: null });
    const { rows } = await scene.pool.query('select reason from inscription_log where inscriptionid = $1 order by 1 nulls first', [id]);
    expect(rows.map(({ reason }) => reason)).toContain('Se deshizo');
    expect(await reconcile(scene.pool)).toEqual({});
  });
});

describe('it is refused', () => {
  test('when somebody changed the record since, and the others are taken back', async () => {
    const ids = [await paid('cinco'), await paid('seis')];
    await scene.support.post(`${at}/actions/update_comment`, { ids, input: { comment: 'Llega tarde' } });
    await scene.act(scene.chief, ids[0]!, 'update_comment', { comment: 'Ya llegó' });
    expect((await undo('update_comment', ids)).body).toMatchObject({ ok: 1, skipped: [{ id: ids[0], code: 'UNDO_CHANGED' }] });
    expect([(await scene.read(ids[0]!)).comment, (await scene.read(ids[1]!)).comment]).toEqual(['Ya llegó', null]);
  });
  test('when somebody else did it', async () => {
    const id = await paid('siete');
    await scene.act(scene.support, id, 'update_comment', { comment: 'Uno' });
    expect((await undo('update_comment', [id], scene.chief)).body).toMatchObject({ ok: 0, skipped: [{ id, code: 'UNDO_CHANGED' }] });
    expect((await scene.read(id)).comment).toBe('Uno');
  });
  test('a quarter of an hour later', async () => {
    const id = await paid('ocho');
    await scene.act(scene.support, id, 'update_comment', { comment: 'Uno' });
    await scene.pool.query(
      "update audits set created = created - interval '16 minutes' where resource = 'inscriptions' and recordid = $1",
      [id],
    );
    expect((await undo('update_comment', [id])).body).toMatchObject({ ok: 0, skipped: [{ id, code: 'UNDO_LATE' }] });
  });
  test('when there was no value before', async () => {
    const id = await paid('nueve');
    await scene.act(scene.support, id, 'assign_number', {});
    await scene.act(scene.support, id, 'remove_number', { reason: 'Se perdió' });
    await scene.act(scene.support, id, 'update_number', { number: 1041 });
    expect((await undo('update_number', [id])).body).toMatchObject({ ok: 0, skipped: [{ id, code: 'UNDO_NONE' }] });
    expect((await scene.read(id)).number).toBe(1041);
  });
  test('to people without the key of the action that leads back', async () => {
    const id = await paid('diez');
    await scene.act(scene.support, id, 'update_comment', { comment: 'Uno' });
    expect((await undo('update_comment', [id], scene.desk)).body).toMatchObject({ skipped: [{ id, code: 'UNDO_CHANGED' }] });
    expect((await undo('assign_number', [id], scene.finance)).status).toBe(403);
  });
  test('for an action that has no way back, and with a body that says nothing', async () => {
    const id = await paid('once');
    expect((await undo('pay', [id])).status).toBe(404);
    expect((await scene.support.post(`${at}/actions/update_comment/undo`, {})).status).toBe(400);
    expect((await scene.support.post(`${at}/actions/update_comment/undo`, { ids: [] })).status).toBe(400);
  });
});
