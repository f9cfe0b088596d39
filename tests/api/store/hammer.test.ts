import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type Counter } from './support';

const pieces = 12;
let counter: Counter;
beforeAll(async () => {
  counter = await openCounter(pieces);
});
afterAll(() => counter.scene.close());

test('many sell, pay, cancel and refund at once: no piece is sold twice and no peso is lost', async () => {
  const { scene, variants, act, sell } = counter;
  const people: number[] = [];
  for (let at = 0; at < 12; at += 1) people.push((await scene.signUp(`prisa${at}`)).inscriptionid);
  // The lines are in both orders, so that sales of the same two variants would block each other in a circle if they were locked as they come.
  const turns = Array.from({ length: 24 }, async (_, at) => {
    const order = at % 2 === 0 ? variants : [...variants].reverse();
    const lines = order.map((variantid) => ({ variantid, qty: 1 + (at % 2) }));
    const { status, body } = await sell({ inscriptionid: people[at % people.length], lines, ...(at % 3 === 0 ? {} : { method: 'cash' }) });
    if (status !== 200) return [status, body.errors?.[0]?.code ?? body.code];
    const { saleid } = body.result;
    if (at % 3 === 0)
      await Promise.all([act(scene.organizer, saleid, 'cancel', { reason: 'x' }), act(scene.organizer, saleid, 'pay', { method: 'pos' })]);
    if (at % 4 === 0)
      await Promise.all([1, 2].map(() => act(scene.organizer, saleid, 'refund', { goods: 'returned', to: 'origin', reason: 'x' })));
    return [status, null];
  });
  // A slow machine may turn a request away, which changes nothing.
  for (const [status, code] of await Promise.all(turns)) if (code !== 'TOO_SLOW') expect([200, 409], String(code)).toContain(status);
  const { rows } = await scene.pool.query(`
    select v.available, v.received::int, (v.received + v.adjusted - v.reserved - v.sold)::int as counted,
      (select coalesce(sum(l.qty), 0)::int from store_sale_lines l join store_sales s using (saleid) where l.variantid = v.variantid and s.status = 'paid') as sold,
      v.sold::int as said, (select coalesce(sum(l.qty), 0)::int from store_sale_lines l join store_sales s using (saleid) where l.variantid = v.variantid and s.status = 'unpaid') as held, v.reserved::int
    from store_variants v order by v.variantid`);
  for (const row of rows) {
    expect(row.available).toBeGreaterThanOrEqual(0);
    expect(row).toMatchObject({ received: pieces, counted: row.available, said: row.sold, reserved: row.held });
  }
  expect(
    await counter.one(`
      select (select stock::int from store_products) = (select sum(available)::int from store_variants) as stock,
        count(*) filter (where s.status = 'paid' and money <> s.total_cents)::int as unpaid, count(*) filter (where s.status in ('refunded', 'cancelled') and money <> 0)::int as kept
        from store_sales s cross join lateral (select coalesce(sum(case type when 'charge' then amount_cents else -amount_cents end), 0) as money from payments p where p.saleid = s.saleid and p.status in ('paid', 'refunded', 'partially_refunded')) m`),
  ).toEqual({ stock: true, unpaid: 0, kept: 0 });
});
