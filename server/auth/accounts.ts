import type pg from 'pg';
import { acceptSql, declineSql, invitationJsonSql, waits, type Invitation } from './answers';
import type { Passwords } from './passwords';

/** The normalised spelling of an e-mail, for finding it and for counting failures. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export interface Account {
  readonly userid: number;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly status: string;
  /** Without this identifier the account represents nobody in the services. */
  readonly linked: boolean;
  readonly hash: string | null;
  /** When the password was last changed; a proof from before is invalid. */
  readonly changed: number;
}

interface AccountRow {
  readonly userid: number | string;
  readonly email: string;
  readonly first_name: string;
  readonly locale: string | null;
  readonly asdeporteid: string | null;
  readonly status: string;
  readonly password_hash: string | null;
  readonly changed_at: Date | string | null;
}

export interface Accounts {
  /** The account of an e-mail, whether or not it has a password yet. */
  readonly find: (email: string) => Promise<Account | null>;
  readonly byId: (userid: number) => Promise<Account | null>;
  /**
   * Stores a password, ends every session of the user and invalidates links in letters that would sign somebody in. The mark of a demo
   * account stays unless given.
   */
  readonly setPassword: (userid: number, password: string, options?: { readonly demo?: boolean }) => Promise<void>;
  readonly rehash: (userid: number, password: string) => Promise<void>;
  /** Opens an account for an address that was proved by a letter; null when there is one already. */
  readonly open: (person: NewPerson, requestId: string) => Promise<number | null>;
  /** Makes a person a member by an invitation for their address. Answers the organization, or null when no invitation waits. */
  readonly accept: (userid: number, membershipid: number, requestId: string) => Promise<number | null>;
  /** Declines an invitation for an address. */
  readonly decline: (email: string, membershipid: number, requestId: string) => Promise<void>;
  /** What an invitation offers. */
  readonly invitation: (membershipid: number) => Promise<Invitation | null>;
  /** Whether this database has demo accounts, whose password everybody knows. */
  readonly demonstrates: () => Promise<boolean>;
}

/** The person who opens an account. */
export interface NewPerson {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly locale: string;
}

const openSql = `
  with waiting as (
         update users set status = 'active', first_name = $2, last_name = $3, asdeporteid = coalesce(asdeporteid, gen_random_uuid()::text), updated = now(), version = version + 1
          where email = $1 and status = 'invited' and deleted_at is null returning userid, first_name, last_name),
       made as (
         insert into users (asdeporteid, email, first_name, last_name, locale, status)
         select gen_random_uuid()::text, $1, $2, $3, $4, 'active' where not exists (select 1 from users where email = $1 and deleted_at is null) returning userid, first_name, last_name),
       person as (select * from waiting union all select * from made),
       written as (
         insert into audits (resource, recordid, verb, action, actor_userid, actor_name, requestid, source, after)
         select 'users', userid, 'action', 'open', userid, first_name || ' ' || last_name, $5, 'auth', '{"status": "active"}' from person)
  select userid from person`;
const invitationSql = `select ${invitationJsonSql} as invitation from memberships m join organizations o on o.organizationid = m.organizationid where m.membershipid = $1 and ${waits}`;

/** The credentials of staff. In production a demo account is treated like one that does not exist. */
export const createAccounts = (pool: pg.Pool, passwords: Passwords, production: boolean): Accounts => {
  const one = async (where: string, value: unknown): Promise<Account | null> => {
    const { rows } = await pool.query<AccountRow>(
      `select u.userid, u.email, u.first_name, u.locale, u.asdeporteid, u.status, c.password_hash, c.changed_at
         from users u left join auth_credentials c on c.userid = u.userid
        where ${where} and u.deleted_at is null and not (coalesce(c.demo, false) and $2)
        order by u.userid limit 1`,
      [value, production],
    );
    const row = rows[0];
    return row
      ? {
          userid: Number(row.userid),
          email: row.email,
          name: row.first_name,
          locale: row.locale ?? 'es',
          status: row.status,
          linked: row.asdeporteid !== null,
          hash: row.password_hash,
          changed: row.changed_at === null ? 0 : new Date(row.changed_at).getTime(),
        }
      : null;
  };

  return {
    find: async (email) => (email.includes('\0') ? null : one('u.email = $1', email)), // no text in the database contains that character
    byId: (userid) => one('u.userid = $1', userid),
    setPassword: async (userid, password, { demo } = {}) => {
      const hashed = await passwords.hash(password);
      await pool.query(
        `with saved as (
           insert into auth_credentials (userid, password_hash, demo, changed_at) values ($1, $2, coalesce($3::boolean, false), now())
           on conflict (userid) do update set password_hash = excluded.password_hash, demo = coalesce($3::boolean, auth_credentials.demo), changed_at = now()
           returning userid),
         spent as (update auth_tickets t set used_at = now() from saved where t.userid = saved.userid and t.purpose <> 'invitation' and t.used_at is null)
         update auth_sessions set revoked_at = now() from saved where auth_sessions.userid = saved.userid and revoked_at is null`,
        [userid, hashed, demo ?? null],
      );
    },
    rehash: async (userid, password) => {
      await pool.query('update auth_credentials set password_hash = $2 where userid = $1', [userid, await passwords.hash(password)]);
    },
    open: async ({ email, first_name, last_name, locale }, requestId) => {
      const { rows } = await pool.query<{ readonly userid: number | string }>(openSql, [email, first_name, last_name, locale, requestId]);
      return rows[0] ? Number(rows[0].userid) : null;
    },
    accept: async (userid, membershipid, requestId) => {
      const { rows } = await pool.query<{ readonly organizationid: number | string }>(acceptSql, [userid, membershipid, requestId]);
      return rows[0] ? Number(rows[0].organizationid) : null;
    },
    decline: async (email, membershipid, requestId) => void (await pool.query(declineSql, [email, membershipid, requestId])),
    invitation: async (membershipid) =>
      (await pool.query<{ readonly invitation: Invitation }>(invitationSql, [membershipid])).rows[0]?.invitation ?? null,
    demonstrates: async () => {
      if (production) return false;
      const { rowCount } = await pool.query('select 1 from auth_credentials where demo limit 1');
      return rowCount === 1;
    },
  };
};
