import type pg from 'pg';
import { demoUserOf } from '../server/demoAccounts';
import { iso, type Calendar } from './calendar';
import { platformOrganization } from './organizations';
import { keepPictures, type Picture } from './pictures';

/** A number from 0 to below `below` that is always the same for the same text. */
const drawn = (text: string, below: number): string => `(('x' || substr(md5(${text}), 1, 7))::bit(28)::int % ${below})`;
const uuid = (text: string): string => `md5(${text})::uuid::text`;
const live = "e.status in ('published', 'sold_out', 'closed', 'in_progress')",
  near = "e.status in ('closed', 'in_progress')";

const kits = `
  insert into kits (organizationid, eventid, name, distanceids, active, created, updated)
  select e.organizationid, e.eventid, k.name, case when k.premium then array(select d.distanceid from distances d where d.eventid = e.eventid order by d.sort, d.distanceid limit 1) end, true, e.created, e.created
    from events e, (values ('Kit del corredor', false), ('Kit prémium', true)) as k(name, premium)
   where e.sport <> 'virtual' and e.status not in ('draft', 'in_review') and (not k.premium or e.category = 'estelares') order by e.eventid, k.premium`;

const items = `
  insert into kit_items (organizationid, kitid, name, type, qty, required, stock, sort, created, updated)
  select k.organizationid, k.kitid, jsonb_build_object('es', i.es, 'en', i.en), i.type, 1, i.needed, case when i.counted then greatest(50, e.sold_count + 40) end, i.sort, k.created, k.created
    from kits k join events e using (eventid),
         (values (1, 'Dorsal con chip', 'Bib with chip', 'bib', true, false), (2, 'Playera oficial', 'Official t-shirt', 'tshirt', true, false), (3, 'Morral', 'Drawstring bag', 'bag', true, true),
                 (4, 'Bebida hidratante', 'Sports drink', 'sponsor', false, true), (5, 'Vale de fotografía', 'Photo voucher', 'voucher', false, false), (6, 'Gorra conmemorativa', 'Commemorative cap', 'other', false, true)) as i(sort, es, en, type, needed, counted)
   where i.sort < 6 or k.name = 'Kit prémium' order by k.kitid, i.sort`;

const desks = `
  insert into desks (organizationid, eventid, name, location, letter_range, opens_at, closes_at, created, updated)
  select e.organizationid, e.eventid, m.name, m.location, m.letters, date_trunc('day', e.start_at) - m.before, date_trunc('day', e.start_at) - m.before + interval '9 hours', e.created, e.created
    from events e, (values (1, 'Mesa 1', 'venue', 'A-F', interval '10 hours'), (2, 'Mesa 2', 'venue', 'G-M', interval '10 hours'), (3, 'Mesa 3', 'venue', 'N-Z', interval '10 hours'), (4, 'Innovasport Perisur', 'store', null, interval '58 hours')) as m(sort, name, location, letters, before)
   where ${live} and e.sport <> 'virtual' order by e.eventid, m.sort`;

/** People with a kit of an event in the near future got it at one of its desks. */
const deliveries = `
  with handed as (
    select i.inscriptionid, i.organizationid, i.eventid, i.number, i.kit_status, i.exoneration_status, e.fmtri_required, k.kitid, array_agg(d.deskid order by d.deskid) as desks,
           least(e.start_at - interval '14 hours', $2::timestamptz - interval '8 hours') + ${drawn("'t' || i.inscriptionid", 480)} * interval '1 minute' as at, ${drawn("'r' || i.inscriptionid", 100)} as luck
      from inscriptions i join events e using (eventid) join desks d using (eventid) join kits k on k.eventid = e.eventid and k.name = 'Kit del corredor'
     where ${near} and i.kit_status in ('delivered', 'partial', 'returned') group by 1, 2, 3, 4, 5, 6, 7, 8, e.start_at)
  insert into kit_deliveries (organizationid, inscriptionid, eventid, deskid, delivered_at, synced_at, receiver_type, receiver_name, receiver_id_type, receiver_id_last4, items, number_delivered, exoneration_checked, affiliation_checked, status, by_userid, device_id, client_uuid, created, updated)
  select h.organizationid, h.inscriptionid, h.eventid, h.desks[1 + luck % cardinality(h.desks)], h.at, h.at + interval '2 seconds', case when luck < 8 then 'third_party' else 'holder' end, case when luck < 8 then 'Familiar autorizado' end,
         case when luck < 8 then 'INE' end, case when luck < 8 then lpad((luck * 731 % 10000)::text, 4, '0') end,
         (select jsonb_agg(jsonb_build_object('kit_itemid', p.kit_itemid, 'name', p.name->>'es', 'qty', 1, 'status', case when h.kit_status = 'partial' and p.sort = 4 then 'missing' else 'delivered' end) order by p.sort) from kit_items p where p.kitid = h.kitid),
         h.number, h.exoneration_status in ('signed', 'not_required'), h.fmtri_required, h.kit_status, $1, 'tableta-' || (1 + luck % 4), ${uuid("'entrega' || h.inscriptionid")}, h.at, h.at
    from handed h order by h.at, h.inscriptionid`;

const points = `
  insert into asenters (organizationid, eventid, name, kind, mode, allow_reentry, opens_at, closes_at, status, created, updated)
  select e.organizationid, e.eventid, p.name, p.kind, p.mode, p.again, e.start_at - interval '2 hours', e.start_at + interval '5 hours', 'active', e.created, e.created
    from events e, (values (1, 'Corrales de salida', 'start', 'entry', false), (2, 'Zona VIP', 'vip', 'both', true), (3, 'Villa de atletas', 'athlete_village', 'both', true)) as p(sort, name, kind, mode, again)
   where ${live} and e.sport <> 'virtual' order by e.eventid, p.sort`;

const mostScans = 400;
const scans = `
  with came as (
    select a.asenterid, i.organizationid, i.eventid, i.inscriptionid, i.folio, least(i.checked_in_at, $1::timestamptz) as at, ${drawn("'s' || i.inscriptionid", 100)} as luck
      from inscriptions i join events e using (eventid) join asenters a on a.eventid = e.eventid and a.kind = 'start'
     where e.status = 'in_progress' and i.checked_in_at is not null order by i.checked_in_at, i.inscriptionid limit ${mostScans})
  insert into access_scans (organizationid, asenterid, eventid, inscriptionid, raw_code, direction, result, device_id, scanned_at, synced_at, client_uuid, created)
  select organizationid, asenterid, eventid, inscriptionid, folio, 'entry', case when luck < 3 then 'already_in' when luck < 5 then 'wrong_distance' when luck < 6 then 'too_early' else 'ok' end, 'lector-' || (1 + luck % 3), at, at + interval '1 second', ${uuid("'lectura' || inscriptionid")}, at
    from came order by at, inscriptionid`;

const mostPickups = 160;
const pickups = `
  with chosen as (
    select i.*, e.start_at, ${drawn("'p' || i.inscriptionid", 100)} as luck from inscriptions i join events e using (eventid)
     where ${live} and e.category = 'estelares' and i.status = 'assign_number' order by ${drawn("'o' || i.inscriptionid", 1_000_003)}, i.inscriptionid limit ${mostPickups}),
  staged as (
    select *, case when luck < 12 then 'assigned' when luck < 24 then 'shipped' when luck < 36 then 'received' when luck < 52 then 'ready' when luck < 70 then 'notified' when luck < 93 then 'picked_up' when luck < 97 then 'not_claimed' else 'returned' end as stage from chosen)
  insert into innovasport_pickups (organizationid, inscriptionid, eventid, name, number, tshirt_size, distanceid, store_code, store_name, city, window_start, window_end, pickup_code, status, assigned_at, ready_at, picked_up_at, receiver_name, store_employee, batch_file, last_synced_at, created, updated)
  select t.organizationid, t.inscriptionid, t.eventid, t.name, t.number, t.tshirt_size, t.distanceid, s.code, s.name, s.city, t.start_at - interval '6 days', t.start_at - interval '1 day', 'IS' || lpad(t.inscriptionid::text, 7, '0'), t.stage,
         $1::timestamptz - interval '9 days', case when t.stage in ('ready', 'notified', 'picked_up', 'not_claimed', 'returned') then $1::timestamptz - interval '3 days' end, case when t.stage = 'picked_up' then $1::timestamptz - interval '1 day' end,
         case when t.stage = 'picked_up' then t.name end, case when t.stage = 'picked_up' then 'Caja ' || (1 + t.luck % 4) end, 'lote-' || lpad((1 + t.luck % 5)::text, 2, '0') || '.csv', $1, $1::timestamptz - interval '9 days', $1
    from staged t join (values (0, 'IS-014', 'Innovasport Perisur', 'Ciudad de México'), (1, 'IS-027', 'Innovasport Antara', 'Ciudad de México'), (2, 'IS-051', 'Innovasport Andares', 'Zapopan'), (3, 'IS-066', 'Innovasport Valle', 'San Pedro Garza García')) as s(at, code, name, city) on s.at = t.luck % 4
   order by t.inscriptionid`;

/** What is in a store went there in a batch; each event also has one that is being filled. */
const batches = `
  insert into pickup_batches (organizationid, eventid, name, store_code, store_name, city, window_start, window_end, status, sent_at, created, updated)
  select organizationid, eventid, 'Primer envío · ' || store_name, store_code, store_name, city, min(window_start), min(window_end), 'sent', $1::timestamptz - interval '8 days', $1::timestamptz - interval '9 days', $1::timestamptz - interval '8 days'
    from innovasport_pickups where status <> 'assigned' group by organizationid, eventid, store_code, store_name, city
  union all
  select distinct organizationid, eventid, 'Segundo envío', 'IS-014', 'Innovasport Perisur', 'Ciudad de México', window_start, window_end, 'open', null::timestamptz, $1::timestamptz - interval '1 day', $1::timestamptz - interval '1 day'
    from innovasport_pickups order by 2, 3`;
const batched = `
  update innovasport_pickups p set pickup_batchid = b.pickup_batchid from pickup_batches b
   where b.eventid = p.eventid and b.store_code = p.store_code and b.status = 'sent' and p.status <> 'assigned'`;

const mostBikes = 90;
const bikes = `
  with chosen as (
    select i.*, e.city as venue, ${drawn("'b' || i.inscriptionid", 100)} as luck from inscriptions i join events e using (eventid)
     where e.sport in ('triathlon', 'duathlon', 'cycling') and i.status in ('assign_number', 'no_assign_number', 'paid') order by e.start_at desc, ${drawn("'k' || i.inscriptionid", 1_000_003)}, i.inscriptionid limit ${mostBikes})
  insert into tribike_orders (organizationid, external_ref, inscriptionid, eventid, web_userid, service, origin_store, destination, bike_brand, bike_model, bike_color, bag, insurance_value_cents, price_cents, payment_status, status, tag_code, incident_notes, last_synced_at, created, updated)
  select organizationid, 'TB-' || lpad(inscriptionid::text, 7, '0'), inscriptionid, eventid, web_userid, case when luck < 70 then 'round_trip' else 'one_way' end, (array['TriBike Polanco', 'TriBike Santa Fe', 'TriBike Guadalajara', 'TriBike Monterrey'])[1 + luck % 4], venue,
         (array['Specialized', 'Trek', 'Cervélo', 'Canyon', 'Giant'])[1 + luck % 5], (array['Shiv', 'Speed Concept', 'P5', 'Speedmax', 'Trinity'])[1 + luck % 5], (array['Negro', 'Rojo', 'Blanco', 'Azul'])[1 + luck % 4], luck % 3 = 0, 5000000 + luck * 150000, case when luck < 70 then 289000 else 169000 end,
         case when luck < 8 then 'pending' else 'paid' end, case when luck < 8 then 'created' when luck < 40 then 'paid' when luck < 60 then 'dropped_off' when luck < 75 then 'in_transit' when luck < 85 then 'at_venue' when luck < 97 then 'picked_up' else 'incident' end,
         'TAG' || lpad(inscriptionid::text, 7, '0'), case when luck >= 97 then 'Raspón en el cuadro reportado al recibir.' end, $1, $1::timestamptz - interval '12 days', $1
    from chosen order by inscriptionid`;

const photo = { kind: 'bike', width: 960, height: 640 } as const;
const photos: readonly Picture[] = [
  { ...photo, key: 'bici-entrada', sky: '#dfe7ec', land: '#8a949b', mark: '#1f2a30' },
  { ...photo, key: 'bici-detalle', sky: '#f1e7d8', land: '#a58b6a', mark: '#8a1c1c' },
];
/** Every bike is photographed when it is handed in. */
const photographed = "update tribike_orders set photos = $1::jsonb where status not in ('created', 'paid', 'cancelled')";

/** The records of the local services: those that are already shown, and some with a later state, which the first refresh brings. */
const localRecords = `
  insert into local_records (service, ref, body)
  select 'bike_service', t.external_ref, to_jsonb(t) || jsonb_build_object('folio', i.folio, 'status', case when t.status = 'dropped_off' and t.tribike_orderid % 3 = 0 then 'in_transit' else t.status end)
    from tribike_orders t join inscriptions i using (inscriptionid)
  union all
  select 'store_pickup', p.pickup_code, to_jsonb(p) || jsonb_build_object('folio', i.folio) || case when p.status = 'assigned' and p.pickupid % 2 = 0 then jsonb_build_object('status', 'shipped', 'shipped_at', $1::timestamptz) else '{}' end
    from innovasport_pickups p join inscriptions i using (inscriptionid)`;

/** Kits with their desks and deliveries, access points with their scans, and reports of stores and the bike service. */
export const insertKits = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  for (const statement of [kits, items, desks]) await client.query(statement);
  await client.query(deliveries, [demoUserOf('kit-delivery'), iso(now)]);
  await client.query(points);
  for (const statement of [scans, pickups, batches, bikes]) await client.query(statement, [iso(now)]);
  await client.query(batched);
  const kept = await keepPictures(client, platformOrganization, photos);
  await client.query(photographed, [JSON.stringify([...kept.values()])]);
  await client.query(localRecords, [iso(now)]);
};
