import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../../kernel/DomainError';

const minute = 60, // seconds
  tenMinutes = 10 * minute,
  million = 1_000_000,
  mebibyte = 1024 * 1024;

/** How much one person may send to one process: enough for an afternoon of photographs, too little to fill the disk. */
export interface UploadShares {
  /** Files, and bytes of all of them, in ten minutes. */
  readonly files: number;
  readonly bytes: number;
  /** Millions of pixels that are re-encoded in a minute. */
  readonly megapixels: number;
}
const usual: UploadShares = { files: 600, bytes: 512 * mebibyte, megapixels: 240 };

/** Counts what each person sends, and refuses people who sent too much recently. */
export interface UploadBudget {
  readonly countFile: (person: number, bytes: number) => Promise<void>;
  readonly countPixels: (person: number, pixels: number) => Promise<void>;
}

const spend = async (account: RateLimiterMemory, person: number, points: number): Promise<void> => {
  try {
    await account.consume(person, points);
  } catch (reason) {
    if (reason instanceof RateLimiterRes) throw tooManyRequests(reason.msBeforeNext / 1000);
    throw reason;
  }
};

/** Counts in memory, so each process has its own count. What it refuses was received and is not stored. */
export const createUploadBudget = (shares: UploadShares = usual): UploadBudget => {
  const files = new RateLimiterMemory({ points: shares.files, duration: tenMinutes });
  const bytes = new RateLimiterMemory({ points: shares.bytes, duration: tenMinutes });
  const pixels = new RateLimiterMemory({ points: shares.megapixels, duration: minute });
  return {
    countFile: async (person, size) => {
      await spend(files, person, 1);
      await spend(bytes, person, size);
    },
    countPixels: (person, drawn) => spend(pixels, person, Math.max(1, Math.ceil(drawn / million))),
  };
};
