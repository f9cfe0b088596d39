import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const quarterHour = 15 * 60, hour = 3600;

export interface Lockout {
  /** Counts an attempt before the password is looked at, so parallel guesses cannot pass together; false when locked. */
  readonly attempt: (email: string, ip: string) => Promise<boolean>;
  /** Forgets the failures of an account that has just proved its password. */
  readonly forgive: (email: string, ip: string) => Promise<void>;
  /** Counts a guess at somebody's second step, or at the password of an open session. */
  readonly attemptCode: (userid: number) => Promise<boolean>;
  readonly forgiveCode: (userid: number) => Promise<void>;
  /** Counts a letter that somebody asks for; false when that address gets no more for now. */
  readonly attemptLetter: (email: string, ip: string) => Promise<boolean>;
}

/** Five failures in fifteen minutes per e-mail, known or not, and fifty per address; counted in the database for all processes. */
export const createLockout = (pool: pg.Pool, secret: string, perEmail = 5, perAddress = 50): Lockout => {
  const limiter = (keyPrefix: string, points: number, duration = quarterHour) => new RateLimiterPostgres({
    storeClient: pool, storeType: 'pool', tableName: 'auth_limits', tableCreated: true, clearExpiredByTimeout: false,
    keyPrefix, points, duration,
  });
  const emails = limiter('email', perEmail);
  const addresses = limiter('ip', perAddress);
  const secondSteps = limiter('code', perEmail);
  const letters = limiter('letter', 3, hour);
  const letterAddresses = limiter('letterip', 20, hour);
  const hide = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const consume = async (limit: RateLimiterPostgres, key: string): Promise<boolean> => {
    try {
      await limit.consume(hide(key));
      return true;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return false;
      throw reason;
    }
  };

  return {
    attempt: async (email, ip) => await consume(addresses, ip) && consume(emails, email),
    forgive: async (email, ip) => {
      await emails.delete(hide(email));
      await addresses.reward(hide(ip));
      await pool.query('delete from auth_limits where expire < $1', [Date.now() - 3_600_000]);
    },
    attemptCode: (userid) => consume(secondSteps, String(userid)),
    forgiveCode: async (userid) => void await secondSteps.delete(hide(String(userid))),
    attemptLetter: async (email, ip) => await consume(letterAddresses, ip) && consume(letters, email),
  };
};
