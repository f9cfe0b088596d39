import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../kernel/DomainError';

/** Pictures drawn at the same time in this process; what is left of its threads signs people in and reads files. */
const atOnce = 2,
  mostWaiting = 40,
  fullSeconds = 5;
/** Millions of pixels that one person may have drawn in a minute. */
const megapixels = 240,
  minuteSeconds = 60,
  million = 1_000_000;

const tooMany = (seconds: number): DomainError => new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(seconds)) });

export interface Drawings {
  /** Works when it is one's turn; refuses when too many wait already. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Counts what somebody sends, by its pixels; refuses who sent too much of late. */
  readonly count: (person: number, pixels: number) => Promise<void>;
}

/** A queue for what costs a thread of the process for long, and an account for who fills it. */
export const createDrawings = (): Drawings => {
  const sent = new RateLimiterMemory({ points: megapixels, duration: minuteSeconds });
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    inTurn: async (work) => {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw tooMany(fullSeconds);
        await new Promise<void>((resume) => waiting.push(resume));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    count: async (person, pixels) => {
      try {
        await sent.consume(person, Math.max(1, Math.ceil(pixels / million)));
      } catch (reason) {
        if (reason instanceof RateLimiterRes) throw tooMany(reason.msBeforeNext / 1000);
        throw reason;
      }
    },
  };
};
