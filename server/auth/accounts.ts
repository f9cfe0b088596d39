import type pg from 'pg';
import type { Passwords } from './passwords';

/** One spelling of an e-mail for looking it up and for counting failures. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export interface Account {
  readonly userid: number;
  readonly active: boolean;
  readonly hash: string | null;
}

interface AccountRow { readonly userid: number | string; readonly asdeporteid: string | null; readonly status: string; readonly password_hash: string | null }

export interface Accounts {
  readonly find: (email: string) => Promise<Account | null>;
  /** Stores a password and ends every session of its user. */
  readonly setPassword: (userid: number, password: string, options?: { readonly demo?: boolean }) => Promise<void>;
  readonly rehash: (userid: number, password: string) => Promise<void>;
}

/** Credentials of staff; in production an account made for demonstration is as unknown as any that does not exist. */
export const createAccounts = (pool: pg.Pool, passwords: Passwords, production: boolean): Accounts => ({
  find: async (email) => {
    const { rows } = await pool.query<AccountRow>(
      `select u.userid, u.asdeporteid, u.status, c.password_hash
         from users u join auth_credentials c on c.userid = u.userid and not (c.demo and $2)
        where u.email = $1 and u.deleted_at is null
        order by u.userid limit 1`,
      [email, production],
    );
    const row = rows[0];
    return row ? { userid: Number(row.userid), active: row.status === 'active' && row.asdeporteid !== null, hash: row.password_hash } : null;
  },
  setPassword: async (userid, password, options = {}) => {
    const hashed = await passwords.hash(password);
    await pool.query(
      `with saved as (
         insert into auth_credentials (userid, password_hash, demo, changed_at) values ($1, $2, $3, now())
         on conflict (userid) do update set password_hash = excluded.password_hash, demo = excluded.demo, changed_at = now()
         returning userid)
       update auth_sessions set revoked_at = now() from saved where auth_sessions.userid = saved.userid and revoked_at is null`,
      [userid, hashed, options.demo ?? false],
    );
  },
  rehash: async (userid, password) => {
    await pool.query('update auth_credentials set password_hash = $2 where userid = $1', [userid, await passwords.hash(password)]);
  },
});
