import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const quarterHour = 15 * 60,
  hour = 3600;
/** The first pause of an account after too many failures; each further failure doubles it. */
const firstPause = 30;
/** The number of failures after which letters replace pauses. */
const challengeAfter = 8;

/** The outcome of an attempt: the password is checked, or it is not, or only its owner is notified by letter. */
export type Verdict = 'judge' | 'locked' | 'challenge';

/** The person who tries to sign in, their address, and the known device. */
export interface Attempt {
  readonly email: string;
  readonly ip: string;
  readonly device: string | null;
}

export interface Lockout {
  /** Counts an attempt before the password is looked at, so parallel guesses cannot pass together. */
  readonly attempt: (attempt: Attempt) => Promise<Verdict>;
  /** Forgets the failures of the person who has just proved the password; those of unknown devices stay. */
  readonly forgive: (attempt: Attempt) => Promise<void>;
  /** Counts a wrong code, or a wrong password in an open session. */
  readonly attemptCode: (userid: number) => Promise<boolean>;
  readonly forgiveCode: (userid: number) => Promise<void>;
  /** Counts a requested letter; false when that address gets no more for now. */
  readonly attemptLetter: (email: string, ip: string) => Promise<boolean>;
  /** Counts a letter that lets a device in. */
  readonly attemptChallenge: (email: string) => Promise<boolean>;
}

/**
 * Five failures per e-mail, known or not, then growing pauses, then only letters; fifty per address in fifteen minutes. Counted in the
 * database for all processes.
 * Devices that an account knows have five failures of their own, so a person who guesses slows nobody else down.
 */
export const createLockout = (pool: pg.Pool, secret: string, writes: boolean, perEmail = 5, perAddress = 50): Lockout => {
  const limiter = (keyPrefix: string, points: number, duration = quarterHour) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'auth_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  const emails = limiter('email', Number.MAX_SAFE_INTEGER, hour);
  const pauses = limiter('pause', 1, firstPause);
  const devices = limiter('device', perEmail);
  const addresses = limiter('ip', perAddress);
  const secondSteps = limiter('code', perEmail);
  const letters = limiter('letter', 3, hour);
  const letterAddresses = limiter('letterip', 20, hour);
  const challenges = limiter('challenge', 3, hour);
  const hide = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const consume = async (limit: RateLimiterPostgres, key: string, customDuration?: number): Promise<boolean> => {
    try {
      await limit.consume(hide(key), 1, customDuration === undefined ? {} : { customDuration });
      return true;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return false;
      throw reason;
    }
  };
  const pauseAfter = (failures: number): number => Math.min(firstPause * 2 ** (failures - perEmail), quarterHour);

  /** The attempt that starts a pause is still checked; attempts during it are neither checked nor counted. */
  const attemptEmail = async (email: string): Promise<Verdict> => {
    const key = hide(email);
    const before = (await emails.get(key))?.consumedPoints ?? 0;
    if (writes && before >= challengeAfter) return 'challenge';
    if (((await pauses.get(key))?.consumedPoints ?? 0) > 0) return 'locked';
    const { consumedPoints } = await emails.consume(key);
    if (consumedPoints < perEmail) return 'judge';
    return (await consume(pauses, email, pauseAfter(consumedPoints))) ? 'judge' : 'locked';
  };

  return {
    attempt: async ({ email, ip, device }) => {
      if (device !== null && (await consume(devices, device))) return 'judge';
      return (await consume(addresses, ip)) ? attemptEmail(email) : 'locked';
    },
    forgive: async ({ email, ip, device }) => {
      if (device !== null) await devices.delete(hide(device));
      else {
        await Promise.all([emails.delete(hide(email)), pauses.delete(hide(email))]);
        await addresses.reward(hide(ip));
      }
      await pool.query('delete from auth_limits where expire < $1', [Date.now() - 3_600_000]);
    },
    attemptCode: (userid) => consume(secondSteps, String(userid)),
    forgiveCode: async (userid) => void (await secondSteps.delete(hide(String(userid)))),
    attemptLetter: async (email, ip) => (await consume(letterAddresses, ip)) && consume(letters, email),
    attemptChallenge: (email) => consume(challenges, email),
  };
};
