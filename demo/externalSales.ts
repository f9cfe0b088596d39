import type pg from 'pg';
import { iso, type Calendar } from './calendar';

const commission = 1000,
  most = 80;

/** Places that partners sold: each sale names its registration, and the registration and its payment name the sale. */
const sold = `
  with chosen as (
    select i.*, (array['martí', 'innovasport', 'banco', 'club', 'sponsor'])[1 + i.organizationid % 2 + 2 * (i.inscriptionid % 2)] as seller
      from inscriptions i
     where i.channel = 'partner' and i.status in ('paid', 'assign_number', 'no_assign_number') and i.couponid is null and i.wallet_cents = 0 and i.source is null and i.paid_cents = i.total_cents
       and i.refunded_cents = 0 and i.created > $1::timestamptz - interval '150 days' order by i.inscriptionid limit ${most}),
  made as (
    insert into external_inscriptions (organizationid, source, external_ref, eventid, distance_code, first_name, last_name, second_last_name, gender, birth_date, email, phone, tshirt_size, amount_cents, sold_at, status, inscriptionid, channel, created, updated)
    select c.organizationid, c.seller, 'VE-' || c.folio, c.eventid, d.code, c.first_name, c.last_name, c.second_last_name, c.gender, c.birth_date, c.email, c.phone, c.tshirt_size, c.total_cents, c.created, 'created', c.inscriptionid, case when c.inscriptionid % 3 = 0 then 'file' else 'api' end, c.created, c.created
      from chosen c join distances d using (distanceid) order by c.inscriptionid
    returning external_inscriptionid, inscriptionid, source, external_ref),
  paid as (update payments p set reference = m.external_ref from made m where p.inscriptionid = m.inscriptionid and p.type = 'charge' and p.status = 'paid' and p.method = 'external')
  update inscriptions i set external_inscriptionid = m.external_inscriptionid, source = m.source, source_ref = m.external_ref from made m where m.inscriptionid = i.inscriptionid`;

/** A duplicate is the sale of somebody who is in its event. */
const duplicates = `
  update external_inscriptions x set duplicate_of_inscriptionid = i.inscriptionid, first_name = i.first_name, last_name = i.last_name, second_last_name = i.second_last_name, gender = i.gender, birth_date = i.birth_date, email = i.email
    from (select eventid, min(inscriptionid) as inscriptionid from inscriptions where status in ('paid', 'assign_number', 'no_assign_number') group by 1) f join inscriptions i using (inscriptionid)
   where x.status = 'duplicate' and f.eventid = x.eventid`;
/** A sale that waits for a decision has the name and birth date of an athlete, and another address. */
const proposed = `
  update external_inscriptions x set first_name = w.first_name, last_name = w.last_name, second_last_name = w.second_last_name, gender = w.gender, birth_date = w.birth_date
    from web_users w where x.status = 'matched' and w.web_userid = 100 + x.external_inscriptionid`;

/** One settlement for each organization, partner and month: this month is open, the one before closed, and those before are paid. */
const settled = `
  with months as (
    select organizationid, source, date_trunc('month', sold_at at time zone 'America/Mexico_City')::date as month, count(*)::int as sales_count, sum(amount_cents)::int as gross_cents, sum((amount_cents::bigint * ${commission} + 5000) / 10000)::int as commission_cents
      from external_inscriptions where status = 'created' group by 1, 2, 3),
  aged as (select m.*, extract(year from age(date_trunc('month', $1::timestamptz at time zone 'America/Mexico_City'), month)) * 12 + extract(month from age(date_trunc('month', $1::timestamptz at time zone 'America/Mexico_City'), month)) as months_ago from months m),
  made as (
    insert into external_settlements (organizationid, name, source, period_from, period_to, commission_bp, status, sales_count, gross_cents, commission_cents, closed_at, paid_on, payment_reference)
    select organizationid, initcap(source) || ' ' || to_char(month, 'YYYY-MM'), source, month, (month + interval '1 month - 1 day')::date, ${commission}, case when months_ago < 1 then 'open' when months_ago < 2 then 'closed' else 'paid' end, sales_count, gross_cents, commission_cents,
           case when months_ago >= 1 then least($1::timestamptz, (month + interval '1 month 2 days') at time zone 'America/Mexico_City') end, case when months_ago >= 2 then (month + interval '1 month 9 days')::date end, case when months_ago >= 2 then 'SPEI ' || to_char(month, 'YYYYMM') || organizationid end
      from aged order by organizationid, source, month
    returning external_settlementid, organizationid, source, period_from)
  update external_inscriptions x set external_settlementid = m.external_settlementid, commission_cents = (x.amount_cents::bigint * ${commission} + 5000) / 10000
    from made m where m.organizationid = x.organizationid and m.source = x.source and m.period_from = date_trunc('month', x.sold_at at time zone 'America/Mexico_City')::date and x.status = 'created'`;

/** What partners sold, and what they owe for it. */
export const fillExternalSales = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  for (const statement of [duplicates, proposed]) await client.query(statement);
  for (const statement of [sold, settled]) await client.query(statement, [iso(now)]);
};
