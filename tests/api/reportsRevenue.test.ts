import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, olga: Person, fer: Person, kira: Person, org: number, last: number, race: number, other: number;
let made = 0;
const ask = async (who: Person, query = '') => (await who.get(`/v2/general/reports-bi/revenue?${query}`)).body;
const dates = (start_at: string) => ({
  start_at,
  registration_open_at: '2019-01-01T00:00:00Z',
  registration_close_at: '2019-02-01T00:00:00Z',
  status: 'published',
});
const pay = async (eventid: number, type: string, method: string, status: string, amount_cents: number, paid_at: string | null = null) => {
  made += 1;
  await world.pool.query(
    `with w as (insert into web_users (first_name, last_name, gender, email, birth_date) values ('Ana', 'Ríos', 'F', $7, '1990-02-03') returning web_userid),
       o as (insert into orders (eventid, web_userid, code) select $1, web_userid, $8 from w returning orderid)
     insert into payments (orderid, eventid, type, method, status, amount_cents, paid_at, idempotency_key)
     select orderid, $1, $2, $3, $4, $5, $6::timestamptz, $8 from o`,
    [eventid, type, method, status, amount_cents, paid_at, `pago${made}@atleta.test`, `P${made}`],
  );
};

beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Alfa');
  const beta = await add.organization(world.pool, 'Beta');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  await addPerson(world.pool, 'fer', [{ org: beta, profile: 'organizer' }]);
  await addPerson(world.pool, 'kira', [{ org, profile: 'kit-delivery' }]);
  [olga, fer, kira] = [world.as('olga', org), world.as('fer', beta), world.as('kira', org)];
  last = await add.event(world.pool, org, 'rio-2020', dates('2020-05-03T13:00:00Z'));
  race = await add.event(world.pool, org, 'rio-2021', { ...dates('2021-05-02T13:00:00Z'), previous_eventid: last });
  other = await add.event(world.pool, beta, 'mar-2021', dates('2021-05-02T13:00:00Z'));
  await pay(race, 'charge', 'card', 'paid', 50_000, '2021-03-01T18:00:00Z');
  await pay(race, 'charge', 'card', 'partially_refunded', 40_000, '2021-03-02T18:00:00Z');
  await pay(race, 'refund', 'card', 'paid', 15_000, '2021-03-03T18:00:00Z');
  await pay(race, 'refund', 'card', 'created', 9_000);
  await pay(race, 'charge', 'card', 'declined', 77_000);
  await pay(race, 'charge', 'oxxo', 'paid', 30_000, '2021-03-04T18:00:00Z');
  await pay(race, 'charge', 'oxxo', 'chargeback', 20_000, '2021-03-04T18:00:00Z');
  await pay(race, 'chargeback', 'oxxo', 'paid', 20_000, '2021-03-05T18:00:00Z');
  await pay(race, 'charge', 'cash', 'pending', 1_000);
  await pay(last, 'charge', 'card', 'paid', 25_000, '2020-03-01T18:00:00Z');
  await pay(last, 'charge', 'spei', 'refunded', 5_000, '2020-03-01T18:00:00Z');
  await pay(last, 'refund', 'spei', 'paid', 5_000, '2020-03-02T18:00:00Z');
  await pay(other, 'charge', 'card', 'paid', 999_000, '2021-03-01T18:00:00Z');
});
afterAll(() => world.close());

describe('revenue by payment method', () => {
  test('is what came in less what went back, against the last edition', async () => {
    expect(await ask(olga, `events=${race}`)).toEqual({
      fee_cents: null,
      total: { received_cents: 140_000, returned_cents: 35_000, net_cents: 105_000, previous_cents: 25_000 },
      rows: [
        { method: 'card', received_cents: 90_000, returned_cents: 15_000, net_cents: 75_000, previous_cents: 25_000 },
        { method: 'oxxo', received_cents: 50_000, returned_cents: 20_000, net_cents: 30_000, previous_cents: 0 },
        { method: 'spei', received_cents: 0, returned_cents: 0, net_cents: 0, previous_cents: 0 },
      ],
    });
    expect((await ask(olga, `events=${race}&compare=false`)).total).toMatchObject({ net_cents: 105_000, previous_cents: null });
  });

  test('agrees with plain sums of the payments, and with what the orders say', async () => {
    const { total, rows } = await ask(olga, `events=${race},${last}&compare=false`);
    const plain = await world.pool.query(
      `select method,
         sum(case when type in ('charge', 'transfer_in', 'chargeback_reversal') and status in ('paid', 'partially_refunded', 'refunded', 'chargeback') then amount_cents
                  when type in ('refund', 'chargeback', 'transfer_out') and status = 'paid' then -amount_cents else 0 end)::int as net
       from payments where eventid = any($1::bigint[]) and deleted_at is null group by method having bool_or(status not in ('pending', 'declined', 'created')) order by method`,
      [[race, last]],
    );
    const said = rows.map(({ method, net_cents }: any) => ({ method, net: net_cents }));
    expect(said.toSorted((one: any, two: any) => one.method.localeCompare(two.method))).toEqual(plain.rows);
    const { rows: orders } = await world.pool.query(
      'select sum(charged_cents)::int as received, sum(refunded_cents)::int as returned from orders where eventid = any($1::bigint[])',
      [[race, last]],
    );
    expect(orders).toEqual([{ received: total.received_cents, returned: total.returned_cents }]);
  });

  test('is the total of the list that explains it', async () => {
    const filter = {
      and: [
        { field: 'eventid', op: 'eq', value: race },
        { field: 'type', op: 'in', value: ['charge', 'transfer_in', 'chargeback_reversal'] },
        { field: 'status', op: 'in', value: ['paid', 'partially_refunded', 'refunded', 'chargeback'] },
        { field: 'method', op: 'eq', value: 'card' },
      ],
    };
    const { body } = await olga.query('inscription', 'query ($filter: Filter) { payments(filter: $filter) { total totals } }', { filter });
    expect(body.data.payments).toMatchObject({ total: 2, totals: { amount_cents: 90_000 } });
  });

  test('says what the platform keeps by the commissions of each organization and store, to who may read those', async () => {
    const platform = await add.organization(world.pool, 'Plataforma', { is_platform: true });
    await addPerson(world.pool, 'sofia', [{ org: platform, profile: 'super-admin', regions: ['national'] }]);
    const keys = ['reports-bi', 'events', 'event-inscription', 'national'];
    await addPerson(world.pool, 'nina', [{ org: platform, profile: 'none', regions: keys }]);
    const [sofia, nina] = [world.as('sofia', platform), world.as('nina', platform)];
    expect((await ask(sofia, `events=${race},${other}`)).fee_cents).toBe(0);
    await world.pool.query('update organizations set fee_percent_bp = case when organizationid = $1 then 450 else 333 end', [org]);
    expect((await ask(sofia, `events=${race}`)).fee_cents).toBe(4_725); // 4.5 % of 1,050.00
    expect((await ask(sofia, `events=${race},${other}`)).fee_cents).toBe(4_725 + 33_267); // and 3.33 % of 9,990.00
    await world.pool.query(`insert into stores (organizationid, name, commission_bp) values ($1, 'Tienda', 1000)`, [org]);
    await world.pool.query(
      `with p as (select min(paymentid) as id from payments where eventid = $1 and method = 'oxxo' and status = 'paid'),
         s as (insert into store_sales (code, eventid, web_userid, orderid, total_cents)
           select 'VENTA1', eventid, (select web_userid from orders where orderid = y.orderid), orderid, amount_cents from payments y join p on y.paymentid = p.id returning saleid)
       update payments set saleid = s.saleid from s, p where paymentid = p.id`,
      [race],
    );
    expect((await ask(sofia, `events=${race}`)).fee_cents).toBe(3_375 + 3_000); // 4.5 % of 750.00, and 10 % of what the store sold
    expect([(await ask(nina, `events=${race}`)).fee_cents, (await ask(olga, `events=${race}`)).fee_cents]).toEqual([null, null]);
  });

  test('is that of the own organization, and of nobody without the key', async () => {
    expect((await ask(fer, `events=${race}`)).total.net_cents).toBe(0);
    expect((await ask(fer)).total.net_cents).toBe(999_000);
    expect((await kira.get('/v2/general/reports-bi/revenue')).status).toBe(403);
  });
});
