import { registry } from '@/resources';
import { localGateway } from '../../../server/adapters/paymentGateway/localGateway';
import { openCharges } from '../../../server/features/registration/openCharges';
import { sendRefunds } from '../../../server/features/registration/sendRefunds';
import type { Person } from '../support/openWorld';
import { openScene, type Scene } from '../registration/support';

const secret = 'a secret of tests that is long enough';
export const root = '/v2/inscription/store_sales';

/** A scene with an open store, one product and its variants. */
export interface Counter {
  readonly scene: Scene;
  readonly variants: readonly number[];
  readonly productid: number;
  readonly one: (text: string, values?: readonly unknown[]) => Promise<any>;
  /** Sells to an athlete, as the organizer unless another person is said. */
  readonly sell: (input: object, person?: Person) => Promise<{ readonly status: number; readonly body: any }>;
  readonly act: (person: Person, id: number, action: string, input?: object) => Promise<{ readonly status: number; readonly body: any }>;
  readonly shelf: (variantid: number) => Promise<any>;
  readonly sale: (id: number) => Promise<any>;
  readonly openLinks: () => Promise<unknown>;
  readonly returnMoney: () => Promise<unknown>;
  readonly deps: { readonly pool: Scene['pool']; readonly registry: typeof registry };
}

/** Opens the store of the scene, with `qty` pieces of each of two variants that cost 250 pesos. */
export const openCounter = async (qty: number): Promise<Counter> => {
  const gateway = (pool: () => Scene['pool']) => ({
    name: 'local',
    webhookSecret: 'what reports of this gateway are signed with',
    open: (charge: any) => localGateway(pool(), secret).open(charge),
    refund: (refund: any) => localGateway(pool(), secret).refund(refund),
    capture: (ref: string) => localGateway(pool(), secret).capture(ref),
    settlement: async () => null,
  });
  let opened: Scene | null = null;
  const pool = () => opened!.pool;
  const used = gateway(pool);
  const scene = (opened = await openScene({ gateway: used }));
  await scene.pool.query('update organizations set refund_approval_cents = 100000');
  const made = async (url: string, body: object): Promise<any> => {
    const answer = await scene.organizer.post(url, body);
    if (answer.status > 201) throw new Error(`${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { storeid } = await made('/v2/organization/stores', { name: 'Tienda', status: 'active', organizationid: scene.org });
  const { productid } = await made('/v2/organization/store_products', {
    storeid,
    sku: 'GORRA',
    name: { es: 'Gorra', en: 'Cap' },
    price_cents: 25_000,
    max_per_order: 6,
  });
  await made(`/v2/organization/store_products/${productid}/add_variants`, { input: { sizes: ['M'], colors: 'Azul, Rojo', qty } });
  const { rows } = await scene.pool.query('select variantid::int as id from store_variants where productid = $1 order by 1', [productid]);
  const deps = { pool: scene.pool, registry };
  const one = async (text: string, values: readonly unknown[] = []): Promise<any> => (await scene.pool.query(text, [...values])).rows[0];
  return {
    scene,
    productid,
    variants: rows.map(({ id }) => id),
    one,
    deps,
    sell: (input, person = scene.organizer) => person.post(`${root}/actions/sell`, { input: { eventid: scene.eventid, ...input } }),
    act: (person, id, action, input = {}) => person.post(`${root}/${id}/${action}`, { input }),
    shelf: (variantid) =>
      one(
        `select v.received::int, v.reserved::int, v.sold::int, v.adjusted::int, v.available, p.stock::int
           from store_variants v join store_products p using (productid) where v.variantid = $1`,
        [variantid],
      ),
    sale: (id) =>
      one(
        `select s.status, s.items::int, s.total_cents, s.refunded_cents, s.method, s.letter_kind, s.letter, s.pay_link, s.ended_by, o.status as "order", o.sales_cents::int, o.charged_cents::int as charged, o.refunded_cents::int as returned
           from store_sales s join orders o using (orderid) where s.saleid = $1`,
        [id],
      ),
    openLinks: () => openCharges(deps, used),
    returnMoney: () => sendRefunds(deps, used),
  };
};
