import type pg from 'pg';

export interface Identities {
  /** The account that a subject of a provider is bound to, if any. */
  readonly find: (issuer: string, subject: string) => Promise<number | null>;
  /** Binds a subject to an account; false when either is bound already. */
  readonly bind: (issuer: string, subject: string, userid: number) => Promise<boolean>;
}

const isLive = (identity: string): string => `exists (select 1 from users u where u.userid = ${identity}.userid and u.deleted_at is null)`;

/** Accounts at a provider. An e-mail may be given to another person there, a subject never is. */
export const createIdentities = (pool: pg.Pool): Identities => ({
  find: async (issuer, subject) => {
    const { rows } = await pool.query<{ userid: number | string }>(
      `select i.userid from auth_identities i where i.issuer = $1 and i.subject = $2 and ${isLive('i')}`,
      [issuer, subject],
    );
    return rows[0] ? Number(rows[0].userid) : null;
  },
  bind: async (issuer, subject, userid) => {
    const { rowCount } = await pool
      .query(
        `insert into auth_identities as i (issuer, subject, userid) select $1, $2, $3::bigint
        where not exists (select 1 from auth_identities other where other.issuer = $1 and other.userid = $3::bigint and other.subject <> $2)
       on conflict (issuer, subject) do update set userid = excluded.userid, created = now() where i.userid = excluded.userid or not ${isLive('i')}`,
        [issuer, subject, userid],
      )
      .catch((error: unknown) => {
        // Two simultaneous first sign-ins of one account with different subjects: the later one is refused.
        if (typeof error === 'object' && error !== null && 'code' in error && error.code === '23505') return { rowCount: 0 };
        throw error;
      });
    return rowCount === 1;
  },
});
