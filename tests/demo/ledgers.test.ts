import { afterAll, beforeAll, expect, test } from 'vitest';
import { replay, type InscriptionStatus } from '@/domain/registration/lifecycle';
import type { Database } from '../../server/database/openDatabase';
import { openTestDatabase } from '../support/database';

const hold = "('started', 'pending_payment', 'payment_declined')",
  active = "('paid', 'assign_number', 'no_assign_number')";
const seated = "('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback')";
const cameIn = "('paid', 'partially_refunded', 'refunded', 'chargeback')";

let database: Database;
const rows = async <T extends object>(text: string): Promise<readonly T[]> => (await database.pool.query<T>(text)).rows;
/** The first rows of a query that a sound ledger answers with none. */
const odd = async (text: string): Promise<readonly object[]> => (await rows(text)).slice(0, 5);

beforeAll(async () => {
  database = await openTestDatabase({ holding: 'demo' });
});
afterAll(() => database.close());

test('the log of every inscription replays to its status', async () => {
  const logs = await rows<{ inscriptionid: number; status: string; log: readonly InscriptionStatus[] }>(
    'select i.inscriptionid, i.status, array_agg(l.status order by l.created, l.logid) as log from inscriptions i join inscription_log l on l.inscriptionid = i.inscriptionid group by 1, 2',
  );
  expect(logs.length).toBe(Number((await rows<{ count: string }>('select count(*) as count from inscriptions'))[0]!.count));
  const led = ({ log }: (typeof logs)[number]): string => {
    try {
      return replay(log.map((status) => ({ status })));
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(
    logs
      .filter((each) => led(each) !== each.status)
      .map((each) => ({ id: each.inscriptionid, status: each.status, led: led(each), log: each.log.join(' ') })),
  ).toEqual([]);
});

test('every inscription is in an order of its event, and every order adds up what it holds', async () => {
  expect(
    await odd(
      'select i.inscriptionid from inscriptions i left join orders o on o.orderid = i.orderid where o.orderid is null or o.eventid <> i.eventid or o.organizationid <> i.organizationid',
    ),
  ).toEqual([]);
  expect(
    await odd(`select o.orderid from orders o left join (select orderid, count(*) as held, sum(total_cents) as total from inscriptions group by 1) i on i.orderid = o.orderid
    left join (select orderid, count(*) as held, sum(total_cents) filter (where status <> 'cancelled') as total from store_sales group by 1) s on s.orderid = o.orderid
    where coalesce(i.held, s.held) is null or o.inscriptions_count <> coalesce(i.held, 0) or o.total_cents <> coalesce(i.total, 0)`),
  ).toEqual([]);
  expect(
    await odd(`select o.orderid from orders o left join (select orderid, coalesce(sum(amount_cents) filter (where type = 'charge' and status in ${cameIn}), 0) as charged, coalesce(sum(amount_cents) filter (where type in ('refund', 'chargeback') and status = 'paid'), 0) as refunded from payments group by 1) p
    on p.orderid = o.orderid where o.charged_cents <> coalesce(p.charged, 0) or o.refunded_cents <> coalesce(p.refunded, 0)`),
  ).toEqual([]);
  expect(
    await odd(`select o.orderid from orders o join (select orderid, bool_or(status in ${hold}) as held, bool_or(status in ${seated}) as seated from inscriptions group by 1) i on i.orderid = o.orderid
    where o.status <> case when i.held then 'open' when i.seated then 'paid' else 'closed' end`),
  ).toEqual([]);
  const [shared] = await rows<{ share: number; most: number }>(
    'select count(*) filter (where inscriptions_count > 1)::float / count(*) as share, max(inscriptions_count)::int as most from orders',
  );
  expect(shared!.share).toBeGreaterThan(0.05);
  expect(shared!.share).toBeLessThan(0.12);
  expect(shared!.most).toBe(4);
});

test('payments add up to what each inscription says was paid and given back', async () => {
  expect(
    await odd(`select i.inscriptionid, i.paid_cents, i.refunded_cents, p.* from inscriptions i left join (
      select inscriptionid, coalesce(sum(amount_cents) filter (where type = 'charge' and status in ${cameIn}), 0) as charged, coalesce(sum(amount_cents) filter (where type = 'refund' and status = 'paid'), 0) as refunded,
             coalesce(sum(amount_cents) filter (where type = 'charge' and method = 'wallet' and status in ${cameIn}), 0) as wallet from payments group by 1) p on p.inscriptionid = i.inscriptionid
    where i.paid_cents <> coalesce(p.charged, 0) or i.refunded_cents <> coalesce(p.refunded, 0) or (i.status not in ${hold} and i.wallet_cents <> coalesce(p.wallet, 0))`),
  ).toEqual([]);
  expect(
    await odd(
      'select p.paymentid from payments p join inscriptions i on i.inscriptionid = p.inscriptionid where p.orderid <> i.orderid or p.eventid <> i.eventid or p.organizationid <> i.organizationid',
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select i.inscriptionid from inscriptions i where i.status = 'pending_payment' and not exists (select 1 from payments p where p.inscriptionid = i.inscriptionid and p.type = 'charge' and p.status = 'pending' and p.amount_cents = i.total_cents - i.wallet_cents)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      "select p.paymentid from payments p where p.status = 'pending' and p.type = 'charge' and not exists (select 1 from inscriptions i where i.inscriptionid = p.inscriptionid and i.status = 'pending_payment')",
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select l.inscriptionid from inscription_log l where l.status = 'payment_declined' and not exists (select 1 from payments p where p.inscriptionid = l.inscriptionid and p.status = 'declined' and p.decline_code is not null)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select i.inscriptionid from inscriptions i where (i.status = 'chargeback') <> exists (select 1 from payments p where p.inscriptionid = i.inscriptionid and p.type = 'chargeback' and p.status = 'pending' and p.amount_cents = i.paid_cents - i.refunded_cents and p.parent_paymentid is not null)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      "select i.inscriptionid from inscriptions i join payments p on p.inscriptionid = i.inscriptionid where i.channel in ('courtesy', 'import')",
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select r.paymentid from payments r join payments c on c.paymentid = r.parent_paymentid where r.amount_cents > c.amount_cents or r.inscriptionid <> c.inscriptionid or r.created < c.created`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select p.paymentid from payments p join organizations o using (organizationid) where p.type = 'refund' and p.method = 'wallet' and p.status = 'paid' and p.amount_cents > o.refund_approval_cents and (p.approved_by_userid is null or p.approved_by_userid = p.requested_by_userid)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      "select p.paymentid from payments p join organizations o using (organizationid) join inscriptions i using (inscriptionid) where p.status = 'created' and (p.type <> 'refund' or p.amount_cents <= o.refund_approval_cents or p.amount_cents > i.paid_cents - i.refunded_cents or i.status <> 'assign_number')",
    ),
  ).toEqual([]);
  expect(await odd("select 1 from payments where type = 'refund' and status = 'created'")).not.toEqual([]);
  expect(await odd("select paymentid from payments where created > '2026-05-14T17:00:00Z' or paid_at > '2026-05-14T17:00:00Z'")).toEqual(
    [],
  );
});

test('a wallet is the sum of its movements, each of which follows from the one before', async () => {
  expect(
    await odd(`select w.walletid from wallets w left join (select walletid, sum(available_change_cents) as available, sum(frozen_change_cents) as frozen, count(*) as moved from wallet_movements group by 1) m on m.walletid = w.walletid
    where w.available_cents <> m.available or w.frozen_cents <> m.frozen or w.movements_count <> m.moved or m.walletid is null`),
  ).toEqual([]);
  expect(
    await odd(`select movementid from (select m.*, coalesce(lag(available_after_cents) over w, 0) as available, coalesce(lag(frozen_after_cents) over w, 0) as frozen from wallet_movements m window w as (partition by walletid order by created, movementid)) m
    where available_after_cents <> available + available_change_cents or frozen_after_cents <> frozen + frozen_change_cents`),
  ).toEqual([]);
  expect(
    await odd(`select i.inscriptionid from inscriptions i join wallets w on w.web_userid = i.web_userid left join (select inscriptionid, walletid, sum(frozen_change_cents) as frozen from wallet_movements group by 1, 2) m on m.inscriptionid = i.inscriptionid and m.walletid = w.walletid
    where coalesce(m.frozen, 0) <> case when i.status in ${hold} then i.wallet_cents else 0 end`),
  ).toEqual([]);
  expect(
    await odd(
      "select i.inscriptionid from inscriptions i where i.wallet_cents > 0 and not exists (select 1 from wallet_movements m join wallets w using (walletid) where m.inscriptionid = i.inscriptionid and w.web_userid = i.web_userid and m.type = 'hold' and m.amount_cents = i.wallet_cents)",
    ),
  ).toEqual([]);
  expect(
    await odd(`select p.paymentid from payments p left join wallet_movements m on m.paymentid = p.paymentid and m.amount_cents = p.amount_cents and m.inscriptionid = p.inscriptionid and m.type = case p.type when 'charge' then 'capture' else 'refund_credit' end
    where p.method = 'wallet' and p.status = 'paid' and m.movementid is null`),
  ).toEqual([]);
  expect(
    await odd(
      "select m.movementid from wallet_movements m where m.type in ('capture', 'refund_credit') and not exists (select 1 from payments p where p.paymentid = m.paymentid and p.method = 'wallet' and p.status = 'paid')",
    ),
  ).toEqual([]);
  for (const type of ['hold', 'capture', 'refund_credit', 'promo_credit', 'admin_credit'])
    expect(await odd(`select 1 from wallet_movements where type = '${type}'`)).not.toEqual([]);
  expect(await odd('select 1 from wallets where frozen_cents > 0')).not.toEqual([]);
});

test('a coupon is used, reserved or returned like its inscription', async () => {
  expect(
    await odd(
      'select i.inscriptionid from inscriptions i full join coupon_uses u on u.inscriptionid = i.inscriptionid where (i.couponid is not null or u.couponid is not null) and (i.couponid is distinct from u.couponid or i.discount_cents <> u.discount_cents or i.eventid <> u.eventid)',
    ),
  ).toEqual([]);
  expect(
    await odd(`select u.coupon_useid from coupon_uses u join inscriptions i on i.inscriptionid = u.inscriptionid
    where u.state <> case when i.status in ${hold} then 'reserved' when i.status in ${active} or i.status in ('chargeback', 'change_event') or i.cancel_reason = 'fraud' then 'used' else 'returned' end`),
  ).toEqual([]);
  expect(
    await odd(`select c.couponid from coupons c left join (select couponid, count(*) filter (where state = 'used') as used, count(*) filter (where state = 'reserved') as reserved, coalesce(sum(discount_cents) filter (where state <> 'returned'), 0) as spent from coupon_uses group by 1) u on u.couponid = c.couponid
    where c.uses_count <> coalesce(u.used, 0) or c.reserved_count <> coalesce(u.reserved, 0) or c.spent_cents <> coalesce(u.spent, 0) or c.uses_count + c.reserved_count > c.max_uses`),
  ).toEqual([]);
  for (const state of ['reserved', 'used', 'returned'])
    expect(await odd(`select 1 from coupon_uses where state = '${state}'`)).not.toEqual([]);
});

test('a bib and its inscription name each other, and what is closed wears none', async () => {
  expect(
    await odd(
      'select i.inscriptionid from inscriptions i left join bibs b on b.bibid = i.bibid where i.bibid is not null and (b.inscriptionid is distinct from i.inscriptionid or b.number <> i.number or b.eventid <> i.eventid or b.chip_code is distinct from i.chip_code)',
    ),
  ).toEqual([]);
  expect(
    await odd(
      'select b.bibid from bibs b left join inscriptions i on i.inscriptionid = b.inscriptionid where b.inscriptionid is not null and i.bibid is distinct from b.bibid',
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select inscriptionid from inscriptions where (number is null) <> (bibid is null) or (bibid is not null and status not in ${seated}) or (status = 'assign_number' and bibid is null)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      "select b.bibid from bibs b join inscriptions i on i.inscriptionid = b.inscriptionid where b.state <> case when i.kit_status in ('delivered', 'partial') then 'delivered' else 'assigned' end",
    ),
  ).toEqual([]);
  expect(
    await odd("select bibid from bibs where (state in ('lost', 'damaged', 'restricted', 'reserved')) <> (reason is not null)"),
  ).toEqual([]);
  expect(
    await odd(
      'select b.bibid from bibs b join bib_pools p on p.bib_poolid = b.bib_poolid where b.eventid <> p.eventid or b.number not between p.start and p."end" union all select i.bibid from inscriptions i join bibs b on b.bibid = i.bibid join bib_pools p on p.bib_poolid = b.bib_poolid where i.distanceid <> all(p.distanceids)',
    ),
  ).toEqual([]);
  expect(
    await odd(`select p.bib_poolid from bib_pools p left join (select bib_poolid, count(*) as bibs, count(*) filter (where state = 'free') as free from bibs group by 1) b on b.bib_poolid = p.bib_poolid
    where p.bibs_count <> b.bibs or p.free_count <> b.free or b.bibs <> p."end" - p.start + 1`),
  ).toEqual([]);
  expect(
    await odd(
      `select d.distanceid from distances d left join bib_pools p on d.distanceid = any(p.distanceids) where p.bib_poolid is null or p.free_count < (select count(*) from inscriptions i where i.distanceid = d.distanceid and i.bibid is null and i.status in ${seated})`,
    ),
  ).toEqual([]);
  for (const state of ['free', 'assigned', 'delivered', 'lost', 'damaged', 'restricted'])
    expect(await odd(`select 1 from bibs where state = '${state}'`)).not.toEqual([]);
});

test('every shirt that is promised or handed out is in the ledger, and more came in than that', async () => {
  expect(
    await odd(`select s.tshirt_stockid from tshirt_stock s left join (select tshirt_stockid, sum(received_change) as received, sum(reserved_change) as reserved, sum(delivered_change) as delivered from tshirt_movements group by 1) m on m.tshirt_stockid = s.tshirt_stockid
    where s.received <> m.received or s.reserved <> m.reserved or s.delivered <> m.delivered or s.received <> s.ordered or s.available <= 0 or m.tshirt_stockid is null`),
  ).toEqual([]);
  expect(
    await odd(`select s.tshirt_stockid from tshirt_stock s left join (select tshirt_modelid, tshirt_size, count(*) filter (where kit_status in ('delivered', 'partial')) as handed, count(*) filter (where kit_status in ('pending', 'returned')) as waiting from inscriptions where status in ${seated} group by 1, 2) i
    on i.tshirt_modelid = s.tshirt_modelid and i.tshirt_size = s.size where s.delivered <> coalesce(i.handed, 0) or s.reserved <> coalesce(i.waiting, 0)`),
  ).toEqual([]);
  expect(
    await odd(`select i.inscriptionid from inscriptions i left join (select m.inscriptionid, min(s.tshirt_modelid) as model, min(s.size) as size from tshirt_movements m join tshirt_stock s using (tshirt_stockid) group by 1, m.tshirt_stockid having sum(m.reserved_change) > 0) m on m.inscriptionid = i.inscriptionid
    where (i.tshirt_modelid is not null and i.status in ${seated} and i.kit_status in ('pending', 'returned')) <> (m.inscriptionid is not null) or m.model <> i.tshirt_modelid or m.size <> i.tshirt_size`),
  ).toEqual([]);
  expect(
    await odd(
      'select i.inscriptionid from inscriptions i join distances d on d.distanceid = i.distanceid where d.requires_tshirt <> (i.tshirt_modelid is not null)',
    ),
  ).toEqual([]);
  expect(
    await odd(
      'select i.inscriptionid from inscriptions i join tshirt_models m on m.tshirt_modelid = i.tshirt_modelid where m.eventid <> i.eventid',
    ),
  ).toEqual([]);
  expect(await odd("select 1 from tshirt_movements where type = 'deliver'")).not.toEqual([]);
});
