import type pg from 'pg';
import type { PaymentGateway } from '../../../server/adapters/paymentGateway/PaymentGateway';
import { openWorld, type Person, type World } from '../support/openWorld';
import { add, addPerson } from '../support/world';

/** An event with two distances, prices, a pool of bibs for each, a shirt with two sizes, and people who hold the keys. */
export interface Scene {
  readonly world: World;
  readonly pool: pg.Pool;
  readonly org: number;
  readonly eventid: number;
  readonly ten: number;
  readonly five: number;
  readonly shirt: number;
  readonly support: Person;
  readonly finance: Person;
  readonly chief: Person;
  /** Staff of the organization itself: its requests run under the role of a tenant. */
  readonly desk: Person;
  readonly organizer: Person;
  /** Signs up an athlete through the API; answers the inscription. */
  readonly signUp: (name: string, more?: Readonly<Record<string, unknown>>) => Promise<any>;
  readonly read: (id: number) => Promise<any>;
  readonly act: (
    person: Person,
    id: number,
    action: string,
    input?: unknown,
    dry?: boolean,
  ) => Promise<{ readonly status: number; readonly body: any }>;
  readonly statuses: (id: number) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}
interface Options {
  readonly poolSize?: number;
  readonly capacity?: number;
  readonly bibs?: number;
  readonly shirts?: number;
  readonly event?: Readonly<Record<string, unknown>>;
  readonly gateway?: PaymentGateway;
}

const sql = async (pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<any[]> =>
  (await pool.query(text, values as unknown[])).rows;

/** Opens the scene; what it sells can be made scarce. */
export const openScene = async ({ capacity = 50, bibs = 50, shirts = 50, event = {}, poolSize, gateway }: Options = {}): Promise<Scene> => {
  const world = await openWorld(gateway ? { gateway } : {}, poolSize);
  const { pool } = world;
  const platform = await add.organization(pool, 'Plataforma', { is_platform: true });
  const org = await add.organization(pool, 'Casa');
  for (const [name, profile] of [
    ['sonia', 'customer-support'],
    ['fina', 'finance'],
    ['fabio', 'finance'],
    ['jefa', 'super-admin'],
  ] as const)
    await addPerson(pool, name, [{ org: platform, profile, regions: ['national'] }]);
  await addPerson(pool, 'kado', [{ org, profile: 'kit-delivery' }]);
  await addPerson(pool, 'orga', [{ org, profile: 'organizer' }]);
  const eventid = await add.event(pool, org, 'carrera', {
    status: 'published',
    refund_policy: 'wallet',
    start_at: new Date(Date.now() + 40 * 86_400_000).toISOString(),
    registration_close_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    ...event,
  });
  const jefa = world.as('jefa', platform);
  const made = async (service: string, resource: string, body: unknown): Promise<any> => {
    const answer = await jefa.post(`/v2/${service}/${resource}`, body);
    if (answer.status !== 201) throw new Error(`${resource}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const price = (price_cents: number) => [
    {
      name: 'Única',
      starts_at: new Date(Date.now() - 86_400_000).toISOString(),
      ends_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      price_cents,
      service_fee_cents: 2_500,
    },
  ];
  const ten = (
    await made('event', 'distances', {
      eventid,
      name: '10 km',
      code: '10K',
      capacity,
      price_tiers: price(60_000),
      age_categories: [
        { name: 'Libre', branch: 'F', age_min: 18, age_max: 39 },
        { name: 'Máster', branch: 'F', age_min: 40, age_max: 99 },
      ],
    })
  ).distanceid;
  const five = (
    await made('event', 'distances', { eventid, name: '5 km', code: '5K', capacity, price_tiers: price(40_000), age_categories: [] })
  ).distanceid;
  await made('event', 'bib_pools', { eventid, name: '10 km', distanceids: [ten], start: 1001, end: 1000 + bibs });
  await made('event', 'bib_pools', { eventid, name: '5 km', distanceids: [five], start: 5001, end: 5000 + bibs });
  const shirt = (
    await made('event', 'tshirt_models', {
      eventid,
      name: 'Oficial',
      sizes: [
        { size: 'M', ordered: shirts },
        { size: 'L', ordered: shirts },
      ],
    })
  ).tshirt_modelid;
  for (const { id } of await sql(pool, 'select tshirt_stockid as id from tshirt_stock where tshirt_modelid = $1', [shirt]))
    await jefa.post(`/v2/event/tshirt_stock/${id}/receive`, { input: { qty: shirts } });
  const athletes = new Map<string, number>();
  const athlete = async (name: string): Promise<number> =>
    athletes.get(name) ?? athletes.set(name, await add.athlete(pool, name)).get(name)!;
  const support = world.as('sonia', platform);
  return {
    world,
    pool,
    org,
    eventid,
    ten,
    five,
    shirt,
    support,
    finance: world.as('fina', platform),
    chief: jefa,
    desk: world.as('kado', org),
    organizer: world.as('orga', org),
    signUp: async (name, more = {}) => {
      const answer = await support.post('/v2/inscription/inscriptions', {
        eventid,
        distanceid: ten,
        web_userid: await athlete(name),
        tshirt_modelid: shirt,
        tshirt_size: 'M',
        ...more,
      });
      if (answer.status !== 201) throw Object.assign(new Error(JSON.stringify(answer.body)), answer);
      return answer.body;
    },
    read: async (id) => (await sql(pool, 'select to_jsonb(i) as row from inscriptions i where inscriptionid = $1', [id]))[0].row,
    act: (person, id, action, input = {}, dry = false) =>
      person.post(`/v2/inscription/inscriptions/${id}/${action}`, { input, dry_run: dry }),
    statuses: async (id) =>
      (await sql(pool, 'select status from inscription_log where inscriptionid = $1 order by logid', [id])).map(({ status }) =>
        String(status),
      ),
    close: world.close,
  };
};
