import type pg from 'pg';
import { fingerprint, sameText } from '../kernel/secrets';

/** Whether this process has the secret that the installation was started with; the first process stores it. */
export const createSecretMark = (pool: pg.Pool, secret: string): (() => Promise<boolean>) => {
  const own = fingerprint(secret, 'mark of the secret', 'dorsal');
  let known: boolean | null = null;
  return async () => {
    if (known === true) return true;
    await pool.query('insert into auth_secret_mark (mark) values ($1) on conflict do nothing', [own]);
    const { rows } = await pool.query<{ mark: string }>('select mark from auth_secret_mark');
    known = rows[0] !== undefined && sameText(rows[0].mark, own);
    return known;
  };
};
