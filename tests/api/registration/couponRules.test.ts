import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { openScene, type Scene } from './support';

let scene: Scene,
  made = 0;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const coupon = async (more: object): Promise<number> => {
  const { status, body } = await scene.chief.post('/v2/event/coupons', {
    organizationid: scene.org,
    eventid: scene.eventid,
    code: `REGLA${(made += 1)}`,
    type: 'amount',
    value: 1_000,
    max_uses_per_user: 1000,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.couponid;
};
const held = async (more: object = {}): Promise<number> =>
  (await scene.signUp(`Cuponera${(made += 1)}`, { tshirt_modelid: null, tshirt_size: null, ...more })).inscriptionid;
const apply = (id: number, couponid: number) => scene.act(scene.chief, id, 'apply_coupon', { couponid });
const refused = (message: string) => ({ status: 409, body: { errors: [{ path: 'couponid', message }] } });

test('a coupon with two uses serves two, and the third hears that none is left', async () => {
  const couponid = await coupon({ max_uses: 2 }),
    ids = [await held(), await held(), await held()];
  expect((await apply(ids[0]!, couponid)).status).toBe(200);
  await scene.pool.query(`update coupons set status = 'active' where couponid = $1`, [couponid]);
  expect((await apply(ids[1]!, couponid)).status).toBe(200);
  await scene.pool.query(`update coupons set status = 'active' where couponid = $1`, [couponid]); // the count decides, whatever the status says
  expect(await apply(ids[2]!, couponid)).toMatchObject(refused('El cupón ya no tiene usos.'));
  await scene.pool.query(`update coupons set status = 'exhausted' where couponid = $1`, [couponid]);
});

test('a coupon that serves each athlete once serves the same athlete no second time', async () => {
  const once = await coupon({ max_uses_per_user: 1 }),
    twice = await coupon({ max_uses_per_user: 2 });
  const name = `Repite${(made += 1)}`,
    sign = async (distanceid: number): Promise<number> =>
      (await scene.signUp(name, { distanceid, tshirt_modelid: null, tshirt_size: null })).inscriptionid;
  const [ten, five] = [await sign(scene.ten), await sign(scene.five)];
  expect((await apply(ten, once)).status).toBe(200);
  expect(await apply(five, once)).toMatchObject(refused('El atleta ya usó este cupón las veces permitidas.'));
  expect((await apply(ten, twice)).status).toBe(200);
  expect((await apply(five, twice)).status).toBe(200);
});

test('a coupon for a domain serves its e-mails and no other, not even one that ends alike', async () => {
  const couponid = await coupon({ domain_restricted: 'empresa.mx' });
  for (const [email, status] of [
    ['ana@empresa.mx', 200],
    ['ana@otra.mx', 409],
    ['ana@miempresa.mx', 409],
    ['empresa.mx@otra.mx', 409],
  ] as const)
    expect([email, (await apply(await held({ email }), couponid)).status]).toEqual([email, status]);
});

test('a coupon for some e-mails serves them in any case', async () => {
  const couponid = await coupon({ email_restricted: ['elegida@uno.mx'] });
  expect((await apply(await held({ email: 'Elegida@Uno.mx' }), couponid)).status).toBe(200);
  expect((await apply(await held({ email: 'otra@uno.mx' }), couponid)).status).toBe(409);
});

test.each([
  ['before it starts', { starts_at: new Date(Date.now() + 3_600_000).toISOString() }, 'El cupón todavía no empieza.'],
  [
    'after it ends',
    { starts_at: new Date(Date.now() - 7_200_000).toISOString(), ends_at: new Date(Date.now() - 3_600_000).toISOString() },
    'El cupón ya venció.',
  ],
])('a coupon serves nobody %s', async (_when, more, message) => {
  expect(await apply(await held(), await coupon(more))).toMatchObject(refused(message));
});

test('every total agrees after all of it', async () => expect(await reconcile(scene.pool)).toEqual({}));
