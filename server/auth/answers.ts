type Words = Readonly<Record<string, string>>;

/** An invitation as the invited person reads it. */
export interface Invitation {
  readonly membershipid: number;
  readonly organizationid: number;
  readonly organization: string;
  /** The sender; empty when that person no longer exists. */
  readonly sender: string | null;
  readonly profile: Words | null;
  readonly event_scope: 'all' | 'selected';
  readonly events: readonly Words[];
  /** The period in which the membership will be valid. */
  readonly starts_at: string | null;
  readonly expires_at: string | null;
  /** Until when it can be answered. */
  readonly answer_by: string | null;
}

/** How long an invitation can be answered. */
export const answerDays = 7;
const dayMs = 86_400_000;
/** Until when an invitation that is sent now can be answered. */
export const answerableUntil = (): string => new Date(Date.now() + answerDays * dayMs).toISOString();

/** SQL condition of a membership `m` of an organization `o` that waits for an answer. */
export const waits = `m.status = 'invited' and m.deleted_at is null and (m.answer_by is null or m.answer_by > now()) and o.status = 'active' and o.deleted_at is null`;
/** SQL of an `Invitation` over a membership `m` of an organization `o`. */
export const invitationJsonSql = `json_build_object(
  'membershipid', m.membershipid, 'organizationid', m.organizationid, 'organization', o.name,
  'sender', (select concat_ws(' ', s.first_name, s.last_name, s.second_last_name) from users s where s.userid = m.created_by and s.deleted_at is null),
  'profile', (select p.name from profiles p where p.profileid = m.profileid and p.deleted_at is null), 'event_scope', m.event_scope,
  'events', coalesce((select json_agg(e.name order by e.start_at, e.eventid) from membership_events me join events e on e.eventid = me.eventid where me.membershipid = m.membershipid and me.deleted_at is null), '[]'),
  'starts_at', m.starts_at, 'expires_at', m.expires_at, 'answer_by', m.answer_by)`;

/** The invitations that wait for the person `$1`. */
export const waitingSql = `
  select ${invitationJsonSql} as invitation from users u join memberships m on m.email = u.email join organizations o on o.organizationid = m.organizationid
   where u.userid = $1 and u.status = 'active' and u.deleted_at is null and ${waits}
     and not exists (select 1 from memberships a where a.userid = u.userid and a.organizationid = m.organizationid and a.status = 'active' and a.deleted_at is null)
   order by m.created, m.membershipid`;

/** Whether the membership `$2` is, or was, an invitation of the person `$1`. */
export const addressedSql = `select 1 from users u join memberships m on m.email = u.email where u.userid = $1 and m.membershipid = $2 and m.deleted_at is null`;

const written = (change: string, actor: string, after: string, from: string): string => `
  insert into audits (resource, recordid, organizationid, verb, action, actor_userid, actor_name, requestid, source, before, after)
  select 'memberships', c.membershipid, c.organizationid, 'action', '${change}', ${actor}, $3, 'auth', '{"status": "invited"}', ${after} from ${from} c returning organizationid`;

/**
 * Makes the person `$1` a member by the invitation `$2`, in the request `$3`. Answers the organization, or nothing when there is no such
 * invitation for them.
 */
export const acceptSql = `
  with person as (
         select userid, email, concat_ws(' ', first_name, last_name, second_last_name) as name from users where userid = $1 and status = 'active' and deleted_at is null),
       waiting as materialized (
         select m.membershipid from person u join memberships m on m.email = u.email join organizations o on o.organizationid = m.organizationid
          where m.membershipid = $2 and ${waits}
            and not exists (select 1 from memberships a where a.userid = u.userid and a.organizationid = m.organizationid and a.status = 'active' and a.deleted_at is null)
            for update of m),
       changed as (
         update memberships m set status = 'active', userid = p.userid, name = p.name, updated = now(), version = m.version + 1, updated_by = p.userid
           from waiting w, person p where m.membershipid = w.membershipid returning m.membershipid, m.organizationid, p.userid, p.name),
       chosen as (update users u set selected_organizationid = c.organizationid from changed c where u.userid = c.userid and u.selected_organizationid is null),
       letters as (delete from auth_invitations i using changed c where i.membershipid = c.membershipid),
       links as (update auth_tickets t set used_at = now() from changed c where t.membershipid = c.membershipid and t.used_at is null)
  ${written('accept', 'c.userid, c.name', `jsonb_build_object('status', 'active', 'userid', c.userid)`, 'changed')}`;

/** Declines the invitation `$2` for the owner of the address `$1`, in the request `$3`. The stored row does not identify them. */
export const declineSql = `
  with waiting as materialized (
         select m.membershipid from memberships m join organizations o on o.organizationid = m.organizationid where m.membershipid = $2 and m.email = $1 and ${waits} for update of m),
       changed as (
         update memberships m set status = 'declined', updated = now(), version = m.version + 1 from waiting w where m.membershipid = w.membershipid returning m.membershipid, m.organizationid),
       letters as (delete from auth_invitations i using changed c where i.membershipid = c.membershipid),
       links as (update auth_tickets t set used_at = now() from changed c where t.membershipid = c.membershipid and t.used_at is null)
  ${written('decline', 'null, null', `'{"status": "declined"}'`, 'changed')}`;

/** Whether there is an expired invitation. */
export const hasLapsedSql = `select 1 from memberships where status = 'invited' and answer_by <= now() and deleted_at is null limit 1`;
/** Marks expired invitations as such, in the sweep `$1`. */
export const lapseSql = `
  with changed as (
         update memberships m set status = 'expired', updated = now(), version = m.version + 1 where m.status = 'invited' and m.answer_by <= now() and m.deleted_at is null returning m.membershipid, m.organizationid)
  insert into audits (resource, recordid, organizationid, verb, action, requestid, source, before, after)
  select 'memberships', c.membershipid, c.organizationid, 'action', 'lapse', $1, 'job', '{"status": "invited"}', '{"status": "expired"}' from changed c`;
