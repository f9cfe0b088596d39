import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Who guesses what: the link, and the address that the guess comes from. */
type Guess = readonly [link: string, ip: string];
/** Counts guesses before they are checked. */
export interface Guesses {
  /** Counts one; answers whether it may be checked. */
  readonly attempt: (...guess: Guess) => Promise<boolean>;
  /** Forgets those of somebody who knew. */
  readonly forgive: (...guess: Guess) => Promise<void>;
}
interface Limits {
  /** The purpose, so that two kinds of pages count apart. */
  readonly of: string;
  /** Guesses that one address has for one link. */
  readonly each: number;
  /** Guesses that all addresses together have for one link; there is no such limit without it. */
  readonly all?: number;
  readonly seconds: number;
}

/** Limits guesses at what opens a public link, in the database for all processes. */
export const createGuesses = (pool: pg.Pool, { of, each, all, seconds }: Limits): Guesses => {
  const limiterOf = (keyPrefix: string, points: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'auth_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: seconds,
    });
  const own = limiterOf(of, each),
    shared = all === undefined ? null : limiterOf(`${of}_all`, all);
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
  return {
    attempt: async (link, ip) => {
      try {
        await own.consume(hash(`${link} ${ip}`));
        await shared?.consume(hash(link));
        return true;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return false;
        throw reason;
      }
    },
    forgive: async (link, ip) => void (await own.delete(hash(`${link} ${ip}`))),
  };
};
