import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Secret, TOTP } from 'otpauth';
import { createSeal, fingerprint } from '../kernel/secrets';

const issuer = 'Dorsal',
  period = 30,
  digits = 6,
  steps = 1;
const codes = 10,
  codeBytes = 10;

/** What an authenticator app needs. */
export interface Enrolment {
  readonly uri: string;
  readonly secret: string;
}

/** The result of a code. `unreadable` means that the secret was sealed with another key. */
export type Verdict = 'right' | 'wrong' | 'unreadable';

export interface SecondFactor {
  readonly isOn: (userid: number) => Promise<boolean>;
  /** Makes a new secret that is used only after its confirmation; does nothing when one is already confirmed. */
  readonly start: (userid: number) => Promise<void>;
  /** The secret that is not confirmed yet. */
  readonly pending: (userid: number, email: string) => Promise<Enrolment | null>;
  /** Turns the second step on if the code is right, and answers the recovery codes; otherwise null. */
  readonly confirm: (userid: number, code: string) => Promise<readonly string[] | null>;
  /** Checks a code of the device, or a recovery code; each can be used once. */
  readonly verify: (userid: number, code: string) => Promise<Verdict>;
  readonly renewCodes: (userid: number) => Promise<readonly string[]>;
  readonly codesLeft: (userid: number) => Promise<number>;
  readonly turnOff: (userid: number) => Promise<void>;
}

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits, period, secret: Secret.fromBase32(secret) });

/** The normalised spelling of a code: people type blanks, hyphens and lower-case letters. */
const plain = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

const newCode = (): string => (new Secret({ buffer: new Uint8Array(randomBytes(codeBytes)).buffer }).base32.match(/.{4}/g) ?? []).join('-');

/** The secrets and codes of people, as the database stores them; a code is used once. */
const createStored = (pool: pg.Pool, secret: string, now: () => number) => {
  const seal = createSeal(secret, 'second factor');
  const hashOf = (userid: number, code: string): string => fingerprint(secret, 'recovery code', `${userid}:${plain(code)}`);

  const stored = async (userid: number, confirmed: boolean): Promise<string | null> => {
    const { rows } = await pool.query<{ sealed_secret: string }>(
      `select sealed_secret from auth_second_factors where userid = $1 and (confirmed_at is not null) = $2`,
      [userid, confirmed],
    );
    return rows[0]?.sealed_secret ?? null;
  };

  /** The time step of a code, if it belongs to this secret. */
  const stepOf = (text: string, code: string): number | null => {
    if (!/^\d{6}$/.test(code)) return null;
    const at = now(),
      delta = totpOf(text).validate({ token: code, window: steps, timestamp: at });
    return delta === null ? null : Math.floor(at / 1000 / period) + delta;
  };

  const spendStep = async (userid: number, step: number): Promise<boolean> => {
    const { rowCount } = await pool.query('update auth_second_factors set last_step = $2 where userid = $1 and last_step < $2', [
      userid,
      step,
    ]);
    return rowCount === 1;
  };

  const spendCode = async (userid: number, code: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'update auth_recovery_codes set used_at = now() where code_hash = $1 and userid = $2 and used_at is null',
      [hashOf(userid, code), userid],
    );
    return rowCount === 1;
  };

  const renewCodes = async (userid: number): Promise<readonly string[]> => {
    const fresh = Array.from({ length: codes }, newCode);
    await pool.query(
      `with gone as (delete from auth_recovery_codes where userid = $1)
       insert into auth_recovery_codes (code_hash, userid) select hash, $1 from unnest($2::text[]) as hash`,
      [userid, fresh.map((code) => hashOf(userid, code))],
    );
    return fresh;
  };
  return { seal, stored, stepOf, spendStep, spendCode, renewCodes };
};

/** The second step of a sign-in: time-based codes, and recovery codes. */
export const createSecondFactor = (pool: pg.Pool, secret: string, now: () => number = Date.now): SecondFactor => {
  const { seal, stored, stepOf, spendStep, spendCode, renewCodes } = createStored(pool, secret, now);
  return {
    isOn: async (userid) => (await stored(userid, true)) !== null,
    start: async (userid) => {
      await pool.query(
        `insert into auth_second_factors (userid, sealed_secret) values ($1, $2)
         on conflict (userid) do update set sealed_secret = excluded.sealed_secret, last_step = 0, created = now() where auth_second_factors.confirmed_at is null`,
        [userid, seal.close(new Secret({ size: 20 }).base32)],
      );
    },
    pending: async (userid, email) => {
      const text = seal.open((await stored(userid, false)) ?? '');
      return text === null ? null : { uri: totpOf(text, email).toString(), secret: text };
    },
    confirm: async (userid, code) => {
      const text = seal.open((await stored(userid, false)) ?? '');
      const step = text === null ? null : stepOf(text, plain(code));
      if (step === null || !(await spendStep(userid, step))) return null;
      await pool.query(
        `with confirmed as (update auth_second_factors set confirmed_at = now() where userid = $1 and confirmed_at is null returning userid)
         update users u set mfa_enabled = true, updated = now(), version = version + 1 from confirmed c where u.userid = c.userid`,
        [userid],
      );
      return renewCodes(userid);
    },
    verify: async (userid, code) => {
      const sealed = await stored(userid, true);
      const text = sealed === null ? null : seal.open(sealed);
      if (sealed !== null && text === null) return 'unreadable';
      const step = text === null ? null : stepOf(text, plain(code));
      const right = step === null ? await spendCode(userid, code) : await spendStep(userid, step);
      return right ? 'right' : 'wrong';
    },
    renewCodes,
    codesLeft: async (userid) => {
      const { rows } = await pool.query<{ left: number }>(
        'select count(*)::int as left from auth_recovery_codes where userid = $1 and used_at is null',
        [userid],
      );
      return rows[0]?.left ?? 0;
    },
    turnOff: async (userid) => {
      await pool.query(
        `with codes as (delete from auth_recovery_codes where userid = $1), factor as (delete from auth_second_factors where userid = $1)
         update users set mfa_enabled = false, updated = now(), version = version + 1 where userid = $1`,
        [userid],
      );
    },
  };
};
