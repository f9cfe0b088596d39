import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { access_scans } from '@/resources/access_scans/access_scans';
import { asenters } from '@/resources/asenters/asenters';
import { desks } from '@/resources/desks/desks';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { payments } from '@/resources/payments/payments';
import { result_sets } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { users } from '@/resources/users/users';
import type { Locale } from '../../kernel/messages';
import type { Dispute, Evidence, DeliveryLine, DeliveredItem, ResultLine, ScanLine, LogLine } from './Evidence';
import { readHead } from './Head';
import { priceOf, readPayments } from './readPayments';
import { readSignatures } from './readWaiver';
import { moment, type Reads } from './Reads';
import { columnsOf, orNull, type Expression } from '../../kernel/columnsOf';
import { jsonObject, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const p = columnsOf(payments);
const l = columnsOf(inscription_log, 'l');
const u = columnsOf(users, 'u');
const x = columnsOf(inscription_documents, 'x');
const k = columnsOf(kit_deliveries, 'k');
const d = columnsOf(desks, 'd');
const s = columnsOf(access_scans, 's');
const a = columnsOf(asenters, 'a');
const r = columnsOf(results, 'r');
const t = columnsOf(result_sets, 't');

const dispute: Expression<Dispute> = jsonObject({
  opened_at: moment(p.created),
  amount_cents: p.amount_cents,
  reference: p.reference,
  status: p.status,
});
const readDispute = async (tx: Reads, inscriptionid: number): Promise<Dispute | null> => {
  const [found = null] = await selectAll(
    tx,
    dispute,
    sql`from ${p} where ${p.inscriptionid} = ${inscriptionid} and ${p.type} = 'chargeback' and ${p.deleted_at} is null order by ${p.created} desc, ${p.paymentid} desc limit 1`,
  );
  return found;
};

const step: Expression<LogLine> = jsonObject({
  at: moment(l.created),
  status: l.status,
  label: l.action_label,
  actor_type: l.actor_type,
  actor: orNull(u.name),
  ip: value<string | null>(sql`case when ${l.actor_type} = 'athlete' then ${l.ip} end`),
  changed: value<readonly string[]>(
    sql`coalesce((select jsonb_agg(c ->> 'field') from jsonb_array_elements(case jsonb_typeof(${l.changes}) when 'array' then ${l.changes} else '[]' end) c), '[]')`,
  ),
});
/**
 * Actions on the pack itself are no evidence, and a pack that listed itself would never be the same twice. The IP address is listed only
 * for athletes.
 */
const readLog = (tx: Reads, inscriptionid: number): Promise<readonly LogLine[]> =>
  selectAll(
    tx,
    step,
    sql`from ${l} left join ${u} on ${u.userid} = ${l.actor_userid}
   where ${l.inscriptionid} = ${inscriptionid} and not (${l.status} = 'pdf_created' and exists (
     select 1 from ${x} where ${x.inscriptionid} = ${l.inscriptionid} and ${x.kind} = 'evidence' and ${l.changes} @> jsonb_build_array(jsonb_build_object('field', 'sha256', 'new', ${x.sha256}))))
   order by ${l.logid}`,
  );

const items = value<readonly DeliveredItem[]>(
  sql`(select coalesce(jsonb_agg(jsonb_build_object('name', i ->> 'name', 'qty', i -> 'qty', 'status', i ->> 'status', 'new_size', i ->> 'new_size')), '[]') from jsonb_array_elements(coalesce(${k.items}, '[]')) i)`,
);
const delivery: Expression<DeliveryLine> = jsonObject({
  at: moment(k.delivered_at),
  status: k.status,
  desk: orNull(d.name),
  by: orNull(u.name),
  receiver_type: k.receiver_type,
  receiver_name: k.receiver_name,
  id_type: k.receiver_id_type,
  id_last4: k.receiver_id_last4,
  number: k.number_delivered,
  items,
});
const readDeliveries = (tx: Reads, inscriptionid: number): Promise<readonly DeliveryLine[]> =>
  selectAll(
    tx,
    delivery,
    sql`from ${k} left join ${d} on ${d.deskid} = ${k.deskid} left join ${u} on ${u.userid} = ${k.by_userid} where ${k.inscriptionid} = ${inscriptionid} and ${k.deleted_at} is null order by ${k.delivered_at}, ${k.kit_deliveryid}`,
  );

const scan: Expression<ScanLine> = jsonObject({ at: moment(s.scanned_at), point: a.name, direction: s.direction, result: s.result });
const readScans = (tx: Reads, inscriptionid: number): Promise<readonly ScanLine[]> =>
  selectAll(
    tx,
    scan,
    sql`from ${s} join ${a} on ${a.asenterid} = ${s.asenterid} where ${s.inscriptionid} = ${inscriptionid} order by ${s.scanned_at}, ${s.scanid}`,
  );

const { number, status, chip_time_ms, gun_time_ms, place_overall } = r;
const result: Expression<ResultLine> = jsonObject({ number, status, chip_time_ms, gun_time_ms, place_overall });
/** Draft results do not count. */
const readResults = (tx: Reads, inscriptionid: number): Promise<readonly ResultLine[]> =>
  selectAll(
    tx,
    result,
    sql`from ${r} join ${t} on ${t.result_setid} = ${r.result_setid} where ${r.inscriptionid} = ${inscriptionid} and ${r.deleted_at} is null and ${t.deleted_at} is null and ${t.status} in ('provisional', 'official') order by ${r.resultid}`,
  );

/**
 * Reads the evidence about a registration in a dispute. Nobody holds the permissions for all of it, so it is read as the owner, and only
 * people who handle disputes can open it.
 */
export const readEvidence = (tx: Reads, now: Inscription, locale: Locale): Promise<Evidence> =>
  tx.asOwner(async () => {
    const { inscriptionid, email, phone, birth_date, city, channel, checked_in_at } = now;
    return {
      head: await readHead(tx, now, locale),
      status: now.status,
      checked_in_at: checked_in_at ? new Date(checked_in_at).toISOString() : null,
      holder: {
        email: email ?? null,
        phone: phone ?? null,
        birth_date: birth_date ?? null,
        city: city ?? null,
        registered_through: channel ?? null,
      },
      dispute: await readDispute(tx, inscriptionid),
      price: priceOf(now),
      payments: await readPayments(tx, inscriptionid),
      signatures: await readSignatures(tx, inscriptionid),
      deliveries: await readDeliveries(tx, inscriptionid),
      scans: await readScans(tx, inscriptionid),
      results: await readResults(tx, inscriptionid),
      log: await readLog(tx, inscriptionid),
    };
  });
