import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, fina: Person, sara: Person, beto: Person, event: number, far: number;
const dayMs = 86_400_000,
  root = '/v2/general/promotion_bins';
const at = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

beforeAll(async () => {
  world = await openWorld();
  const platform = await add.organization(world.pool, 'plataforma', { is_platform: true }),
    house = await add.organization(world.pool, 'casa');
  event = await add.event(world.pool, house, 'cerca-2027', { region: 'bajio' });
  far = await add.event(world.pool, house, 'lejos-2027', { region: 'norte' });
  await addPerson(world.pool, 'fina', [{ org: platform, profile: 'finance' }]);
  await addPerson(world.pool, 'sara', [{ org: platform, profile: 'customer-support' }]);
  await addPerson(world.pool, 'beto', [{ org: house, profile: 'finance' }]);
  [fina, sara, beto] = [world.as('fina', platform), world.as('sara', platform), world.as('beto', house)];
});
afterAll(() => world.close());
beforeEach(() => world.pool.query('delete from promotion_bins'));

const make = async (more: object = {}): Promise<any> => {
  const { status, body } = await fina.post(root, {
    name: 'Promo',
    bank: 'Banco',
    brand: 'visa',
    bins: ['415231'],
    discount_type: 'percent',
    value: 10,
    starts_at: at(-1),
    ends_at: at(10),
    legal_text: { es: 'Aplican restricciones' },
    ...more,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const act = (id: number, action: string) => fina.post(`${root}/${id}/${action}`);
const conflictsOf = async (id: number): Promise<unknown> => (await fina.get(`${root}/${id}`)).body.conflict_promotion_binids;
const versionOf = async (id: number): Promise<number> => (await fina.get(`${root}/${id}`)).body.version;
const idOf = async (more: object = {}): Promise<number> => (await make(more)).promotion_binid;

describe('the state of a promotion', () => {
  test('goes from draft to active, to pause and back, and ends for good', async () => {
    const id = await idOf();
    const after = async (action: string) => [(await act(id, action)).status, (await fina.get(`${root}/${id}`)).body.status];
    expect(await after('pause')).toEqual([409, 'draft']);
    expect(await after('end')).toEqual([409, 'draft']);
    expect(await after('activate')).toEqual([200, 'active']);
    expect(await after('activate')).toEqual([409, 'active']);
    expect(await after('pause')).toEqual([200, 'paused']);
    expect(await after('activate')).toEqual([200, 'active']);
    expect(await after('end')).toEqual([200, 'ended']);
    for (const action of ['activate', 'pause', 'end']) expect(await after(action)).toEqual([409, 'ended']);
  });
  test('is not sent by hand', async () => {
    const { promotion_binid, version } = await make();
    expect((await fina.patch(`${root}/${promotion_binid}`, { version, status: 'active' })).status).toBe(400);
    expect((await fina.patch(`${root}/${promotion_binid}`, { version, conflict_promotion_binids: [] })).status).toBe(400);
  });
  test('does not become active once its dates are over', async () => {
    const { status, body } = await act(await idOf({ starts_at: at(-9), ends_at: at(-1) }), 'activate');
    expect({ status, message: body.message }).toEqual({ status: 409, message: 'Su vigencia ya terminó.' });
  });
  test('keeps an ended one as it was, and an active one from being deleted', async () => {
    const id = await idOf();
    await act(id, 'activate');
    expect((await fina.remove(`${root}/${id}`, { version: await versionOf(id) })).body.errors[0].message).toBe(
      'Una promoción activa no se elimina: pausa o termina primero.',
    );
    await act(id, 'end');
    expect((await fina.patch(`${root}/${id}`, { version: await versionOf(id), name: 'Otra' })).body.errors[0].message).toBe(
      'Una promoción terminada ya no cambia.',
    );
  });
  test('is changed by anyone who edits promotions, not by anyone who looks', async () => {
    const id = await idOf();
    expect((await sara.post(`${root}/${id}/activate`)).status).toBe(403);
    expect((await sara.post(`${root}/actions/activate`, { ids: [id] })).status).toBe(403);
  });
});

describe('a promotion of the platform', () => {
  test('is nothing that people of an organization find, pause or take back, whatever their keys', async () => {
    const id = await idOf();
    expect((await act(id, 'activate')).status).toBe(200);
    expect((await beto.post(`${root}/${id}/pause`)).status).toBe(404);
    expect((await beto.post(`${root}/actions/pause/undo`, { ids: [id] })).status).toBe(403);
    expect((await fina.get(`${root}/${id}`)).body.status).toBe('active');
  });
});

describe('the list of promotions', () => {
  test('reads one of months without interest, which has no value, through both doors', async () => {
    const id = await idOf({ discount_type: 'installments', value: null, installments: ['6'] });
    expect((await fina.get(root)).body.items ?? (await fina.get(root)).body).toMatchObject([{ promotion_binid: id, value: null }]);
    const { body } = await fina.query('general', '{ promotion_bins { items { promotion_binid value installments } } }');
    expect(body).toEqual({ data: { promotion_bins: { items: [{ promotion_binid: id, value: null, installments: ['6'] }] } } });
  });
});

describe('the conflicts of promotions', () => {
  test('are written on both sides when one is saved, without moving the version of the other', async () => {
    const first = await make(),
      second = await make();
    expect(second.conflict_promotion_binids).toEqual([first.promotion_binid]);
    expect(await conflictsOf(first.promotion_binid)).toEqual([second.promotion_binid]);
    expect(await versionOf(first.promotion_binid)).toBe(first.version);
    const third = await idOf({ bins: ['41523177', '415231'] });
    expect(await conflictsOf(first.promotion_binid)).toEqual([second.promotion_binid, third]);
  });
  test('go away on both sides with the BIN, the dates or the reach', async () => {
    const first = await idOf();
    for (const change of [
      { bins: ['999999'] },
      { starts_at: at(10), ends_at: at(20) },
      { scope: 'event', eventids: [event], region: 'norte' },
    ]) {
      const second = await idOf();
      expect(await conflictsOf(first)).toEqual([second]);
      const answer = await fina.patch(`${root}/${second}`, { version: await versionOf(second), ...change });
      expect([answer.status, answer.body.conflict_promotion_binids, await conflictsOf(first)]).toEqual([200, null, null]);
      await fina.remove(`${root}/${second}`, { version: await versionOf(second) });
    }
  });
  test('follow the state: an ended promotion is nobody’s conflict', async () => {
    const first = await idOf(),
      second = await idOf();
    expect((await act(second, 'activate')).body.result).toEqual({ conflicts: 1 });
    await act(second, 'pause');
    expect(await conflictsOf(first)).toEqual([second]);
    await act(second, 'end');
    expect([await conflictsOf(first), await conflictsOf(second)]).toEqual([null, null]);
  });
  test('do not keep a promotion from being deleted', async () => {
    const first = await idOf(),
      second = await idOf();
    expect((await fina.remove(`${root}/${second}`, { version: await versionOf(second) })).status).toBeLessThan(300);
    expect(await conflictsOf(first)).toBeNull();
  });
  test('are seen by two that are saved at once', async () => {
    const [one, other] = await Promise.all([idOf(), idOf()]);
    expect([await conflictsOf(one), await conflictsOf(other)]).toEqual([[other], [one]]);
  });
});

describe('the test of a BIN', () => {
  const verdicts = async (input: object, who = sara) =>
    (await who.post(`${root}/actions/test`, { input })).body.result.promotions.map(({ promotion_binid, verdict }: any) => [
      promotion_binid,
      verdict,
    ]);
  const active = async (more: object = {}): Promise<number> => {
    const id = await idOf(more);
    await act(id, 'activate');
    return id;
  };
  test('says which promotion wins and why the others do not, to anyone who may look', async () => {
    const old = await active(),
      young = await active(),
      strong = await active({ priority: 3 }),
      precise = await active({ bins: ['41523177'] }),
      draft = await idOf({ priority: 99 });
    expect(await verdicts({ bin: '41523177' })).toEqual([
      [precise, 'wins'],
      [strong, 'digits'],
      [old, 'digits'],
      [young, 'digits'],
      [draft, 'status'],
    ]);
    expect(await verdicts({ bin: '4152317' })).toEqual([
      [strong, 'wins'],
      [old, 'priority'],
      [young, 'priority'],
      [draft, 'status'],
    ]);
  });
  test('judges the reach of an event and the dates of an instant', async () => {
    const near = await active({ region: 'bajio', ends_at: at(5) });
    expect(await verdicts({ bin: '415231', eventid: event })).toEqual([[near, 'wins']]);
    expect(await verdicts({ bin: '415231', eventid: far })).toEqual([[near, 'reach']]);
    expect(await verdicts({ bin: '415231', eventid: event, at: at(6) })).toEqual([[near, 'dates']]);
    expect(await verdicts({ bin: '999999' })).toEqual([]);
  });
  test('keeps nothing', async () => {
    await active();
    const audits = async () => (await world.pool.query('select count(*)::int as n from audits')).rows[0].n;
    const before = await audits();
    await verdicts({ bin: '415231' });
    expect(await audits()).toBe(before);
  });
  test.each(['41523', '4152317700001234', '415231777', '41523x', ''])('refuses %s without repeating it', async (bin) => {
    const { status, body } = await sara.post(`${root}/actions/test`, { input: { bin } });
    expect({ status, path: body.errors[0].path }).toEqual({ status: 400, path: 'input.bin' });
    if (bin) expect(JSON.stringify(body)).not.toContain(bin);
  });
  test('refuses an event that is not there', async () => {
    expect((await sara.post(`${root}/actions/test`, { input: { bin: '415231', eventid: 999_999 } })).body.errors[0].path).toBe(
      'input.eventid',
    );
  });
});
