import type { APIRequestContext, APIResponse } from '@playwright/test';

const unauthenticated = 401;

export type Json = Readonly<Record<string, any>>;
/** Requests of one signed-in person, with the token that the page would get. */
export interface Api {
  /** Sends a body and answers what came back, refusals too. */
  readonly post: (path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: Json }>;
  readonly get: (path: string) => Promise<any>;
  readonly remove: (path: string, body?: unknown) => Promise<void>;
  /** The rows whose fields are exactly these. */
  readonly find: (path: string, values: Readonly<Record<string, unknown>>) => Promise<readonly Json[]>;
}

/** The requests of the person who is signed in to a context; the context must know its base URL. A token that has expired is renewed. */
export const apiOf = async (context: APIRequestContext, origin: string): Promise<Api> => {
  const authorized = async (): Promise<{ readonly authorization: string }> => {
    const given = await context.post('/api/authenticate', { headers: { origin } });
    return { authorization: `Bearer ${await given.text()}.dorsal` };
  };
  let headers = await authorized();
  const send = async (how: 'get' | 'post' | 'delete', path: string, data?: unknown): Promise<APIResponse> => {
    const options = (): object => ({ headers, ...(data !== undefined && { data }) });
    const answer = await context[how](path, options());
    if (answer.status() !== unauthenticated) return answer;
    headers = await authorized();
    return context[how](path, options());
  };
  const get = async (path: string): Promise<any> => (await send('get', path)).json();
  return {
    get,
    remove: async (path, body) => {
      await send('delete', path, body);
    },
    find: (path, values) =>
      get(
        `${path}?filter=${encodeURIComponent(JSON.stringify({ and: Object.entries(values).map(([field, value]) => ({ field, op: 'eq', value })) }))}`,
      ),
    post: async (path, body = {}) => {
      const answer = await send('post', path, body);
      return { status: answer.status(), body: (await answer.json()) as Json };
    },
  };
};

/** What of an athlete and of the registration a test cares about. */
interface SignUp {
  readonly distance?: 'ten' | 'five' | 'dear';
  readonly distanceid?: number;
  /** Who signs up; somebody new by default. */
  readonly web_userid?: number;
  readonly tshirt_size?: 'M' | 'L';
}
/** An event that only these tests know: they take what they need from it and leave the demo data as they found it. */
export interface RaceDay {
  readonly eventid: number;
  readonly distances: { readonly ten: number; readonly five: number; readonly dear: number };
  readonly shirt: number;
  readonly coupon: { readonly couponid: number; readonly code: string };
  readonly admin: Api;
  /** Adds a distance of its own to the event: scarce, or not yet numbered. */
  readonly addDistance: (name: string, price_cents: number) => Promise<number>;
  readonly addPool: (name: string, distanceid: number, start: number, end: number) => Promise<number>;
  /** Somebody who has started and not paid. */
  readonly started: (more?: SignUp) => Promise<Json>;
  /** Somebody who paid at the counter, with a bib where there is one. */
  readonly paid: (more?: SignUp) => Promise<Json>;
  /** Somebody who has started, with 100 pesos in the wallet. */
  readonly withWallet: () => Promise<Json>;
}

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const kilometroCero = 2,
  numbersApart = 1_000;
/** The first names tell records apart in lists; the run of letters keeps two servers, or two workers, from meeting. */
const stamp = (): string => Date.now().toString(36).toUpperCase();

/** Opens an event with distances of three prices, numbers for two of them, shirts in two sizes, and a coupon. */
export const openRaceDay = async (admin: Api): Promise<RaceDay> => {
  const mark = stamp();
  const made = async (service: string, resource: string, body: object): Promise<Json> => {
    const answer = await admin.post(`/v2/${service}/${resource}`, body);
    if (answer.status !== 201) throw new Error(`${resource}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const act = async (path: string, input: object): Promise<void> => {
    const answer = await admin.post(`/v2/${path}`, { input });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  };
  const { eventid } = await made('event', 'events', {
    organizationid: kilometroCero,
    name: { es: `Carrera de prueba ${mark}`, en: `Test race ${mark}` },
    slug: `carrera-de-prueba-${mark.toLowerCase()}`,
    category: 'experiencias-retos',
    region: 'sureste',
    sport: 'running',
    start_at: inDays(60),
    registration_open_at: inDays(-10),
    registration_close_at: inDays(50),
    stateid: 31,
    city: 'Mérida',
    contact_email: 'hola@prueba.test',
    refund_policy: 'wallet',
    numbering_mode: 'automatic',
  });
  let numbered = 0;
  const addDistance = async (name: string, price_cents: number): Promise<number> => {
    numbered += 1;
    const price = { name: 'Única', starts_at: inDays(-1), ends_at: inDays(40), price_cents, service_fee_cents: 2_500 };
    return (
      await made('event', 'distances', { eventid, name, code: `D${numbered}`, capacity: 100, price_tiers: [price], age_categories: [] })
    )['distanceid'];
  };
  const addPool = async (name: string, distanceid: number, start: number, end: number): Promise<number> =>
    (await made('event', 'bib_pools', { eventid, name, distanceids: [distanceid], start, end }))['bib_poolid'];
  const distances = {
    ten: await addDistance('10 km', 60_000),
    five: await addDistance('5 km', 40_000),
    dear: await addDistance('21 km', 250_000),
  };
  await addPool('Serie del 10', distances.ten, 1, numbersApart - 1);
  await addPool('Serie del 5', distances.five, 5 * numbersApart, 6 * numbersApart - 1);
  const { tshirt_modelid: shirt, sizes } = await made('event', 'tshirt_models', {
    eventid,
    name: 'Oficial',
    sizes: [
      { size: 'M', ordered: 100 },
      { size: 'L', ordered: 100 },
    ],
  });
  for (const { tshirt_stockid } of sizes as readonly Json[]) await act(`event/tshirt_stock/${tshirt_stockid}/receive`, { qty: 100 });
  const coupon = await made('event', 'coupons', {
    organizationid: kilometroCero,
    eventid,
    code: `MITAD${mark}`,
    type: 'percent',
    value: 50,
  });

  let people = 0;
  const athlete = async (): Promise<number> => {
    people += 1;
    return (
      await made('user', 'web_users', {
        first_name: 'Prueba',
        last_name: `${mark} ${people}`,
        gender: 'F',
        birth_date: '1990-02-03',
        email: `prueba-${mark.toLowerCase()}-${people}@atleta.test`,
      })
    )['web_userid'];
  };
  const started = async ({
    distance = 'ten',
    distanceid = distances[distance],
    tshirt_size = 'M',
    web_userid,
  }: SignUp = {}): Promise<Json> =>
    made('inscription', 'inscriptions', {
      eventid,
      distanceid,
      web_userid: web_userid ?? (await athlete()),
      tshirt_modelid: shirt,
      tshirt_size,
    });
  const read = async (id: number): Promise<Json> => admin.get(`/v2/inscription/inscriptions/${id}`);
  const paid = async (more?: SignUp): Promise<Json> => {
    const { inscriptionid } = await started(more);
    await act(`inscription/inscriptions/${inscriptionid}/pay`, { method: 'cash' });
    return read(inscriptionid);
  };
  const withWallet = async (): Promise<Json> => {
    const { inscriptionid, web_userid } = await paid({ distance: 'five' });
    await act(`inscription/inscriptions/${inscriptionid}/wallet_refund`, { amount_cents: 10_000, reason: 'Saldo inicial' });
    return started({ web_userid });
  };
  return {
    eventid,
    distances,
    shirt,
    coupon: { couponid: coupon['couponid'], code: coupon['code'] },
    admin,
    addDistance,
    addPool,
    started,
    paid,
    withWallet,
  };
};
