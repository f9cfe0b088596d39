import type pg from 'pg';
import { iso, type Calendar } from './calendar';

/** The printed proofs, the offers of the waiting lists, and the latest declined payments of the nearest events. */
const lettersSql = `
  with news as (
    select 'proof' as kind, inscriptionid, documentid, created + interval '5 minutes' as at, row_number() over (order by documentid) as place from inscription_documents where kind = 'confirmation' and status = 'current'
    union all select 'seat_offered', inscriptionid, null, offered_at, 1 from waitlist_entries where offered_at is not null
    union all select 'payment_declined', i.inscriptionid, null, i.at, row_number() over (order by i.at desc, i.inscriptionid)
      from (select eventid from events where status in ('published', 'sold_out') and start_at > $1::timestamptz order by start_at, eventid limit 2) e
           cross join lateral (
             select l.inscriptionid, max(l.created) as at from inscriptions i join inscription_log l on l.inscriptionid = i.inscriptionid and l.to_status = 'payment_declined'
              where i.eventid = e.eventid and i.status = 'payment_declined' and i.email is not null and i.deleted_at is null group by 1 order by 2 desc, 1 limit 4) i),
  letters as (
    select n.*, i.eventid, i.email, i.folio, case when kind = 'payment_declined' and place = 1 then 'queued' when kind = 'payment_declined' and place = 3 then 'withdrawn' when kind <> 'seat_offered' and place % 4 = 0 then 'failed' else 'sent' end as status
      from news n join inscriptions i using (inscriptionid)),
  laid as (
    insert into inscription_letters (inscriptionid, eventid, kind, documentid, email, status, attempts, next_at, provider, provider_ref, error, taken_at, sent_at, created, updated)
    select inscriptionid, eventid, kind, documentid, email, status, case status when 'withdrawn' then 0 when 'queued' then 2 else 1 end, case status when 'queued' then $1::timestamptz + interval '90 minutes' end,
           case status when 'sent' then 'smtp' end, case status when 'sent' then '<' || lower(folio) || '-' || kind || '@correo.demo.test>' end,
           case status when 'failed' then '550 5.1.1 mailbox unavailable' when 'queued' then '451 4.7.1 try again later' end, case when status <> 'withdrawn' then at end, case status when 'sent' then at end, at, at
      from letters order by letters.at, letters.inscriptionid
    returning inscriptionid, eventid, kind, provider_ref, sent_at)
  insert into inscription_log (inscriptionid, eventid, status, changes, actor_type, source, created)
  select inscriptionid, eventid, 'mail_sended', jsonb_build_array(jsonb_build_object('field', 'kind', 'new', kind), jsonb_build_object('field', 'provider_ref', 'new', provider_ref)), 'system', 'job', sent_at
    from laid where sent_at is not null order by sent_at, inscriptionid`;

/** Letters of each kind, most of them sent, some in every other state. */
export const fillLetters = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  await client.query(lettersSql, [iso(now)]);
};
