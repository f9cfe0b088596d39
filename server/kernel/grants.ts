import type pg from 'pg';
import { noGrants, type Grants, type Platform } from '@/schema';
import type { Access } from '@/schema/access';
import { membershipGrants } from '@/schema/membershipGrants';
import { membership_events } from '@/resources/membership_events/membership_events';
import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { organizations } from '@/resources/organizations/organizations';
import { roles } from '@/resources/roles/roles';
import { users } from '@/resources/users/users';
import { membershipHolds } from './membershipHolds';
import { columnsOf } from './columnsOf';
import { runnerOf } from './runnerOf';
import { selectOne, value, type Selected } from './select';
import { sql } from './sql';

/** Who a request speaks for, as the database knows them now. */
export interface Member {
  readonly userid: number;
  readonly name: string;
  readonly grants: Grants;
}

const u = columnsOf(users, 'u');
const m = columnsOf(memberships, 'm');
const o = columnsOf(organizations, 'o');
const r = columnsOf(roles, 'r');
const mr = columnsOf(membership_roles, 'mr');
const me = columnsOf(membership_events, 'me');

type RoleHeld = readonly [slug: string, category: string, access: Access];
const member = {
  userid: u.userid,
  name: value<string>(sql`concat_ws(' ', ${u.first_name}, ${u.last_name}, ${u.second_last_name})`),
  organizationid: value<number | null>(sql`m.organizationid`),
  event_scope: value<'all' | 'selected'>(sql`m.event_scope`),
  is_platform: value<boolean>(sql`m.is_platform`),
  platforms: value<readonly Platform[]>(sql`m.platforms`),
  roles: value<readonly RoleHeld[]>(sql`
    coalesce((select json_agg(json_build_array(${r.slug}, ${r.category}, ${mr.access})) from ${mr} join ${r} on ${r.roleid} = ${mr.roleid}
               where ${mr.membershipid} = m.membershipid and ${mr.deleted_at} is null), '[]')`),
  events: value<readonly number[]>(
    sql`coalesce((select json_agg(${me.eventid}) from ${me} where ${me.membershipid} = m.membershipid and ${me.deleted_at} is null), '[]')`,
  ),
};
type MemberRow = Selected<typeof member>;
const memberOf = (asdeporteId: string, organizationid: number | null) => sql`
    from ${u}
    left join lateral (
      select ${m.membershipid} as membershipid, ${m.organizationid} as organizationid, ${m.event_scope} as event_scope, ${o.is_platform} as is_platform, ${o.platforms} as platforms
        from ${m} join ${o} on ${o.organizationid} = ${m.organizationid} and ${o.deleted_at} is null and ${o.status} = 'active'
       where ${m.userid} = ${u.userid} and ${m.organizationid} = ${organizationid} and ${membershipHolds}
    ) m on true
   where ${u.asdeporteid} = ${asdeporteId} and ${u.status} = 'active' and ${u.deleted_at} is null`;

const toGrants = (row: MemberRow): Grants =>
  row.organizationid === null ? noGrants(row.userid) : membershipGrants({ ...row, organizationid: row.organizationid });

/** Reads a person and what they may do in an organisation; `null` when the person may not enter at all. */
export const loadMember = async (client: pg.ClientBase, asdeporteId: string, organizationid: number | null): Promise<Member | null> => {
  const row = await selectOne(runnerOf(client), member, memberOf(asdeporteId, organizationid));
  return row ? { userid: row.userid, name: row.name, grants: toGrants(row) } : null;
};

export interface MemberCache {
  readonly get: (key: string) => Cached | undefined;
  readonly set: (key: string, cached: Cached) => void;
}
/** A member as read under a stamp; another stamp in the database makes it worthless. */
export interface Cached {
  readonly stamp: string;
  readonly member: Member;
  readonly until: number;
}

const lifetimeMs = 60_000; // memberships also start and expire by the clock, which no stamp announces

/** Remembers members of this process only; the stamp in the database decides whether one still holds. */
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
/** An entry that is worth something for a while. */
export const remembered = (stamp: string, member: Member): Cached => ({ stamp, member, until: Date.now() + lifetimeMs });
