import type pg from 'pg';
import { demoUserOf } from '../server/demoAccounts';
import { iso, type Calendar } from './calendar';

const drawn = (text: string, below: number): string => `(('x' || substr(md5(${text}), 1, 7))::bit(28)::int % ${below})`;
const mostSales = 150;

/** Clothes have sizes, caps have colours, and the rest is of one kind. */
const variants = `
  with kinds(sku, size, color, color_en, at) as (values
    ('SUDADERA', 'S', null, null, 1), ('SUDADERA', 'M', null, null, 2), ('SUDADERA', 'L', null, null, 3), ('SUDADERA', 'XL', null, null, 4),
    ('GORRA', null, 'Azul', 'Blue', 1), ('GORRA', null, 'Negra', 'Black', 2), ('BUFF', null, null, null, 1), ('PORTA', null, null, null, 1), ('TERMO', null, null, null, 1), ('MEDALLERO', null, null, null, 1))
  insert into store_variants (organizationid, productid, name, sku, size, color, low_stock_at, active, created, updated)
  select p.organizationid, p.productid, jsonb_build_object('es', concat_ws(' ', p.name ->> 'es', lower(k.color), k.size), 'en', concat_ws(' ', p.name ->> 'en', lower(k.color_en), k.size)),
         concat_ws('-', p.sku, upper(k.color), k.size), k.size, k.color, 10, true, p.created, p.created
    from store_products p join kinds k on k.sku = p.sku order by p.productid, k.at`;
const received = `
  insert into store_movements (organizationid, variantid, productid, type, qty, received_change, stock_change, created)
  select organizationid, variantid, productid, 'receive', qty, qty, qty, created from (select v.*, 16 + ${drawn("'q' || v.sku || v.productid", 60)} as qty from store_variants v) v order by variantid`;

const chosen = `
  create temp table demo_sales on commit drop as
  with buyers as (
    select i.organizationid, i.inscriptionid, i.eventid, i.web_userid, ${drawn("'v' || i.inscriptionid", 100)} as luck from inscriptions i join events e using (eventid)
     where e.status in ('published', 'sold_out', 'in_progress') and i.status in ('assign_number', 'no_assign_number', 'paid') and exists (select 1 from store_products p where p.organizationid = i.organizationid and p.active)
     order by ${drawn("'w' || i.inscriptionid", 1_000_003)}, i.inscriptionid limit ${mostSales}),
  goods as (select v.*, p.price_cents as price, row_number() over (partition by v.organizationid order by v.variantid) - 1 as at, count(*) over (partition by v.organizationid) as of from store_variants v join store_products p using (productid) where p.active),
  sales as (
    select b.*, g.variantid, g.productid, g.name, g.price as price_cents, row_number() over (order by b.inscriptionid) as n,
           case when luck < 6 then 'unpaid' when luck < 10 then 'cancelled' when luck < 60 then 'paid' when luck < 93 then 'handed_over' else 'refunded' end as status,
           (array['cash', 'pos'])[1 + luck % 2] as method, $1::timestamptz - interval '3 days' - luck * interval '50 minutes' as at
      from buyers b join goods g on g.organizationid = b.organizationid and g.at = b.luck % g.of)
  select s.*, (select max(orderid) from orders) + n as orderid, (select max(paymentid) from payments) + n * 2 as paymentid, status in ('paid', 'handed_over', 'refunded') as was_paid from sales s`;
const bought = [
  `insert into orders (orderid, organizationid, code, eventid, web_userid, status, created, updated)
   select orderid, organizationid, 'V' || upper(substr(md5('orden' || inscriptionid), 1, 9)), eventid, web_userid, case when status = 'unpaid' then 'open' when status in ('paid', 'handed_over') then 'paid' else 'closed' end, at, at from demo_sales order by n`,
  `insert into store_sales (organizationid, saleid, code, eventid, web_userid, inscriptionid, orderid, status, total_cents, refunded_cents, method, expires_at, paid_at, handed_at, handed_by_userid, ended_by, goods, reason, letter_kind, letter, created, updated)
   select organizationid, n, upper(substr(md5('venta' || inscriptionid), 1, 10)), eventid, web_userid, inscriptionid, orderid, status, price_cents, case when status = 'refunded' then price_cents else 0 end, case when was_paid then method end,
          case when status = 'unpaid' then $1::timestamptz + interval '30 hours' when status = 'cancelled' then at + interval '48 hours' end, case when was_paid then at end, case when status = 'handed_over' then at + interval '1 day' end, case when status = 'handed_over' then $2::bigint end,
          case when status = 'cancelled' then 'expired' end, case when status = 'refunded' then 'returned' end, case when status = 'refunded' then 'No le quedó.' end, case status when 'cancelled' then 'cancelled' when 'refunded' then 'refunded' when 'unpaid' then null else 'paid' end, case when status <> 'unpaid' then 'sent' end, at, at + interval '1 day' from demo_sales order by n`,
  `insert into store_sale_lines (organizationid, saleid, variantid, name, qty, price_cents, amount_cents, created, updated) select organizationid, n, variantid, name, 1, price_cents, price_cents, at, at from demo_sales order by n`,
  `insert into payments (paymentid, organizationid, orderid, eventid, saleid, type, method, status, amount_cents, idempotency_key, reference, paid_at, created, updated)
   select paymentid, organizationid, orderid, eventid, n, 'charge', method, case when status = 'refunded' then 'refunded' else 'paid' end, price_cents, 'demo:' || paymentid, case when method = 'pos' then 'T' || n end, at, at, at from demo_sales where was_paid order by n`,
  `insert into payments (paymentid, organizationid, orderid, eventid, saleid, type, method, status, amount_cents, idempotency_key, parent_paymentid, reason, refund_state, paid_at, created, updated)
   select paymentid + 1, organizationid, orderid, eventid, n, 'refund', method, 'paid', price_cents, 'demo:' || paymentid + 1, paymentid, 'No le quedó.', 'done', at + interval '1 day', at + interval '1 day', at + interval '1 day' from demo_sales where status = 'refunded' order by n`,
  `insert into store_movements (organizationid, variantid, productid, type, qty, reserved_change, sold_change, stock_change, saleid, created)
   select organizationid, variantid, productid, type, 1, reserved, sold, -reserved - sold, n, at + step * interval '1 second'
     from demo_sales join (values (1, 'reserve', 1, 0, null), (2, 'release', -1, 0, '{cancelled}'), (2, 'sell', -1, 1, '{paid,handed_over,refunded}'), (3, 'return', 0, -1, '{refunded}')) as m(step, type, reserved, sold, only_for) on m.only_for is null or status = any(m.only_for::text[])
    order by n, step`,
];

/** What the stores have on the shelf, and what athletes bought of it. */
export const fillStore = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  await client.query(variants);
  await client.query(received);
  await client.query(chosen, [iso(now)]);
  const [orders = '', sales = '', ...rest] = bought;
  await client.query(orders);
  await client.query(sales, [iso(now), demoUserOf('kit-delivery')]);
  for (const statement of rest) await client.query(statement);
  await client.query('drop table demo_sales');
};
