import type pg from 'pg';
import { noGrants, type Grants, type Platform } from '@/schema';
import type { Access } from '@/schema/access';
import { membershipGrants } from '@/schema/membershipGrants';
import { api_keys } from '@/resources/api_keys/api_keys';
import { membership_events } from '@/resources/membership_events/membership_events';
import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { organizations } from '@/resources/organizations/organizations';
import { roles } from '@/resources/roles/roles';
import { users } from '@/resources/users/users';
import { membershipHolds } from './membershipHolds';
import { columnsOf, type Expression } from './columnsOf';
import { runnerOf } from './runnerOf';
import { select, selectOne, value, type Runner, type Selected } from './select';
import { sql, type SQL } from './sql';

/** A person in an audit. */
export interface Person {
  readonly userid: number;
  readonly name: string;
}

/** The person behind a request, as the database knows them now. */
export interface Member {
  readonly userid: number;
  readonly name: string;
  readonly grants: Grants;
  /** When the membership or the key ends, as a number of the clock; absent for one without an end. */
  readonly ends?: number;
  /** Who looks as this person. */
  readonly seenBy?: Person;
}

const u = columnsOf(users, 'u');
const m = columnsOf(memberships, 'm');
const o = columnsOf(organizations, 'o');
const r = columnsOf(roles, 'r');
const mr = columnsOf(membership_roles, 'mr');
const me = columnsOf(membership_events, 'me');
const k = columnsOf(api_keys, 'k');

type RoleHeld = readonly [slug: string, category: string, access: Access];
const member = {
  userid: u.userid,
  name: value<string>(sql`concat_ws(' ', ${u.first_name}, ${u.last_name}, ${u.second_last_name})`),
  organizationid: value<number | null>(sql`m.organizationid`),
  event_scope: value<'all' | 'selected'>(sql`m.event_scope`),
  is_platform: value<boolean>(sql`m.is_platform`),
  platforms: value<readonly Platform[]>(sql`m.platforms`),
  roles: value<readonly RoleHeld[]>(sql`coalesce(m.roles, '[]')`),
  events: value<readonly number[]>(sql`coalesce(m.events, '[]')`),
  ends: value<number | null>(sql`(extract(epoch from m.ends) * 1000)::float8`),
};
type MemberRow = Selected<typeof member>;
const organizationOf = (id: Expression<unknown>) =>
  sql`join ${o} on ${o.organizationid} = ${id} and ${o.deleted_at} is null and ${o.status} = 'active'`;
/** What a membership in force grants, or an API key that is valid: its account is a member of nothing else. */
const membersOf = (who: SQL, organizationid: number | null) => sql`
    from ${u}
    left join lateral (
      select ${m.organizationid} as organizationid, ${m.event_scope} as event_scope, ${o.is_platform} as is_platform, ${o.platforms} as platforms, ${m.expires_at} as ends,
             (select json_agg(json_build_array(${r.slug}, ${r.category}, ${mr.access})) from ${mr} join ${r} on ${r.roleid} = ${mr.roleid}
               where ${mr.membershipid} = ${m.membershipid} and ${mr.deleted_at} is null) as roles,
             (select json_agg(${me.eventid}) from ${me} where ${me.membershipid} = ${m.membershipid} and ${me.deleted_at} is null) as events
        from ${m} ${organizationOf(m.organizationid)}
       where ${m.userid} = ${u.userid} and ${m.organizationid} = ${organizationid} and ${membershipHolds}
      union all
      select ${k.organizationid}, case when cardinality(${k.eventids}) > 0 then 'selected' else 'all' end, ${o.is_platform}, ${o.platforms}, ${k.expires_at},
             (select json_agg(json_build_array(${r.slug}, ${r.category}, ${k.access})) from ${r} where ${r.roleid} = any(${k.roleids})),
             to_json(${k.eventids})
        from ${k} ${organizationOf(k.organizationid)}
       where ${k.userid} = ${u.userid} and ${k.organizationid} = ${organizationid} and ${k.status} = 'active' and ${k.deleted_at} is null and ${k.expires_at} > now()
    ) m on true
   where ${who} and ${u.status} = 'active' and ${u.deleted_at} is null`;

const toGrants = (row: MemberRow): Grants =>
  row.organizationid === null ? noGrants(row.userid) : membershipGrants({ ...row, organizationid: row.organizationid });

const toMember = (row: MemberRow): Member => ({
  userid: row.userid,
  name: row.name,
  grants: toGrants(row),
  ...(row.ends !== null && { ends: row.ends }),
});

/** Reads a person and their permissions in an organization; `null` when they are no member. */
export const loadMember = async (client: pg.ClientBase, asdeporteId: string, organizationid: number | null): Promise<Member | null> => {
  const row = await selectOne(runnerOf(client), member, membersOf(sql`${u.asdeporteid} = ${asdeporteId}`, organizationid));
  return row ? toMember(row) : null;
};
/** The same of several people, without those who are no members. */
export const loadMembers = async (runner: Runner, userids: readonly number[], organizationid: number): Promise<readonly Member[]> => {
  const rows = await select(runner, member, membersOf(sql`${u.userid} = any(${userids}::bigint[])`, organizationid));
  return rows.filter((row) => row.organizationid !== null).map(toMember);
};

export interface MemberCache {
  readonly get: (key: string) => Cached | undefined;
  readonly set: (key: string, cached: Cached) => void;
}
/** A cached member, with the stamp of the grants; a newer stamp in the database makes it invalid. */
export interface Cached {
  readonly stamp: string;
  readonly member: Member;
  readonly until: number;
}

const lifetimeMs = 60_000; // memberships also start over time, without a new stamp

/** Caches members in this process; the stamp in the database decides whether an entry is still valid. */
export const createMemberCache = (most = 5000): MemberCache => {
  const entries = new Map<string, Cached>();
  return {
    get: (key) => {
      const found = entries.get(key);
      return found && found.until > Date.now() ? found : undefined;
    },
    set: (key, cached) => {
      entries.delete(key);
      entries.set(key, cached);
      if (entries.size > most) entries.delete(entries.keys().next().value ?? key);
    },
  };
};
/** A cache entry with an expiry: none outlives the membership. */
export const remembered = (stamp: string, member: Member): Cached => ({
  stamp,
  member,
  until: Math.min(Date.now() + lifetimeMs, member.ends ?? Infinity),
});
