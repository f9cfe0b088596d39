import { AuthCallError } from './authCalls';
import type { Session } from './Session';
import type { SessionStore } from './sessionStore';

const longestTimer = 2 ** 31 - 1;
const soonestRecheck = 60_000;
const longestRetry = 60_000;

export interface SessionReaderOptions {
  readonly store: SessionStore;
  readonly queue: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
  readonly log: (code: string, error: unknown) => void;
  readonly read: () => Promise<Session | null>;
  readonly retryMs: number;
  readonly onSession: () => void;
  /** Called when the person or the organization has changed, for the other tabs. */
  readonly onChange: () => void;
}

export interface SessionReader {
  /** Accepts a session as the current one. */
  readonly accept: (session: Session | null, tell: boolean) => Session | null;
  /** Reads at once; only for callers that already hold the queue. */
  readonly read: (tell: boolean) => Promise<Session | null>;
  /** Reads in turn; waiting reads are merged into one. */
  readonly refresh: (tell: boolean) => Promise<Session | null>;
  /** Whether to read again automatically, after a failure and when the session is about to expire. */
  readonly keepFresh: (on: boolean) => void;
}

const sameSession = (left: Session | null, right: Session | null): boolean =>
  left?.user.asdeporteId === right?.user.asdeporteId && left?.organization?.organizationid === right?.organization?.organizationid;

/** Reads the session from the site into the store, and decides what a failure means. */
export const createSessionReader = (options: SessionReaderOptions): SessionReader => {
  const { store, queue, now, log } = options;
  let waiting: Promise<Session | null> | null = null;
  let failures = 0;
  let fresh = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const again = (delay: number): void => {
    clearTimeout(timer);
    if (fresh) timer = setTimeout(() => void refresh(false), Math.min(delay, longestTimer));
  };

  const accept = (session: Session | null, tell: boolean): Session | null => {
    const before = store.getState();
    failures = 0;
    clearTimeout(timer);
    store.set({ session, status: session ? 'authenticated' : 'unauthenticated', unreachable: false });
    if (session) {
      options.onSession();
      again(Math.max(Date.parse(session.expires) - now(), soonestRecheck)); // a wrong clock must not cause requests without pause
    }
    if (tell && before.status !== 'loading' && !sameSession(before.session, session)) options.onChange();
    return session;
  };

  /** A failure of the first read is an empty session, as specified; later failures keep the last session until it expires. */
  const keepOrDrop = (error: unknown): Session | null => {
    log(error instanceof AuthCallError ? 'CLIENT_FETCH_ERROR' : 'CLIENT_SESSION_ERROR', error);
    const { session } = store.getState();
    const alive = session !== null && Date.parse(session.expires) > now();
    store.set(alive ? { unreachable: true } : { session: null, status: 'unauthenticated', unreachable: true });
    failures += 1;
    again(Math.min(options.retryMs * 2 ** (failures - 1), longestRetry));
    return alive ? session : null;
  };

  const read = async (tell: boolean): Promise<Session | null> => {
    try {
      return accept(await options.read(), tell);
    } catch (error) {
      return keepOrDrop(error);
    }
  };

  const refresh = (tell: boolean): Promise<Session | null> => {
    waiting ??= queue(() => {
      waiting = null;
      return read(tell);
    });
    return waiting;
  };

  const keepFresh = (on: boolean): void => {
    fresh = on;
    if (!on) clearTimeout(timer);
  };

  return { accept, read, refresh, keepFresh };
};
