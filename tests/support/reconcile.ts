import type pg from 'pg';

/** Statuses as they were agreed; nothing here is read from the code that is checked. */
const hold = `('started', 'pending_payment', 'payment_declined')`,
  active = `('paid', 'assign_number', 'no_assign_number')`,
  sold = `('paid', 'assign_number', 'no_assign_number', 'chargeback')`;
const seated = `('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback')`,
  closed = `('cancelled', 'wallet_refund', 'change_event', 'merged')`;
const statuses = `('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback', 'cancelled', 'wallet_refund', 'change_event', 'merged')`;
const came = `p.type in ('charge', 'transfer_in', 'chargeback_reversal') and p.status in ('paid', 'partially_refunded', 'refunded', 'chargeback')`,
  went = `p.type in ('refund', 'chargeback', 'transfer_out') and p.status = 'paid'`;
const open = `('created', 'pending', 'authorized')`;

/** A number in a column that old releases do not have; null there. */
const later = (row: string, column: string): string => `(to_jsonb(${row}) ->> '${column}')::bigint`;

const countedSeats = (table: string, key: string): string => `
  select p.${key} as id, p.held_count, p.sold_count from ${table} p left join inscriptions i on i.${key} = p.${key} and i.deleted_at is null
   group by p.${key}, p.held_count, p.sold_count having p.held_count <> count(*) filter (where i.status in ${hold}) or p.sold_count <> count(*) filter (where i.status in ${sold})`;

/** Each answers the rows that contradict what must always hold. */
const contradictions: Readonly<Record<string, string>> = {
  'seats of distances as counted': countedSeats('distances', 'distanceid'),
  'seats of events as counted': countedSeats('events', 'eventid'),
  'no distance oversold':
    'select distanceid, capacity, held_count, sold_count from distances where held_count < 0 or sold_count < 0 or held_count + sold_count > capacity',
  'price tiers as counted, within their limit': `
    select t.price_tierid, t.sold_count from price_tiers t left join inscriptions i on i.price_tierid = t.price_tierid and i.deleted_at is null and i.status in ${seated}
     group by t.price_tierid, t.sold_count, t.qty_limit having t.sold_count <> count(i.inscriptionid) or t.sold_count > t.qty_limit`,
  'one bib on one seated inscription, with the same number, prefix and chip': `
    select b.bibid, b.state, i.inscriptionid, i.status from (select * from bibs where deleted_at is null and (inscriptionid is not null or state in ('assigned', 'delivered'))) b
      full join (select * from inscriptions where deleted_at is null and bibid is not null) i on i.bibid = b.bibid
     where b.bibid is null or i.inscriptionid is null or b.inscriptionid is distinct from i.inscriptionid or b.state not in ('assigned', 'delivered') or i.status not in ${sold} or b.eventid <> i.eventid
        or (b.number, b.prefix, b.chip_code) is distinct from (i.number, i.prefix, i.chip_code)`,
  'a number only on who has one': `
    select inscriptionid, status, number from inscriptions where (status = 'assign_number' and number is null) or (status not in ('assign_number', 'chargeback') and number is not null) or (number is not null and bibid is null and not shares_number)`,
  'no number worn twice':
    'select eventid, prefix, number from inscriptions where number is not null and not shares_number and deleted_at is null group by 1, 2, 3 having count(*) > 1',
  'pools as counted': `select p.bib_poolid from bib_pools p left join bibs b on b.bib_poolid = p.bib_poolid and b.deleted_at is null group by p.bib_poolid, p.bibs_count, p.free_count having p.bibs_count <> count(b.bibid) or p.free_count <> count(*) filter (where b.state = 'free')`,
  'wallets are the sums of their movements, and never negative': `
    select w.walletid from wallets w left join wallet_movements m on m.walletid = w.walletid group by w.walletid, w.available_cents, w.frozen_cents, w.movements_count
    having w.available_cents <> coalesce(sum(m.available_change_cents), 0) or w.frozen_cents <> coalesce(sum(m.frozen_change_cents), 0) or w.movements_count <> count(m.movementid) or w.available_cents < 0 or w.frozen_cents < 0`,
  'every movement continues the one before': `
    select movementid from (select m.*, sum(available_change_cents) over so as available, sum(frozen_change_cents) over so as frozen from wallet_movements m window so as (partition by walletid order by movementid)) m
     where available_after_cents <> available or frozen_after_cents <> frozen or available < 0 or frozen < 0`,
  'what is frozen waits for an inscription that holds a seat, and is what it says': `
    select i.inscriptionid, i.status, i.wallet_cents from inscriptions i left join wallet_movements m on m.inscriptionid = i.inscriptionid group by i.inscriptionid, i.status, i.wallet_cents
    having coalesce(sum(m.frozen_change_cents), 0) <> case when i.status in ${hold} then i.wallet_cents else 0 end`,
  'what a wallet paid is in its ledger and among the payments': `
    select i.inscriptionid from inscriptions i
      cross join lateral (select coalesce(sum(amount_cents) filter (where type = 'capture'), 0) as captured, coalesce(sum(amount_cents) filter (where type = 'refund_credit'), 0) - coalesce(sum(amount_cents) filter (where type = 'reversal'), 0) as credited from wallet_movements m where m.inscriptionid = i.inscriptionid) m
      cross join lateral (select coalesce(sum(amount_cents) filter (where type = 'charge'), 0) as charged, coalesce(sum(amount_cents) filter (where type = 'refund'), 0) as refunded from payments p where p.inscriptionid = i.inscriptionid and method = 'wallet' and status = 'paid') p
     where m.captured <> p.charged or m.credited <> p.refunded or (i.status not in ${hold} and i.wallet_cents <> m.captured)`,
  'stock is the sum of its movements, and nothing promised that is not there': `
    select s.tshirt_stockid from tshirt_stock s left join tshirt_movements m on m.tshirt_stockid = s.tshirt_stockid group by s.tshirt_stockid, s.received, s.reserved, s.delivered, s.adjusted, s.available, s.oversell
    having s.received <> coalesce(sum(m.received_change), 0) or s.reserved <> coalesce(sum(m.reserved_change), 0) or s.delivered <> coalesce(sum(m.delivered_change), 0) or s.adjusted <> coalesce(sum(m.adjusted_change), 0)
        or s.available <> s.received + s.adjusted - s.reserved - s.delivered or (s.available < 0 and not s.oversell) or s.reserved < 0 or s.delivered < 0`,
  'one shirt of its size promised to each seated inscription, none to others': `
    select i.inscriptionid, i.status, r.shirts from inscriptions i
      left join lateral (select count(*) filter (where sum <> 0) as shirts, coalesce(sum(sum), 0) as pieces, min(tshirt_stockid) filter (where sum <> 0) as stock from
        (select tshirt_stockid, sum(reserved_change) from tshirt_movements m where m.inscriptionid = i.inscriptionid group by 1) each) r on true
      left join tshirt_stock s on s.tshirt_modelid = i.tshirt_modelid and s.size = i.tshirt_size and s.deleted_at is null
     where i.deleted_at is null and case when i.status in ${seated} and s.tshirt_stockid is not null and i.kit_status = 'pending' then r.shirts <> 1 or r.pieces <> 1 or r.stock <> s.tshirt_stockid else r.shirts <> 0 end`,
  'coupons as counted, within quota and budget': `
    select c.couponid from coupons c left join coupon_uses u on u.couponid = c.couponid and u.deleted_at is null group by c.couponid, c.uses_count, c.reserved_count, c.spent_cents, c.max_uses, c.budget_cents
    having c.uses_count <> count(*) filter (where u.state = 'used') or c.reserved_count <> count(*) filter (where u.state = 'reserved') or c.spent_cents <> coalesce(sum(u.discount_cents) filter (where u.state in ('used', 'reserved')), 0)
        or c.uses_count + c.reserved_count > c.max_uses or c.spent_cents > c.budget_cents`,
  'a coupon is exhausted exactly while nothing of it is left': `
    select couponid, status from coupons where status in ('active', 'exhausted') and deleted_at is null and (status = 'exhausted') <> (coalesce(uses_count + reserved_count >= max_uses, false) or coalesce(spent_cents >= budget_cents, false))`,
  'promotions of cards as counted, within uses and budget': `
    select b.promotion_binid from promotion_bins b left join public.inscriptions i on i.promotion_binid = b.promotion_binid and i.deleted_at is null and i.status in ${seated} group by b.promotion_binid
    having max(${later('b', 'uses_count')}) <> count(i.inscriptionid) or max(${later('b', 'spent_cents')}) <> coalesce(sum(${later('i', 'promotion_discount_cents')}), 0)
        or max(${later('b', 'uses_count')}) > max(b.max_uses) or max(${later('b', 'spent_cents')}) > max(b.budget_cents)`,
  'batches discount what their coupons do, within their budget': `
    select b.coupon_batchid, b.spent_cents from coupon_batches b left join coupons c on c.coupon_batchid = b.coupon_batchid and c.deleted_at is null group by b.coupon_batchid, b.spent_cents, b.budget_cents having b.spent_cents <> coalesce(sum(c.spent_cents), 0) or b.spent_cents > b.budget_cents`,
  'no athlete uses a coupon more often than allowed': `
    select u.couponid, i.web_userid from coupon_uses u join coupons c on c.couponid = u.couponid join inscriptions i on i.inscriptionid = u.inscriptionid where u.state <> 'returned' group by u.couponid, i.web_userid, c.max_uses_per_user having count(*) > c.max_uses_per_user`,
  'the use of a coupon is as far as its inscription, and takes off what it says': `
    select i.inscriptionid, i.status, u.state from inscriptions i left join coupon_uses u on u.inscriptionid = i.inscriptionid and u.state <> 'returned'
     where (u.coupon_useid is not null and (i.couponid is distinct from u.couponid or i.discount_cents <> u.discount_cents)) or (i.couponid is not null and u.coupon_useid is null and i.status in ${seated})
        or (i.status in ${hold} and u.state <> 'reserved') or (i.status in ${sold} and u.state <> 'used') or (i.status in ${closed} and u.state <> 'used')`,
  'a price adds up and nothing is negative': `
    select inscriptionid from inscriptions i where list_price_cents - discount_cents - coalesce(${later('i', 'promotion_discount_cents')}, 0) + fee_cents + extra_cents <> total_cents
        or (promotion_binid is null and ${later('i', 'promotion_discount_cents')} <> 0) or least(list_price_cents, discount_cents, ${later('i', 'promotion_discount_cents')}, fee_cents, extra_cents, total_cents, wallet_cents, paid_cents, refunded_cents) < 0 or refunded_cents > paid_cents`,
  'paid and given back are the sums of the payments': `
    select i.inscriptionid, i.status, i.paid_cents, i.refunded_cents from inscriptions i left join payments p on p.inscriptionid = i.inscriptionid and p.deleted_at is null
     group by i.inscriptionid, i.status, i.paid_cents, i.refunded_cents having i.paid_cents <> coalesce(sum(p.amount_cents) filter (where ${came}), 0) or i.refunded_cents <> coalesce(sum(p.amount_cents) filter (where ${went}), 0)`,
  'who has a seat has paid for it, and who waits has not': `
    select inscriptionid, status, total_cents, paid_cents, refunded_cents from inscriptions where (status in ${sold} and paid_cents - refunded_cents <> total_cents) or (status in ${hold} and paid_cents <> refunded_cents)`,
  'one charge open at most, for what is due, while somebody waits for it': `
    select p.inscriptionid from payments p join inscriptions i on i.inscriptionid = p.inscriptionid where p.type = 'charge' and p.status in ${open} and p.deleted_at is null
     group by p.inscriptionid, i.status, i.total_cents, i.wallet_cents having count(*) > 1 or i.status <> 'pending_payment' or sum(p.amount_cents) <> i.total_cents - i.wallet_cents`,
  'a dispute is open exactly while its inscription is disputed, or was when it was merged: only the bank decides it': `
    select i.inscriptionid, i.status from inscriptions i left join payments p on p.inscriptionid = i.inscriptionid and p.type = 'chargeback' and p.status = 'pending'
      left join lateral (select from_status from inscription_log l where l.inscriptionid = i.inscriptionid and l.to_status is not null order by logid desc limit 1) l on true
     group by i.inscriptionid, i.status, l.from_status having count(p.paymentid) <> case when i.status = 'chargeback' or (i.status = 'merged' and l.from_status = 'chargeback') then 1 else 0 end`,
  'orders are the sums of what they hold': `
    select o.orderid from orders o
      cross join lateral (select count(*) as number, coalesce(sum(total_cents), 0) as total, coalesce(bool_or(status in ${hold}), false) as held, coalesce(bool_or(status in ${sold}), false) as sold from inscriptions i where i.orderid = o.orderid and i.deleted_at is null) i
      cross join lateral (select coalesce(sum(amount_cents) filter (where ${came}), 0) as charged, coalesce(sum(amount_cents) filter (where ${went}), 0) as refunded from payments p where p.orderid = o.orderid and p.deleted_at is null) p
     where o.inscriptions_count <> i.number or o.total_cents <> i.total or o.charged_cents <> p.charged or o.refunded_cents <> p.refunded
        or (coalesce(${later('o', 'sales_cents')}, 0) = 0 and o.status <> case when i.held then 'open' when i.sold then 'paid' else 'closed' end)`,
  'events earn what their inscriptions paid':
    'select e.eventid from events e left join inscriptions i on i.eventid = e.eventid and i.deleted_at is null group by e.eventid, e.revenue_cents having e.revenue_cents <> coalesce(sum(i.paid_cents), 0)',
  'the lifecycle rows of a log are one chain that ends at the status': `
    select l.inscriptionid, l.logid, l.status from (
      select l.*, lag(to_status) over one as before, lead(logid) over one as next from inscription_log l where status in ${statuses} window one as (partition by inscriptionid order by logid)) l
      join inscriptions i on i.inscriptionid = l.inscriptionid
     where l.to_status is distinct from l.status or l.from_status is distinct from l.before or (l.before is null and l.status <> 'started') or (l.next is null and l.status <> i.status)`,
  'every inscription has a log, and other rows of it move nothing': `
    select i.inscriptionid, null::text as status from inscriptions i where not exists (select 1 from inscription_log l where l.inscriptionid = i.inscriptionid)
    union all select inscriptionid, status from inscription_log where status not in ${statuses} and (to_status is not null or from_status is not null)`,
  'a code to be scanned exactly where a seat is owned': `select inscriptionid, status from inscriptions where (status in ${closed}) <> (qr_token is null)`,
  'a proof holds for who has a place, with the number that they have, one at a time, and its bytes are there': `
    select i.inscriptionid, i.status, d.documentid from inscription_documents d join inscriptions i on i.inscriptionid = d.inscriptionid left join stored_objects o on o.object_key = 'documents/' || d.sha256 || '.pdf'
     where d.status = 'current' and (d.kind = 'confirmation' and (i.status in ${closed} or i.status in ${hold} or (d.number, d.prefix) is distinct from (i.number, i.prefix)) or octet_length(o.data) is distinct from d.size_bytes or encode(sha256(o.data), 'hex') <> d.sha256)`,
  'a waiver is printed as holding only for who signed one': `
    select d.documentid from inscription_documents d where d.kind = 'exoneration' and d.status = 'current' and not exists (select 1 from exoneration_signatures s where s.inscriptionid = d.inscriptionid and s.status = 'signed' and s.deleted_at is null)`,
  'a document that was printed is in the log, once for each': `
    select d.inscriptionid from inscription_documents d where (select count(*) from inscription_log l where l.inscriptionid = d.inscriptionid and l.status = 'pdf_created') <> (select count(*) from inscription_documents e where e.inscriptionid = d.inscriptionid)`,
  'a hold ends some time, and nothing else does': `select inscriptionid, status, expires_at from inscriptions where (status in ${hold}) <> (expires_at is not null)`,
  'a cancelled inscription says when and why, others do not': `
    select inscriptionid, status, cancel_reason, cancelled_at from inscriptions where (status = 'cancelled' and (cancel_reason is null or cancelled_at is null)) or (status in ${seated} and (cancel_reason is not null or cancelled_at is not null))`,
  'nobody is closed with the kit in hand, unless somebody accepted that or the bank decided': `
    select i.inscriptionid, i.status, l.from_status from inscriptions i
      cross join lateral (select * from inscription_log l where l.inscriptionid = i.inscriptionid and l.to_status in ${closed} and l.from_status in ${seated} order by logid desc limit 1) l
     where i.status in ${closed} and i.status <> 'merged' and i.kit_status in ('delivered', 'partial') and l.from_status <> 'chargeback'
       and not (l.to_status = 'cancelled' and l.reason is not null)
       and not (l.to_status = 'wallet_refund' and exists (select 1 from payments p where p.inscriptionid = i.inscriptionid and p.type = 'refund' and p.status = 'paid' and p.kit_override))`,
  'an offer is one seat that is held for its athlete in its distance, and who took it has paid': `
    select w.waitlist_entryid, w.status, i.status as registration from waitlist_entries w left join inscriptions i on i.inscriptionid = w.inscriptionid and i.web_userid = w.web_userid and i.eventid = w.eventid
     where w.deleted_at is null and case w.status when 'offered' then i.status is null or i.status not in ${hold} or i.distanceid <> w.distanceid or w.offered_at is null or w.expires_at is null
       when 'taken' then not exists (select 1 from inscription_log l where l.inscriptionid = i.inscriptionid and l.status = 'paid')
       when 'expired' then i.inscriptionid is null when 'waiting' then w.inscriptionid is not null else false end`,
  'a person who is offered a seat gets one letter': `
    select w.waitlist_entryid from waitlist_entries w join inscriptions i on i.inscriptionid = w.inscriptionid and i.email is not null left join inscription_letters l on l.inscriptionid = i.inscriptionid and l.kind = 'seat_offered'
     where w.offered_at is not null group by 1 having count(l.letterid) <> 1`,
  'people whose payment a gateway declined get a letter, and nobody else': `
    select i.inscriptionid from inscriptions i where i.email is not null
       and exists (select 1 from inscription_log l where l.inscriptionid = i.inscriptionid and l.status = 'payment_declined' and l.actor_type = 'gateway') <> exists (select 1 from inscription_letters t where t.inscriptionid = i.inscriptionid and t.kind = 'payment_declined')`,
  'a letter that was sent is in the log, once for each': `
    select inscriptionid from inscription_letters t where t.provider_ref is not null group by 1 having count(*) <> (select count(*) from inscription_log l where l.inscriptionid = t.inscriptionid and l.status = 'mail_sended')`,
  'no seat is offered twice, and nobody waits twice for one': `
    select inscriptionid, null::bigint as web_userid from waitlist_entries where inscriptionid is not null and deleted_at is null group by 1 having count(*) > 1
    union all select distanceid, web_userid from waitlist_entries where status in ('waiting', 'offered') and deleted_at is null group by 1, 2 having count(*) > 1`,
  'no seat is free while somebody waits for it': `
    select d.distanceid, d.capacity, d.sold_count, d.held_count from distances d join events e using (eventid)
     where d.status = 'open' and e.status = 'published' and e.registration_close_at > now() and d.sold_count + d.held_count < d.capacity
       and exists (select 1 from waitlist_entries w where w.distanceid = d.distanceid and w.status = 'waiting' and w.deleted_at is null)`,
  'who is active once a race': `select distanceid, web_userid from inscriptions where status in ${active} and deleted_at is null group by 1, 2 having count(*) > 1`,
};

/** The part of a database that one sequence of actions works on: its events, the athletes whose wallets it uses and its coupons. */
export interface Scope {
  readonly events: readonly number[];
  readonly athletes: readonly number[];
  readonly coupons: readonly number[];
}
const byEvent = 'eventid = any($1)',
  athletesWallets = 'select walletid from public.wallets where web_userid = any($2)';
/** Which rows of each table belong to a scope. */
const within: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'inscriptions',
      'inscription_log',
      'bibs',
      'bib_pools',
      'distances',
      'events',
      'orders',
      'payments',
      'coupon_uses',
      'coupon_batches',
      'tshirt_stock',
      'waitlist_entries',
      'inscription_documents',
      'inscription_letters',
      'exoneration_signatures',
    ].map((table) => [table, byEvent]),
  ),
  price_tiers: `distanceid in (select distanceid from public.distances where ${byEvent})`,
  tshirt_movements: `tshirt_stockid in (select tshirt_stockid from public.tshirt_stock where ${byEvent})`,
  wallets: 'web_userid = any($2)',
  wallet_movements: `walletid in (${athletesWallets})`,
  coupons: 'couponid = any($3)',
  stored_objects: `object_key in (select 'documents/' || sha256 || '.pdf' from public.inscription_documents where ${byEvent})`,
};
const valuesOf = ({ events, athletes, coupons }: Scope): unknown[] => [events, athletes, coupons];
/** The same question, asked of the rows of a scope: each table that it names stands for its part. */
const narrowed = (text: string): string => {
  const named = Object.entries(within).filter(([table]) => new RegExp(`\\b(from|join) ${table}\\b`).test(text));
  // A parameter that no part uses would have no type.
  const parts = [
    'asked as (select $1::int[], $2::int[], $3::int[])',
    ...named.map(([table, rows]) => `${table} as (select * from public.${table} where ${rows})`),
  ];
  return `with ${parts.join(', ')} ${text}`;
};

/** Holds the totals of a database against its rows, or those of a part of it, in SQL that shares nothing with the code that wrote them; answers what contradicts itself, by name. */
export const reconcile = async (pool: Pick<pg.Pool, 'query'>, scope?: Scope): Promise<Readonly<Record<string, readonly unknown[]>>> => {
  const found: [string, readonly unknown[]][] = [];
  for (const [name, text] of Object.entries(contradictions)) {
    const { rows } = scope ? await pool.query(`${narrowed(text)} limit 5`, valuesOf(scope)) : await pool.query(`${text} limit 5`);
    if (rows.length > 0) found.push([name, rows]);
  }
  return Object.fromEntries(found);
};

const tables = [
  'inscriptions',
  'inscription_log',
  'bibs',
  'bib_pools',
  'distances',
  'price_tiers',
  'events',
  'orders',
  'payments',
  'wallets',
  'wallet_movements',
  'coupons',
  'coupon_uses',
  'tshirt_stock',
  'tshirt_movements',
  'waitlist_entries',
  'inscription_documents',
  'inscription_letters',
  'stored_objects',
  'audits',
] as const;
/** A digest of every table that an action may write to, or of a part of it: the same text means the same bytes. Audits belong to no event: of those the last one counts. */
export const digestOf = async (pool: Pick<pg.Pool, 'query'>, scope?: Scope): Promise<string> => {
  const one = (table: string): string => {
    if (scope && !within[table]) return `(select coalesce(max(auditid), 0)::text from ${table})`;
    return `(select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from ${table} t ${scope ? `where ${within[table]}` : ''})`;
  };
  const { rows } = await pool.query<{ digest: string }>(
    `select ${tables.map(one).join(` || '/' || `)} as digest`,
    scope ? valuesOf(scope) : [],
  );
  return rows[0]!.digest;
};
