import type pg from 'pg';
import { askers } from './servers';

/** An event of its own whose athletes have paid and wait for their numbers, with a bib for each and shirts in two sizes. Folios have no 0 and no 1, as in the product. */
export const addPaidEvent = async (pool: Pick<pg.Pool, 'query'>, name: string, rows: number): Promise<number> => {
  const {
    rows: [event],
  } = await pool.query<{ eventid: number }>(
    `insert into events (organizationid, name, slug, category, region, sport, start_at, stateid, city, registration_open_at, registration_close_at, contact_email, status, numbering_mode)
     values ($1, jsonb_build_object('es', $2::text), $2, 'estelares', 'centro', 'running', now() + interval '60 days', 9, 'Ciudad', now(), now() + interval '30 days', 'evento@example.com', 'published', 'manual') returning eventid`,
    [askers.tenant.organizationid, name],
  );
  const { eventid } = event!;
  const keyOf = async (text: string): Promise<number> =>
    Number(Object.values((await pool.query<Record<string, number>>(text, [eventid])).rows[0]!)[0]);
  const distance = await keyOf(`insert into distances (eventid, name, code) values ($1, '10 km', '10K') returning distanceid`);
  const series = await keyOf(`insert into bib_pools (eventid, name, start, "end") values ($1, 'Serie', 1, ${rows}) returning bib_poolid`);
  const model = await keyOf(`insert into tshirt_models (eventid, name) values ($1, 'Oficial') returning tshirt_modelid`);
  await pool.query('insert into bibs (eventid, bib_poolid, number) select $1::bigint, $2::bigint, n from generate_series(1, $3::int) n', [
    eventid,
    series,
    rows,
  ]);
  await pool.query(`insert into tshirt_stock (tshirt_modelid, size) values ($1, 'M'), ($1, 'L')`, [model]);
  await pool.query(
    `insert into tshirt_movements (tshirt_stockid, type, qty, received_change) select tshirt_stockid, 'receive', $2::int, $2::int from tshirt_stock where tshirt_modelid = $1`,
    [model, rows * 2],
  );
  await pool.query(
    `insert into inscriptions (eventid, distanceid, web_userid, folio, qr_token, status, first_name, last_name, gender, birth_date, email, tshirt_modelid, tshirt_size)
     select $1::bigint, $2::bigint, w.web_userid, translate(upper(lpad(to_hex($1::bigint % 4000 * 1000000 + row_number() over (order by w.web_userid)), 8, '0')), '01', 'GH'), md5($1::bigint || '-' || w.web_userid), 'paid', w.first_name, w.last_name, w.gender, w.birth_date, w.email, $3::bigint, 'M'
       from (select * from web_users where deleted_at is null order by web_userid limit $4::int) w`,
    [eventid, distance, model, rows],
  );
  await pool.query(
    `insert into inscription_log (inscriptionid, eventid, status, to_status, actor_type, source) select inscriptionid, eventid, s, s, 'system', 'job' from inscriptions, unnest(array['started', 'paid']) s where eventid = $1`,
    [eventid],
  );
  await pool.query(
    `insert into tshirt_movements (tshirt_stockid, type, qty, reserved_change, inscriptionid) select s.tshirt_stockid, 'reserve', 1, 1, i.inscriptionid from inscriptions i join tshirt_stock s on s.tshirt_modelid = i.tshirt_modelid and s.size = 'M' where i.eventid = $1`,
    [eventid],
  );
  await pool.query('analyze inscriptions, bibs, inscription_log, tshirt_movements');
  return eventid;
};

/** What assigning numbers leaves behind, said by hand in one statement for each table. */
const bareSql = [
  `create temporary table pairs on commit drop as
     select i.inscriptionid, b.bibid, b.number, b.prefix, b.chip_code from (select inscriptionid, row_number() over (order by created, inscriptionid) as n from inscriptions where eventid = $1 and status = 'paid' and deleted_at is null) i
       join (select bibid, number, prefix, chip_code, row_number() over (order by number) as n from bibs where eventid = $1 and state = 'free' and deleted_at is null) b using (n)`,
  `update bibs b set state = 'assigned', inscriptionid = p.inscriptionid, reason = null, updated = now(), version = version + 1 from pairs p where p.bibid = b.bibid`,
  `update inscriptions i set status = 'assign_number', bibid = p.bibid, prefix = p.prefix, number = p.number, chip_code = p.chip_code, shares_number = false, updated = now(), version = version + 1 from pairs p where p.inscriptionid = i.inscriptionid`,
  `insert into inscription_log (inscriptionid, eventid, status, from_status, to_status, changes, actor_type, source)
     select p.inscriptionid, $1, 'assign_number', 'paid', 'assign_number', jsonb_build_array(jsonb_build_object('field', 'bibid', 'old', null, 'new', p.bibid), jsonb_build_object('field', 'number', 'old', null, 'new', p.number)), 'staff', 'api' from pairs p`,
  `insert into audits (resource, recordid, organizationid, verb, action, actor_name, requestid, source, before, after)
     select 'inscriptions', p.inscriptionid, ${askers.tenant.organizationid}, 'action', 'assign_number', 'Nadie', 'bench', 'api', '{"status": "paid", "number": null, "bibid": null}', jsonb_build_object('status', 'assign_number', 'number', p.number, 'bibid', p.bibid) from pairs p`,
] as const;

/** Runs that on one connection. */
export const numberBare = async (pool: pg.Pool, eventid: number): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const text of bareSql)
      await client.query(text.includes('$1') ? { text: text.replaceAll('$1', String(Math.trunc(eventid))) } : { text });
    await client.query('commit');
  } finally {
    client.release();
  }
};

/** Fails unless everybody has the number of their bib. */
export const mustBeNumbered = async (pool: Pick<pg.Pool, 'query'>, eventid: number, rows: number): Promise<void> => {
  const {
    rows: [found],
  } = await pool.query<{ count: number }>(
    `select count(*)::int as count from inscriptions i join bibs b on b.inscriptionid = i.inscriptionid and b.number = i.number where i.eventid = $1 and i.status = 'assign_number'`,
    [eventid],
  );
  if (found!.count !== rows) throw new Error(`${found!.count} of ${rows} have their number`);
};
