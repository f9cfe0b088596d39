import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsDuring } from '../support/wholeTableReads';
import type { Person } from './support/openWorld';
import { openScene, type Scene } from './registration/support';
import { add, addPerson } from './support/world';

let scene: Scene, id: number;
const pick = (entity: string, key: string, value: number, columns: string): string =>
  `{ ${entity}(filter: { field: "${key}", op: "eq", value: ${value} }) { items { ${columns} } } }`;

beforeAll(async () => {
  scene = await openScene();
  const { body } = await scene.chief.post('/v2/event/coupons', {
    organizationid: scene.org,
    eventid: scene.eventid,
    code: 'VERANO',
    type: 'percent',
    value: 10,
  });
  id = Number((await scene.signUp('Vera')).inscriptionid);
  for (const [action, input] of [
    ['apply_coupon', { couponid: body.couponid }],
    ['pay', { method: 'cash', reference: 'caja' }],
  ] as const) {
    const { status } = await scene.act(scene.support, id, action, input);
    if (status !== 200) throw new Error(`${action} answered ${status}`);
  }
});
afterAll(() => scene.close());

describe('a reference whose title is no secret', () => {
  test('reads as a title for anyone who may not list what it points to, and other references stay without', async () => {
    expect((await scene.desk.get('/v2/event/coupons')).status).toBe(403);
    expect((await scene.desk.get('/v2/inscription/orders')).status).toBe(403);
    const { body } = await scene.desk.query(
      'inscription',
      pick('inscriptions', 'inscriptionid', id, 'coupon { title } order { title } web_user { title }'),
    );
    expect(body.errors).toBeUndefined();
    const [row] = body.data.inscriptions.items;
    expect(row).toEqual({ coupon: { title: 'VERANO' }, order: { title: expect.stringMatching(/\w{4,}/) }, web_user: { title: null } });
    expect((await scene.desk.get('/v2/inscription/inscriptions?columns=couponid')).body[0].coupon).toMatchObject({ title: 'VERANO' });
  });

  test('opens no filter and no search by what it names', async () => {
    const filter = encodeURIComponent(JSON.stringify({ field: 'couponid.code', op: 'eq', value: 'VERANO' }));
    expect((await scene.desk.get(`/v2/inscription/inscriptions?filter=${filter}`)).status).toBe(400);
    expect((await scene.desk.get('/v2/inscription/inscriptions?q=verano')).body).toEqual([]);
  });
});

describe('who asked for a refund', () => {
  test('is named in the list of payments for the person who approves it, though no key opens the people of the house', async () => {
    await scene.pool.query('update organizations set refund_approval_cents = 100 where organizationid = $1', [scene.org]);
    const refund = await scene.act(scene.finance, id, 'wallet_refund', { reason: 'lesión' });
    expect(refund).toMatchObject({ status: 200, body: { result: { waiting: 1 } } });
    expect((await scene.finance.get('/v2/user/users')).status).toBe(403);
    const { body } = await scene.finance.query(
      'inscription',
      pick('payments', 'inscriptionid', id, 'type requested_by_user { title } approved_by_user { title }'),
    );
    const found = body.data.payments.items.find(({ type }: { type: string }) => type === 'refund');
    expect(found).toEqual({ type: 'refund', requested_by_user: { title: 'fina Prueba' }, approved_by_user: null });
  });
});

describe('the history of a record', () => {
  interface Change {
    readonly field: string;
    readonly old: unknown;
    readonly new: unknown;
    readonly titles?: Readonly<Record<string, string>>;
  }
  const changes = async (as: Person, path: string): Promise<readonly Change[]> => {
    const { status, body } = await as.get(`/v2/${path}/history`);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return body.items.flatMap((item: { readonly changes: readonly Change[] }) => item.changes);
  };
  const titled = async (as: Person, path: string, field: string) =>
    (await changes(as, path))
      .filter((change) => change.field === field && change.new !== null)
      .map(({ titles }) => Object.values(titles ?? {}));

  test('calls what a value refers to by its title, for people who may list it or where the reference is named', async () => {
    const path = `inscription/inscriptions/${id}`;
    expect(await titled(scene.chief, path, 'couponid')).toEqual([['VERANO']]);
    expect(await titled(scene.desk, path, 'couponid')).toEqual([['VERANO']]);
    expect(await titled(scene.chief, path, 'web_userid')).toEqual([[expect.stringContaining('Vera')]]);
    expect((await scene.desk.get('/v2/user/web_users')).status).toBe(403);
    expect(await titled(scene.desk, path, 'web_userid')).toEqual([[]]);
    const refund = Number(
      (await scene.pool.query(`select paymentid from payments where inscriptionid = $1 and type = 'refund'`, [id])).rows[0].paymentid,
    );
    expect(await titled(scene.finance, `inscription/payments/${refund}`, 'requested_by_userid')).toEqual([['fina Prueba']]);
  });

  test('gives no title of a record outside of the events of the reader', async () => {
    const other = await add.event(scene.pool, scene.org, 'ajena-2031');
    await addPerson(scene.pool, 'invi', [{ org: scene.org, profile: 'organizer', events: [scene.eventid] }]);
    const guest = scene.world.as('invi', scene.org);
    await scene.pool.query(
      `insert into audits (resource, recordid, organizationid, verb, actor_name, source, before, after)
       values ('inscriptions', $1, $2, 'edit', 'x', 'api', jsonb_build_object('eventid', $3::bigint), jsonb_build_object('eventid', $4::bigint))`,
      [id, scene.org, other, scene.eventid],
    );
    const named = async (as: Person) =>
      (await changes(as, `inscription/inscriptions/${id}`)).find(({ field, old }) => field === 'eventid' && old === other)?.titles;
    expect(Object.keys((await named(scene.organizer)) ?? {})).toEqual(
      [String(scene.eventid), String(other)].sort((a, b) => Number(a) - Number(b)),
    );
    expect(Object.keys((await named(guest)) ?? {})).toEqual([String(scene.eventid)]);
  });

  test('reads all titles of a kind in one statement, however many changes there are', async () => {
    const path = `/v2/inscription/inscriptions/${id}/history`;
    const count = async (): Promise<number> => (await statementsDuring(scene.pool, () => scene.chief.get(path))).length;
    await scene.chief.get(path); // a look at contact data is written down once
    const before = await count();
    await scene.pool.query(
      `insert into audits (resource, recordid, organizationid, verb, actor_name, source, before, after)
       select 'inscriptions', $1, $2, 'edit', 'x', 'api', jsonb_build_object('distanceid', n), jsonb_build_object('distanceid', n + 1) from generate_series(1, 40) n`,
      [id, scene.org],
    );
    expect(await count()).toBe(before);
  });
});
