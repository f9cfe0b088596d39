import { createAuthCalls } from './authCalls';
import { createLane } from './lane';
import { removeLeftovers } from './leftovers';
import { createLoopGuard } from './loopGuard';
import { safeUrl } from './safeUrl';
import type { Session, SessionChange, SessionState } from './Session';
import { createTabs, type Tabs } from './tabs';

export interface SessionClientOptions {
  /** Base address of the authentication site, absolute or by path. */
  readonly auth: string;
  /** Origins people may be sent to; this page's and the site's when not given. The first one is the app. */
  readonly origins?: readonly string[];
  readonly fetch?: typeof globalThis.fetch;
  /** Leaves the page; `location.replace` when not given. */
  readonly navigate?: (url: string) => void;
  /** Where the person is now; `location.href` when not given. */
  readonly here?: () => string;
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  readonly pollSeconds?: number;
  readonly pollOffline?: boolean;
  readonly timeoutMs?: number;
  /** Wait before the first retry of a failed read; doubles up to a minute. */
  readonly retryMs?: number;
  /** Script-visible cookies of an older scheme, to be removed at the start. */
  readonly leftovers?: readonly string[];
  readonly now?: () => number;
}

/** Never show `error` or `code` as they are: map them to own words. */
export interface SignInResult {
  readonly ok: boolean;
  readonly error: string | null;
  readonly code: string | null;
  readonly status: number;
  readonly url: string | null;
}

export interface SessionClient {
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves with the state as soon as it is no longer loading. */
  readonly ready: () => Promise<SessionState>;
  readonly getSession: () => Promise<Session | null>;
  /** Writes to the session; `accepted` tells whether the site really took what was asked. */
  readonly update: (change?: SessionChange) => Promise<{ readonly accepted: boolean; readonly session: Session | null }>;
  readonly signIn: (provider: string, fields?: Readonly<Record<string, string>>, options?: { readonly callbackUrl?: string; readonly redirect?: boolean }) => Promise<SignInResult>;
  readonly signOut: (options?: { readonly callbackUrl?: string; readonly redirect?: boolean }) => Promise<{ readonly ok: boolean; readonly url: string | null }>;
  /** Goes to the login page and back here; false when it refused because the browser is going in circles. */
  readonly login: (error?: string) => boolean;
  readonly log: (code: string, error: unknown) => void;
  readonly start: () => void;
  readonly stop: () => void;
}

const longestTimer = 2 ** 31 - 1;
const soonestRecheck = 60_000;

const browserStorage = (): Storage | null => {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
};

const sameSession = (left: Session | null, right: Session | null): boolean =>
  left?.user.asdeporteId === right?.user.asdeporteId && left?.organization?.organizationid === right?.organization?.organizationid;

/** The session of this browser: one copy for all screens, kept in step with the site and with the other tabs. */
export const createSessionClient = (options: SessionClientOptions): SessionClient => {
  const now = options.now ?? Date.now;
  const here = options.here ?? (() => globalThis.location.href);
  const navigate = options.navigate ?? ((url: string) => globalThis.location.replace(url));
  const auth = new URL(options.auth, /^https?:/.test(options.auth) ? undefined : here()).href.replace(/\/$/, '');
  const origins = options.origins ?? [...new Set([new URL(here()).origin, new URL(auth).origin])];
  const calls = createAuthCalls(auth, options.fetch ?? ((input, init) => globalThis.fetch(input, init)), options.timeoutMs ?? 15_000);
  const guard = createLoopGuard(options.storage === undefined ? browserStorage() : options.storage, now);
  const lane = createLane('dorsal.session');
  const listeners = new Set<() => void>();

  let state: SessionState = { session: null, status: 'loading', updating: false, looping: false };
  let tabs: Tabs | null = null;
  let waitingRead: Promise<Session | null> | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let started = false;

  const set = (change: Partial<SessionState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  const recheck = (delay: number): void => {
    clearTimeout(timer);
    if (started) timer = setTimeout(() => void refresh(false), Math.min(delay, longestTimer));
  };

  const accept = (session: Session | null, tell: boolean): Session | null => {
    const changed = state.status !== 'loading' && !sameSession(state.session, session);
    failures = 0;
    set({ session, status: session ? 'authenticated' : 'unauthenticated' });
    if (session) {
      guard.forget();
      recheck(Math.max(Date.parse(session.expires) - now(), soonestRecheck)); // a wrong clock must not make it ask without pause
    } else clearTimeout(timer);
    if (changed && tell) tabs?.tell('getSession');
    return session;
  };

  const log = (code: string, error: unknown): void => {
    console.error(`[session][${code}]`, error);
    calls.log(code, error instanceof Error ? error.message : String(error));
  };

  /** The first failure is an empty session, as specified; later ones keep the last session until it expires. */
  const keepOrDrop = (error: unknown): Session | null => {
    log('CLIENT_FETCH_ERROR', error);
    const { session } = state;
    const alive = session !== null && Date.parse(session.expires) > now();
    if (!alive) set({ session: null, status: 'unauthenticated' });
    failures += 1;
    recheck(Math.min((options.retryMs ?? 1000) * 2 ** (failures - 1), 60_000));
    return alive ? session : null;
  };

  const readNow = async (tell: boolean): Promise<Session | null> => {
    try {
      return accept(await calls.session(), tell);
    } catch (error) {
      return keepOrDrop(error);
    }
  };

  /** Reads that wait for the same turn of the lane are one read. */
  const refresh = (tell: boolean): Promise<Session | null> => {
    waitingRead ??= lane(() => {
      waitingRead = null;
      return readNow(tell);
    });
    return waitingRead;
  };

  const update: SessionClient['update'] = (change) => lane(async () => {
    if (state.session === null) return { accepted: false, session: null };
    set({ updating: true });
    try {
      const answer = await calls.change(change);
      const session = answer ? accept(answer.session, true) : await readNow(true);
      return { accepted: session !== null && (change === undefined || session.organization?.organizationid === change.organization.organizationid), session };
    } catch (error) {
      log('CLIENT_SESSION_ERROR', error);
      return { accepted: false, session: state.session };
    } finally {
      set({ updating: false });
    }
  });

  const page = (path: string, query: Readonly<Record<string, string>> = {}): string => `${auth}${path}?${new URLSearchParams(query)}`;
  const refused = (error: string, status = 0): SignInResult => ({ ok: false, error, code: null, status, url: null });

  const signIn: SessionClient['signIn'] = (provider, fields = {}, { callbackUrl = here(), redirect = true } = {}) => lane(async () => {
    try {
      const providers = await calls.providers();
      const known = providers?.[provider];
      if (!known) {
        navigate(providers ? page('/signin', { callbackUrl }) : page('/error'));
        return refused('UnknownProvider');
      }
      const stays = known.type === 'credentials' || known.type === 'email';
      const result = await calls.post(`${known.type === 'credentials' ? '/callback' : '/signin'}/${encodeURIComponent(provider)}`, { ...fields, callbackUrl });
      if (!stays) {
        if (result.url !== null && result.error === null) navigate(result.url); // the outside provider's page, named by the site itself
        return { ...result, ok: result.error === null, url: result.error === null ? result.url : null };
      }
      const session = result.error === null ? await readNow(true) : null;
      const ok = result.error === null && (session !== null || known.type === 'email');
      const url = ok ? safeUrl(result.url, origins) ?? `${origins[0]}/` : null;
      if (ok && redirect && url !== null) navigate(url);
      return { ...result, ok, url, error: ok ? null : result.error ?? 'SessionRequired' };
    } catch (error) {
      log('CLIENT_FETCH_ERROR', error);
      return refused('FetchError');
    }
  });

  const signOut: SessionClient['signOut'] = ({ callbackUrl = page('/signin').replace(/\?$/, ''), redirect = true } = {}) => lane(async () => {
    try {
      const result = await calls.post('/signout', { callbackUrl });
      if (result.error !== null) return { ok: false, url: null };
      accept(null, false);
      tabs?.tell('signout');
      const url = safeUrl(result.url, origins) ?? `${origins[0]}/`;
      if (redirect) navigate(url);
      return { ok: true, url };
    } catch (error) {
      log('CLIENT_FETCH_ERROR', error);
      return { ok: false, url: null };
    }
  });

  const login = (error = 'SessionRequired'): boolean => {
    if (!guard.mayLeave()) {
      set({ looping: true });
      return false;
    }
    navigate(page('/signin', { error, callbackUrl: here() }));
    return true;
  };

  const onVisible = (): void => {
    if (globalThis.document?.visibilityState === 'visible') void refresh(true);
  };

  const onPoll = (): void => {
    const offline = globalThis.navigator?.onLine === false;
    if (state.session !== null && (!offline || options.pollOffline)) void refresh(true);
  };

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: () => state.status === 'loading'
      ? new Promise((resolve) => {
        const listener = (): void => {
          if (state.status === 'loading') return;
          listeners.delete(listener);
          resolve(state);
        };
        listeners.add(listener);
      })
      : Promise.resolve(state),
    getSession: () => refresh(true),
    update,
    signIn,
    signOut,
    login,
    log,
    start: () => {
      if (started) return;
      started = true;
      tabs = createTabs(() => void refresh(false));
      globalThis.document?.addEventListener('visibilitychange', onVisible);
      if (options.pollSeconds) poll = setInterval(onPoll, options.pollSeconds * 1000);
      if (removeLeftovers(options.leftovers ?? [])) login();
      void refresh(false);
    },
    stop: () => {
      started = false;
      tabs?.close();
      tabs = null;
      globalThis.document?.removeEventListener('visibilitychange', onVisible);
      clearInterval(poll);
      clearTimeout(timer);
    },
  };
};
