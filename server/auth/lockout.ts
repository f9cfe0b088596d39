import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const quarterHour = 15 * 60;

export interface Lockout {
  /** Counts an attempt before the password is looked at, so parallel guesses cannot pass together; false when locked. */
  readonly attempt: (email: string, ip: string) => Promise<boolean>;
  /** Forgets the failures of an account that has just signed in. */
  readonly forgive: (email: string, ip: string) => Promise<void>;
}

/** Five failures in fifteen minutes per e-mail, known or not, and fifty per address; counted in the database for all processes. */
export const createLockout = (pool: pg.Pool, secret: string, perEmail = 5, perAddress = 50): Lockout => {
  const limiter = (keyPrefix: string, points: number) => new RateLimiterPostgres({
    storeClient: pool, storeType: 'pool', tableName: 'auth_limits', tableCreated: true, clearExpiredByTimeout: false,
    keyPrefix, points, duration: quarterHour,
  });
  const emails = limiter('email', perEmail);
  const addresses = limiter('ip', perAddress);
  const hide = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const consume = async (limit: RateLimiterPostgres, key: string): Promise<boolean> => {
    try {
      await limit.consume(key);
      return true;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return false;
      throw reason;
    }
  };

  return {
    attempt: async (email, ip) => {
      const address = await consume(addresses, hide(ip));
      return address && consume(emails, hide(email));
    },
    forgive: async (email, ip) => {
      await emails.delete(hide(email));
      await addresses.reward(hide(ip));
      await pool.query('delete from auth_limits where expire < $1', [Date.now() - 3_600_000]);
    },
  };
};
