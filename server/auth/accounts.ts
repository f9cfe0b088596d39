import type pg from 'pg';
import type { Passwords } from './passwords';

/** One spelling of an e-mail for looking it up and for counting failures. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export interface Account {
  readonly userid: number;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly status: string;
  /** Without an identifier of its own the account stands for nobody in the services. */
  readonly linked: boolean;
  readonly hash: string | null;
  /** When the password was last changed; a proof made before that proves nothing. */
  readonly changed: number;
}

interface AccountRow {
  readonly userid: number | string; readonly email: string; readonly first_name: string; readonly locale: string | null; readonly asdeporteid: string | null;
  readonly status: string; readonly password_hash: string | null; readonly changed_at: Date | string | null;
}

export interface Accounts {
  /** The account of an e-mail, whether or not it has a password yet. */
  readonly find: (email: string) => Promise<Account | null>;
  readonly byId: (userid: number) => Promise<Account | null>;
  /** Stores a password and ends every session of its user; whether the account is for demonstration stays as it was unless said. */
  readonly setPassword: (userid: number, password: string, options?: { readonly demo?: boolean }) => Promise<void>;
  readonly rehash: (userid: number, password: string) => Promise<void>;
  /** Opens what an invitation was for: the account, and that one membership. */
  readonly accept: (userid: number, membershipid: number, requestId: string) => Promise<void>;
  /** True while this database shows accounts for demonstration, whose password everybody knows. */
  readonly demonstrates: () => Promise<boolean>;
}

const acceptSql = `
  with person as (
         update users set status = 'active', asdeporteid = coalesce(asdeporteid, gen_random_uuid()::text), selected_organizationid = coalesce(selected_organizationid, (select organizationid from memberships where membershipid = $2)),
                updated = now(), version = version + 1
          where userid = $1 and status = 'invited' returning userid),
       membership as (
         update memberships set status = 'active', updated = now(), version = version + 1, updated_by = $1
          where membershipid = $2 and userid = $1 and status = 'invited' and deleted_at is null returning membershipid, organizationid),
       written as (delete from auth_invitations i using membership m where i.membershipid = m.membershipid)
  insert into audits (resource, recordid, organizationid, verb, action, actor_userid, actor_name, requestid, source, before, after)
  select 'memberships', m.membershipid, m.organizationid, 'action', 'accept', $1::bigint, u.name, $3, 'auth', '{"status": "invited"}', '{"status": "active"}'
    from membership m join users u on u.userid = $1`;

/** Credentials of staff; in production an account made for demonstration is as unknown as any that does not exist. */
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
    return row ? {
      userid: Number(row.userid), email: row.email, name: row.first_name, locale: row.locale ?? 'es', status: row.status, linked: row.asdeporteid !== null,
      hash: row.password_hash, changed: row.changed_at === null ? 0 : new Date(row.changed_at).getTime(),
    } : null;
  };

  return {
    find: (email) => one('u.email = $1', email),
    byId: (userid) => one('u.userid = $1', userid),
    setPassword: async (userid, password, { demo } = {}) => {
      const hashed = await passwords.hash(password);
      await pool.query(
        `with saved as (
           insert into auth_credentials (userid, password_hash, demo, changed_at) values ($1, $2, coalesce($3::boolean, false), now())
           on conflict (userid) do update set password_hash = excluded.password_hash, demo = coalesce($3::boolean, auth_credentials.demo), changed_at = now()
           returning userid)
         update auth_sessions set revoked_at = now() from saved where auth_sessions.userid = saved.userid and revoked_at is null`,
        [userid, hashed, demo ?? null],
      );
    },
    rehash: async (userid, password) => {
      await pool.query('update auth_credentials set password_hash = $2 where userid = $1', [userid, await passwords.hash(password)]);
    },
    accept: async (userid, membershipid, requestId) => void await pool.query(acceptSql, [userid, membershipid, requestId]),
    demonstrates: async () => {
      if (production) return false;
      const { rowCount } = await pool.query('select 1 from auth_credentials where demo limit 1');
      return rowCount === 1;
    },
  };
};
