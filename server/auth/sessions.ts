import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { endSeeing } from '../database/endSeeing';
import { isFull } from '../database/faults';

interface SessionUser {
  readonly asdeporteId: string;
  readonly userid: number;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
  readonly locale: string;
}
type Organization = { readonly organizationid: number; readonly name: string } | null;

/** A live session: its person, and as whom that person looks at the product now. */
export interface SessionView {
  readonly user: SessionUser;
  readonly organization: Organization;
  readonly expires: string;
  readonly seeing?: { readonly user: SessionUser; readonly organization: Organization; readonly until: string } | null;
}

/** The session as the browser gets it: a person who looks as somebody else is that other person to every screen. */
export const shownSession = ({ user, organization, expires, seeing }: SessionView) =>
  seeing
    ? { user: seeing.user, organization: seeing.organization, expires, seeing: { by: user.name, until: seeing.until } }
    : { user, organization, expires };

interface UserRow {
  readonly userid: number | string;
  readonly asdeporteid: string;
  readonly email: string;
  readonly img: string | null;
  readonly locale: string | null;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly second_last_name: string | null;
}
interface SessionRow {
  readonly person: UserRow;
  readonly seen: UserRow | null;
  readonly seen_organizationid: number | string | null;
  readonly seen_organization: string | null;
  readonly seen_until: Date | string | null;
  readonly organizationid: number | string | null;
  readonly organization_name: string | null;
  readonly ends: Date | string;
}

interface ListRow {
  readonly sid: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly created: Date | string;
  readonly last_active: Date | string;
}

export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
}

export interface Sessions {
  readonly create: (userid: number, visitor: Visitor) => Promise<string>;
  /** Reads a live session without counting as activity, so that polling does not keep it alive. */
  readonly read: (sid: string) => Promise<SessionView | null>;
  /** Reads a live session as activity of its user, which restarts the idle time. */
  readonly touch: (sid: string) => Promise<SessionView | null>;
  /** Chooses an organization if the user is an active member of it; otherwise does nothing. */
  readonly choose: (sid: string, organizationid: number) => Promise<void>;
  /** Ends the look as somebody else, if the session has begun one. */
  readonly stopSeeing: (sid: string) => Promise<void>;
  readonly revoke: (sid: string) => Promise<void>;
  /** The live sessions of a user, the last used first. `id` identifies one and is useless as a cookie. */
  readonly list: (userid: number) => Promise<readonly OpenSession[]>;
  /** Ends one session of a user by its `id`. */
  readonly end: (userid: number, id: string) => Promise<void>;
  /** Ends every session of a user. */
  readonly endAll: (userid: number) => Promise<void>;
}

/** A session in the list of a person's own sessions. */
export interface OpenSession {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly created: Date;
  readonly lastActive: Date;
}

/** The identifier of a session that may be shown. */
export const sessionId = (sid: string): string => createHash('sha256').update(`session ${sid}`).digest('base64url').slice(0, 22);

/** SQL condition of a live session `s`; `$2` is the idle time in milliseconds. */
const live = `s.revoked_at is null and s.expires > now() and s.last_active > now() - $2::double precision * interval '1 millisecond'`;

const activeMember = (user: string, organization: string): string =>
  `exists (select 1 from memberships m join organizations mo on mo.organizationid = m.organizationid and mo.deleted_at is null
            where m.userid = ${user} and m.organizationid = ${organization} and m.status = 'active' and m.deleted_at is null
              and (m.starts_at is null or m.starts_at <= now()) and (m.expires_at is null or m.expires_at > now()))`;

const userJson = (alias: string): string =>
  `jsonb_build_object(${['userid', 'asdeporteid', 'email', 'img', 'locale', 'first_name', 'last_name', 'second_last_name'].map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;
const view = (from: string): string => `
  select ${userJson('u')} as person, case when seen.userid is not null then ${userJson('seen')} end as seen, sm.organizationid as seen_organizationid, so.name as seen_organization, s.seen_until,
         o.organizationid, o.name as organization_name,
         least(s.expires, s.last_active + $2::double precision * interval '1 millisecond') as ends
    from ${from} s
    join users u on u.userid = s.userid and u.status = 'active' and u.asdeporteid is not null and u.deleted_at is null
    left join organizations o on o.organizationid = s.organizationid and ${activeMember('s.userid', 's.organizationid')}
    left join users seen on seen.userid = s.seen_userid and s.seen_until > now() and seen.asdeporteid is not null
    left join memberships sm on sm.membershipid = s.seen_membershipid
    left join organizations so on so.organizationid = sm.organizationid`;

const toUser = (row: UserRow): SessionUser => ({
  asdeporteId: row.asdeporteid,
  userid: Number(row.userid),
  name: [row.first_name, row.last_name, row.second_last_name].filter(Boolean).join(' '),
  email: row.email,
  image: row.img,
  locale: row.locale ?? 'es',
});
const toOrganization = (id: number | string | null, name: string | null): Organization =>
  id === null ? null : { organizationid: Number(id), name: name ?? '' };
const toView = (row: SessionRow | undefined): SessionView | null =>
  row
    ? {
        user: toUser(row.person),
        organization: toOrganization(row.organizationid, row.organization_name),
        expires: new Date(row.ends).toISOString(),
        seeing:
          row.seen && row.seen_until !== null
            ? {
                user: toUser(row.seen),
                organization: toOrganization(row.seen_organizationid, row.seen_organization),
                until: new Date(row.seen_until).toISOString(),
              }
            : null,
      }
    : null;

/** Ends sessions, and lets every process know: pages that listen are closed at once. */
const endSql = (which: string): string =>
  `with ended as (update auth_sessions set revoked_at = now() where ${which} and revoked_at is null returning sid)
   select pg_notify('dorsal', '{"to":"rights"}') from ended limit 1`;

/** The store of sessions: everything but the `sid` is here, so a late answer cannot restore anything. */
export const createSessions = (pool: pg.Pool, idleMs: number, absoluteMs: number): Sessions => ({
  create: async (userid, visitor) => {
    const sid = randomBytes(32).toString('base64url');
    await pool.query(
      `with person as (update users set last_login_at = now() where userid = $2 returning userid, selected_organizationid)
       insert into auth_sessions (sid, userid, organizationid, expires, ip, user_agent)
       select $1, p.userid,
              (select o.organizationid from organizations o where ${activeMember('p.userid', 'o.organizationid')}
                order by (o.organizationid = p.selected_organizationid) is true desc, o.name, o.organizationid limit 1),
              now() + $3::double precision * interval '1 millisecond', $4, $5
         from person p`,
      [sid, userid, absoluteMs, visitor.ip, visitor.userAgent.slice(0, 400)],
    );
    await pool.query(`delete from auth_sessions where expires < now() - interval '30 days'`);
    return sid;
  },
  read: async (sid) => {
    const { rows } = await pool.query<SessionRow>(`${view('auth_sessions')} where s.sid = $1 and ${live}`, [sid, idleMs]);
    return toView(rows[0]);
  },
  touch: async (sid) => {
    const { rows } = await pool
      .query<SessionRow>(
        `with touched as (update auth_sessions s set last_active = now() where s.sid = $1 and ${live} returning s.*) ${view('touched')}`,
        [sid, idleMs],
      )
      .catch((error: unknown) => {
        if (!isFull(error)) throw error;
        return pool.query<SessionRow>(`${view('auth_sessions')} where s.sid = $1 and ${live}`, [sid, idleMs]); // people who only read while the disk is full stay signed in
      });
    return toView(rows[0]);
  },
  choose: async (sid, organizationid) => {
    await pool.query(
      `with chosen as (update auth_sessions s set organizationid = $3::bigint
          where s.sid = $1 and ${live} and s.seen_until is null and ${activeMember('s.userid', '$3::bigint')} returning s.userid, s.organizationid)
       update users u set selected_organizationid = c.organizationid from chosen c where u.userid = c.userid`,
      [sid, idleMs, organizationid],
    );
  },
  stopSeeing: (sid) => endSeeing(pool, { sid }),
  revoke: async (sid) => {
    await pool.query(endSql('sid = $1'), [sid]);
  },
  list: async (userid) => {
    const { rows } = await pool.query<ListRow>(
      `select s.sid, s.ip, s.user_agent, s.created, s.last_active from auth_sessions s where s.userid = $1 and ${live} order by s.last_active desc`,
      [userid, idleMs],
    );
    return rows.map(({ sid, ip, user_agent, created, last_active }) => ({
      id: sessionId(sid),
      ip: ip ?? '',
      userAgent: user_agent ?? '',
      created: new Date(created),
      lastActive: new Date(last_active),
    }));
  },
  end: async (userid, id) => {
    const { rows } = await pool.query<{ sid: string }>('select sid from auth_sessions where userid = $1 and revoked_at is null', [userid]);
    const sids = rows.map(({ sid }) => sid).filter((sid) => sessionId(sid) === id);
    await pool.query(endSql('sid = any($1)'), [sids]);
  },
  endAll: async (userid) => {
    await pool.query(endSql('userid = $1'), [userid]);
  },
});
