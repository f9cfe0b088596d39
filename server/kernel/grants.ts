import type pg from 'pg';
import { noGrants, type Grants, type Platform } from '@/schema';
import type { Access } from '@/schema/access';
import { membershipGrants } from '@/schema/membershipGrants';
import { membershipHolds } from './membershipHolds';

/** Who a request speaks for, as the database knows them now. */
export interface Member {
  readonly userid: number;
  readonly name: string;
  readonly grants: Grants;
}

interface MemberRow {
  readonly userid: string;
  readonly name: string;
  readonly organizationid: string | null;
  readonly event_scope: 'all' | 'selected';
  readonly is_platform: boolean;
  readonly platforms: readonly Platform[];
  readonly roles: readonly (readonly [slug: string, category: string, access: Access])[];
  readonly events: readonly number[];
}

const memberSql = `
  select u.userid, concat_ws(' ', u.first_name, u.last_name, u.second_last_name) as name, m.organizationid, m.event_scope, m.is_platform, m.platforms,
         coalesce((select json_agg(json_build_array(r.slug, r.category, mr.access)) from membership_roles mr join roles r on r.roleid = mr.roleid
                    where mr.membershipid = m.membershipid and mr.deleted_at is null), '[]') as roles,
         coalesce((select json_agg(me.eventid) from membership_events me where me.membershipid = m.membershipid and me.deleted_at is null), '[]') as events
    from users u
    left join lateral (
      select m.membershipid, m.organizationid, m.event_scope, o.is_platform, o.platforms
        from memberships m join organizations o on o.organizationid = m.organizationid and o.deleted_at is null and o.status = 'active'
       where m.userid = u.userid and m.organizationid = $2 and ${membershipHolds}
    ) m on true
   where u.asdeporteid = $1 and u.status = 'active' and u.deleted_at is null`;

const toGrants = (row: MemberRow): Grants =>
  row.organizationid === null
    ? noGrants(Number(row.userid))
    : membershipGrants({ ...row, userid: Number(row.userid), organizationid: Number(row.organizationid), events: row.events.map(Number) });

/** Reads a person and what they may do in an organisation; `null` when the person may not enter at all. */
export const loadMember = async (client: pg.ClientBase, asdeporteId: string, organizationid: number | null): Promise<Member | null> => {
  const { rows } = await client.query<MemberRow>(memberSql, [asdeporteId, organizationid]);
  const row = rows[0];
  return row ? { userid: Number(row.userid), name: row.name, grants: toGrants(row) } : null;
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
