import type pg from 'pg';
import { askers } from './servers';

/** People of a file, column by column. */
export interface People {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly birth: readonly string[];
  readonly email: readonly string[];
}
/** What an import writes, said by hand; with the rows of a file that was rehearsed. */
export interface Bare {
  readonly people: People;
  readonly import_jobid: number;
  readonly eventid: number | null;
  readonly distanceid: number | null;
}
const { organizationid } = askers.tenant;
const actor = `'Nadie', 'bench', 'api'`;

/** Keeps the rows of a file as a rehearsal leaves them. */
export const fill = async (
  pool: Pick<pg.Pool, 'query'>,
  type: 'inscriptions' | 'athletes',
  eventid: number | null,
  people: People,
): Promise<Bare> => {
  const one = async (text: string, values: readonly unknown[]): Promise<number> =>
    Number(Object.values((await pool.query<Record<string, number>>(text, [...values])).rows[0]!)[0]);
  const import_jobid = await one(
    `insert into import_jobs (organizationid, eventid, type, file_name, mode, status) values ($1, $2, $3, 'archivo.csv', 'add', 'validated') returning import_jobid`,
    [organizationid, eventid, type],
  );
  await pool.query(
    `insert into import_rows (import_jobid, row_no, line, raw, action, person)
     select $1::bigint, at::int, at::int + 1, jsonb_build_array(first, last, 'F', birth, email), 'create', 'made' from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality u(first, last, birth, email, at)`,
    [import_jobid, people.first, people.last, people.birth, people.email],
  );
  const distanceid = eventid === null ? null : await one('select distanceid from distances where eventid = $1', [eventid]);
  return { people, import_jobid, eventid, distanceid };
};

const athletes = `
  create temporary table made on commit drop as
    with file as (select *, md5(email) as code from unnest($1::text[], $2::text[], $3::date[], $4::text[]) with ordinality u(first, last, birth, email, at)),
    added as (insert into web_users (asdeporteid, first_name, last_name, gender, birth_date, email, locale) select code, first, last, 'F', birth, email, 'es' from file returning web_userid, asdeporteid)
    select f.*, a.web_userid, null::bigint as orderid, null::bigint as inscriptionid from file f join added a on a.asdeporteid = f.code`;
const auditOfAthletes = `
  insert into audits (resource, recordid, organizationid, verb, actor_name, requestid, source, before, after)
  select 'web_users', m.web_userid, ${organizationid}, 'create', ${actor}, null, (to_jsonb(w) - array['search_text', 'search_hidden']) from made m join web_users w using (web_userid)`;

const registrations = [
  `with added as (insert into orders (code, eventid, web_userid, status) select upper(left(code, 10)), $1, web_userid, 'paid' from made returning orderid, web_userid)
   update made m set orderid = a.orderid from added a where a.web_userid = m.web_userid`,
  `with added as (insert into inscriptions (eventid, distanceid, web_userid, orderid, folio, qr_token, status, channel, source, source_ref, import_jobid, first_name, last_name, gender, birth_date, email, paid_at, exoneration_status)
     select $1, $2, web_userid, orderid, translate(upper(left(md5($1 || code), 8)), '01', 'GH'), md5('qr' || $1 || code), 'no_assign_number', 'import', 'import', $3 || '-' || at, $3::bigint, first, last, 'F', birth, email, now(), 'pending' from made
     returning inscriptionid, web_userid)
   update made m set inscriptionid = a.inscriptionid from added a where a.web_userid = m.web_userid`,
  `insert into inscription_log (inscriptionid, eventid, status, from_status, to_status, actor_type, source)
   select m.inscriptionid, $1, s.status, s.from_status, s.status, 'import', 'api' from made m, (values ('started', null), ('paid', 'started'), ('no_assign_number', 'paid')) s(status, from_status)`,
  `insert into audits (resource, recordid, organizationid, verb, actor_name, requestid, source, before, after)
   select 'orders', orderid, ${organizationid}, 'create', ${actor}, null::jsonb, jsonb_build_object('code', code, 'eventid', $1::bigint, 'web_userid', web_userid) from made
   union all select 'orders', orderid, ${organizationid}, 'edit', ${actor}, '{"status": "open"}', '{"status": "paid"}' from made`,
  `insert into audits (resource, recordid, organizationid, verb, actor_name, requestid, source, before, after)
   select 'inscriptions', m.inscriptionid, ${organizationid}, 'create', ${actor}, null, (to_jsonb(i) - array['search_text', 'search_hidden']) from made m join inscriptions i using (inscriptionid)`,
] as const;

const fates = `update import_rows r set fate = 'written', web_userid = m.web_userid, recordid = coalesce(m.inscriptionid, m.web_userid)::int, inscriptionid = m.inscriptionid, record_version = 1, updated = now()
  from made m where r.import_jobid = $1 and r.row_no = m.at`;

/** Runs that on one connection. */
export const bareImport = async (pool: pg.Pool, { people, import_jobid, eventid, distanceid }: Bare): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(athletes, [people.first, people.last, people.birth, people.email]);
    await client.query(auditOfAthletes);
    const given: readonly (readonly number[])[] =
      eventid === null || distanceid === null ? [] : [[eventid], [eventid, distanceid, import_jobid], [eventid], [eventid], []];
    for (const [at, values] of given.entries()) {
      const text = values.reduce(
        (made, value, place) => made.replaceAll(`$${place + 1}`, String(Math.trunc(value))),
        registrations[at] ?? '',
      );
      await client.query(text);
    }
    await client.query(fates, [import_jobid]);
    await client.query('commit');
  } finally {
    client.release();
  }
};
