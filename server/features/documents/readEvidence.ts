import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Locale } from '../../kernel/messages';
import type { Dispute, Evidence, ToldDelivery, ToldResult, ToldScan, ToldStep } from './Evidence';
import { readHead } from './Head';
import { priceOf, readPayments } from './readPayments';
import { readSignatures } from './readWaiver';
import { moment, type Reads } from './Reads';

const disputeSql = `
  select jsonb_build_object('opened_at', ${moment('created')}, 'amount_cents', amount_cents, 'reference', reference, 'status', status)
    from payments where inscriptionid = $1 and type = 'chargeback' and deleted_at is null order by created desc, paymentid desc limit 1`;
/** What was done with the pack itself is no evidence, and a pack that told of itself would never say the same twice. The address is told of athletes alone. */
const logSql = `
  select jsonb_build_object('at', ${moment('l.created')}, 'status', l.status, 'label', l.action_label, 'actor_type', l.actor_type, 'actor', u.name, 'ip', case when l.actor_type = 'athlete' then l.ip end,
         'changed', coalesce((select jsonb_agg(c ->> 'field') from jsonb_array_elements(case jsonb_typeof(l.changes) when 'array' then l.changes else '[]' end) c), '[]'))
    from inscription_log l left join users u on u.userid = l.actor_userid
   where l.inscriptionid = $1 and not (l.status = 'pdf_created' and exists (
     select 1 from inscription_documents d where d.inscriptionid = l.inscriptionid and d.kind = 'evidence' and l.changes @> jsonb_build_array(jsonb_build_object('field', 'sha256', 'new', d.sha256))))
   order by l.logid`;
const deliveriesSql = `
  select jsonb_build_object('at', ${moment('k.delivered_at')}, 'status', k.status, 'desk', d.name, 'by', u.name, 'receiver_type', k.receiver_type, 'receiver_name', k.receiver_name, 'id_type', k.receiver_id_type, 'id_last4', k.receiver_id_last4,
         'number', k.number_delivered, 'items', (select coalesce(jsonb_agg(jsonb_build_object('name', i ->> 'name', 'qty', i -> 'qty', 'status', i ->> 'status', 'new_size', i ->> 'new_size')), '[]') from jsonb_array_elements(coalesce(k.items, '[]')) i))
    from kit_deliveries k left join desks d on d.deskid = k.deskid left join users u on u.userid = k.by_userid where k.inscriptionid = $1 and k.deleted_at is null order by k.delivered_at, k.kit_deliveryid`;
const scansSql = `
  select jsonb_build_object('at', ${moment('s.scanned_at')}, 'point', a.name, 'direction', s.direction, 'result', s.result)
    from access_scans s join asenters a on a.asenterid = s.asenterid where s.inscriptionid = $1 order by s.scanned_at, s.scanid`;
/** A draft of results is nobody's word yet. */
const resultsSql = `
  select jsonb_build_object('number', r.number, 'status', r.status, 'chip_time_ms', r.chip_time_ms, 'gun_time_ms', r.gun_time_ms, 'place_overall', r.place_overall)
    from results r join result_sets t on t.result_setid = r.result_setid where r.inscriptionid = $1 and r.deleted_at is null and t.deleted_at is null and t.status in ('provisional', 'official') order by r.resultid`;

const all = async <T>(tx: Reads, text: string, inscriptionid: number): Promise<readonly T[]> =>
  (await tx.run(text, [inscriptionid])).map(([row]) => row as T);

/** Reads everything that speaks for a registration in a dispute. Nobody holds the keys of all of it, so it is read as the owner and opens to those alone who carry disputes through. */
export const readEvidence = (tx: Reads, now: Inscription, locale: Locale): Promise<Evidence> =>
  tx.asOwner(async () => {
    const { inscriptionid, email, phone, birth_date, city, channel, checked_in_at } = now;
    const [dispute = null] = await all<Dispute>(tx, disputeSql, inscriptionid);
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
      dispute,
      price: priceOf(now),
      payments: await readPayments(tx, inscriptionid),
      signatures: await readSignatures(tx, inscriptionid),
      deliveries: await all<ToldDelivery>(tx, deliveriesSql, inscriptionid),
      scans: await all<ToldScan>(tx, scansSql, inscriptionid),
      results: await all<ToldResult>(tx, resultsSql, inscriptionid),
      log: await all<ToldStep>(tx, logSql, inscriptionid),
    };
  });
