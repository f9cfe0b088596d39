import { hash, verify } from '@node-rs/argon2';
import { derive } from './secrets';

/** Longer passwords are refused before any work is done. */
export const maxPasswordLength = 1024;

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const costMark = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
const atOnce = 4;
const maxWaiting = 100;

/** Thrown when more hashes wait than the process may hold, so that memory stays bounded under attack. */
export class PasswordsBusy extends Error {}

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** True only for the right password; an unknown account (`null`) costs the same time and is false. */
  readonly verify: (stored: string | null, password: string) => Promise<boolean>;
  readonly needsRehash: (stored: string) => boolean;
}

const createGate = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new PasswordsBusy('too many passwords are being checked');
      await new Promise<void>((resume) => waiting.push(resume));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** argon2id at OWASP's minimum cost with a pepper, at most a few at the same time. */
export const createPasswords = (secret: string, pepper?: string): Passwords => {
  const options = { ...cost, secret: derive(pepper ?? secret, 'password pepper', 32) };
  const gate = createGate();
  const dummy = hash('an account that does not exist', options);
  dummy.catch(() => undefined); // the failure is reported by the first verification that needs it

  return {
    hash: (password) => {
      if (password.length > maxPasswordLength) throw new RangeError('the password is too long');
      return gate(() => hash(password, options));
    },
    verify: async (stored, password) => {
      if (password.length > maxPasswordLength) return false;
      const against = stored ?? await dummy;
      const right = await gate(() => verify(against, password, options).catch(() => false)); // a malformed hash throws
      return right && stored !== null;
    },
    needsRehash: (stored) => !stored.startsWith(costMark),
  };
};
