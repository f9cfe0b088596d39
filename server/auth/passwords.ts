import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { derive } from '../kernel/secrets';

/** Longer passwords are refused before they are hashed. */
export const maxPasswordLength = 1024;

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const costMark = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
const mostAtOnce = 4,
  maxWaiting = 100,
  idleMs = 10_000;

/** Thrown when too many hashes are waiting, so that memory stays limited under attack. */
export class PasswordsBusy extends Error {}

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** True only for the right password. An unknown account (`null`) takes the same time and is false. */
  readonly verify: (stored: string | null, password: string) => Promise<boolean>;
  readonly needsRehash: (stored: string) => boolean;
}

/** A request to a thread. Threads hold no secret except the pepper that comes with each request. */
interface Options {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  readonly secret: Uint8Array;
}

let threads: Piscina | undefined;
const openThreads = (): Piscina => {
  const opened = new Piscina({
    filename: new URL('./passwordWorker.mjs', import.meta.url).href,
    minThreads: 1,
    maxThreads: Math.min(mostAtOnce, availableParallelism()),
    concurrentTasksPerWorker: 1,
    idleTimeout: idleMs,
    execArgv: [],
  });
  opened.on('error', (error: Error) => process.emitWarning(error)); // a thread that fails while idle is replaced
  return opened;
};
/** Threads for passwords alone. The shared threads may all be busy with pictures, files and keys, and people can still sign in. */
const askThreads = async <T>(name: string, task: unknown): Promise<T> => {
  threads ??= openThreads();
  if (threads.queueSize >= maxWaiting) throw new PasswordsBusy('too many passwords are being checked');
  return (await threads.run(task, { name })) as T;
};

/** How hard a password is to guess, from 0 to 4; `words` are known facts about its owner. */
export const passwordStrength = (password: string, words: readonly string[]): Promise<number> =>
  askThreads('strength', { password, words });

/** argon2id at OWASP's minimum cost with a pepper, at most a few at the same time. */
export const createPasswords = (secret: string, pepper?: string): Passwords => {
  const options: Options = { ...cost, secret: Uint8Array.from(derive(pepper ?? secret, 'password pepper', 32)) };
  const hash = (password: string): Promise<string> => askThreads('hash', { password, options });
  let dummy: Promise<string> | undefined;
  /** Created when first needed. The first caller reports a failure, and the next one tries again. */
  const hashOfNobody = (): Promise<string> =>
    (dummy ??= hash('an account that does not exist').catch((error: unknown) => {
      dummy = undefined;
      throw error;
    }));
  void hashOfNobody().catch(() => undefined);

  return {
    hash: async (password) => {
      if (password.length > maxPasswordLength) throw new RangeError('the password is too long');
      return hash(password);
    },
    verify: async (stored, password) => {
      if (password.length > maxPasswordLength) return false;
      const right = await askThreads<boolean>('verify', { stored: stored ?? (await hashOfNobody()), password, options });
      return right && stored !== null;
    },
    needsRehash: (stored) => !stored.startsWith(costMark),
  };
};
