import type pg from 'pg';
import { day, iso, type Calendar } from './calendar';

const eventSql = `
  select e.eventid, e.organizationid,
         (select m.userid from memberships m join profiles p using (profileid) where m.organizationid = e.organizationid and p.slug = 'organizer' and m.status = 'active' order by 1 limit 1) as userid
    from events e where e.status in ('published', 'sold_out') and e.start_at > $1::timestamptz order by e.start_at, e.eventid limit 1`;

const templatesSql = `
  insert into letter_templates (organizationid, eventid, kind, locale, subject, body, created_by, created, updated)
  values ($1, null, 'welcome', 'es', 'Ya eres parte de {{event}}', E'Hola, {{name}}:\\n\\nTu lugar en {{distance}} está confirmado. Guarda tu folio, {{folio}}.\\n\\n{{details}}\\n\\n{{organizer}}', $2, $3, $3),
         ($1, null, 'mailing', 'es', 'Entrega de kits de {{event}}', E'Hola, {{name}}:\\n\\nRecoge tu kit el viernes o el sábado, de 10:00 a 19:00. Lleva una identificación y tu folio, {{folio}}.', $2, $3, $3)`;

const mailingSql = `
  with written as (
    insert into mailings (eventid, name, subject, body, request_key, requested_userid, status, created_by, created, updated)
    select $1, 'Cambia el estacionamiento de ' || (name ->> 'es'), 'Cambia el estacionamiento de {{event}}', E'Hola, {{name}}:\\n\\nEl estacionamiento será por la puerta norte. Llega 45 minutos antes de tu salida.', 'demo', $2, 'sent', $2, $3, $3 from events where eventid = $1 returning mailingid),
  chosen as (
    select inscriptionid, email, folio, row_number() over (order by inscriptionid) as place
      from (select distinct on (email) inscriptionid, email, folio from inscriptions where eventid = $1 and email is not null and status in ('paid', 'assign_number') and coalesce(paid_at, created) < $3::timestamptz and deleted_at is null order by email, inscriptionid) once
     order by inscriptionid limit 40),
  laid as (
    insert into inscription_letters (inscriptionid, eventid, kind, mailingid, email, status, attempts, provider, provider_ref, error, taken_at, sent_at, created, updated)
    select inscriptionid, $1, 'mailing', mailingid, email, case when place % 13 = 0 then 'bounced' else 'sent' end, 1, case when place % 13 > 0 then 'smtp' end,
           case when place % 13 > 0 then '<' || lower(folio) || '-mailing@correo.demo.test>' end, case when place % 13 = 0 then '550 5.1.1 mailbox unavailable' end,
           $3, case when place % 13 > 0 then $3::timestamptz end, $3, $3
      from chosen, written order by place
    returning inscriptionid, provider_ref, sent_at, email, status),
  blocked as (
    insert into mail_blocks (organizationid, email, kind, inscriptionid, error, created, updated)
    select $4, email, 'bounced', inscriptionid, '550 5.1.1 mailbox unavailable', $3, $3 from laid where status = 'bounced' order by inscriptionid)
  insert into inscription_log (inscriptionid, eventid, status, changes, actor_type, source, created)
  select inscriptionid, $1, 'mail_sended', jsonb_build_array(jsonb_build_object('field', 'kind', 'new', 'mailing'), jsonb_build_object('field', 'provider_ref', 'new', provider_ref)), 'system', 'job', sent_at
    from laid where sent_at is not null order by inscriptionid`;

const stepsSql = `
  insert into letter_steps (eventid, kind, days, hour, created_by, created, updated)
  values ($1, 'welcome', 0, 9, $2, $3, $3), ($1, 'reminder', 14, 9, $2, $3, $3), ($1, 'race_week', 5, 9, $2, $3, $3), ($1, 'result', 0, 9, $2, $3, $3)`;

/** What the organizer of the next event wrote: templates, a mailing of which some came back, and a sequence that is not turned on yet. */
export const fillMailings = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const [event] = (await client.query<{ eventid: number; organizationid: number; userid: number }>(eventSql, [iso(now)])).rows;
  if (!event) return;
  const { eventid, organizationid, userid } = event,
    at = iso(now - 2 * day);
  await client.query(templatesSql, [organizationid, userid, at]);
  await client.query(mailingSql, [eventid, userid, at, organizationid]);
  await client.query(stepsSql, [eventid, userid, at]);
};
