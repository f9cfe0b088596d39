import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** How somebody is called, in an audit. */
const nameOf = (alias: string): string => `concat_ws(' ', ${alias}.first_name, ${alias}.last_name, ${alias}.second_last_name)`;

/** Ends looks as somebody else, writes down until when each lasted, and lets every process know. */
const endSql = (which: string): string => `
  with over as (select sid, userid, seen_userid, seen_membershipid, seen_until from auth_sessions where seen_until is not null and ${which} for update skip locked),
       ended as (update auth_sessions s set seen_userid = null, seen_membershipid = null, seen_until = null from over where s.sid = over.sid),
       written as (
         insert into audits (resource, recordid, organizationid, verb, action, actor_userid, actor_name, as_userid, as_name, requestid, source, created)
         select 'memberships', m.membershipid, m.organizationid, 'action', 'stop_seeing', u.userid, ${nameOf('u')}, s.userid, ${nameOf('s')}, $1, 'auth', least(now(), over.seen_until)
           from over join memberships m on m.membershipid = over.seen_membershipid join users u on u.userid = over.userid join users s on s.userid = over.seen_userid
         returning auditid)
  select pg_notify('dorsal', '{"to":"rights"}') from written limit 1`;

/** Ends the look as somebody else that a session began. */
export const endSeeing = async (pool: Pick<pg.Pool, 'query'>, { sid }: { readonly sid: string }): Promise<void> => {
  await pool.query(endSql('sid = $2'), [randomUUID(), sid]);
};

/** Ends those whose time is over, or whose session is. */
export const endSeeingsOver = async (pool: Pick<pg.Pool, 'query'>): Promise<void> => {
  await pool.query(endSql('(seen_until <= now() or revoked_at is not null or expires <= now())'), [randomUUID()]);
};
