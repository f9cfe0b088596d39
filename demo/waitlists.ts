import type pg from 'pg';
import { offerHours } from '@/domain/registration/lifecycle';
import { iso, type Calendar } from './calendar';

const each = 14,
  hoursApart = 11,
  adult = 18;

/** Adults who are not in the race, spread over the register; the last one withdrew. */
const waitingSql = `
  insert into waitlist_entries (eventid, distanceid, web_userid, first_name, last_name, second_last_name, email, phone, status, withdrawn_because, reason, created, updated)
  select d.eventid, d.distanceid, w.web_userid, w.first_name, w.last_name, w.second_last_name, w.email, w.phone, case when w.place = ${each} then 'withdrawn' else 'waiting' end,
         case when w.place = ${each} then 'requested' end, case when w.place = ${each} then 'Ya tiene otra carrera ese día' end, at, at
    from distances d join events e using (eventid)
         cross join lateral (
           select a.*, row_number() over (order by (a.web_userid * 7919 + d.distanceid * 101) % 10007, a.web_userid) as place from web_users a
            where a.status = 'active' and a.email is not null and a.birth_date < e.start_at - interval '${adult} years'
              and not exists (select 1 from inscriptions i where i.distanceid = d.distanceid and i.web_userid = a.web_userid) order by place limit ${each}) w
         cross join lateral (select $1::timestamptz - make_interval(hours => ${hoursApart} * (${each} + 1 - w.place)::int) as at) t
   where d.status = 'sold_out' order by d.distanceid, w.place`;
/** People who have just started registering for a full race had waited for it, and so had one who is registered. */
const offeredSql = `
  insert into waitlist_entries (eventid, distanceid, web_userid, first_name, last_name, second_last_name, email, phone, status, inscriptionid, offered_at, expires_at, created, updated)
  select i.eventid, i.distanceid, i.web_userid, i.first_name, i.last_name, i.second_last_name, i.email, i.phone, s.status, i.inscriptionid, i.created, coalesce(i.expires_at, i.created + interval '${offerHours} hours'), i.created - interval '9 days', i.created
    from distances d cross join lateral (values ('offered', array['started']), ('taken', array['assign_number', 'paid'])) s (status, among)
         cross join lateral (select * from inscriptions i where i.distanceid = d.distanceid and i.status = any(s.among) and i.email is not null and i.deleted_at is null order by i.created desc, i.inscriptionid limit 1) i
   where d.status = 'sold_out' order by d.distanceid, i.inscriptionid`;

/** People who wait for a seat of the full races, got an offer, or accepted one. */
export const seedWaitlists = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  await client.query(offeredSql);
  await client.query(waitingSql, [iso(now)]);
};
