import { AuthCallError, type AuthCalls, createAuthCalls, type PostResult } from './authCalls';
import { createQueue } from './queue';
import { removeLeftovers } from './leftovers';
import { createLoopGuard, tripStorage } from './loopGuard';
import { safeUrl } from './safeUrl';
import type { Session, SessionChange, SessionState } from './Session';
import { createSessionReader, type SessionReader } from './sessionReader';
import { createSessionStore, type SessionStore } from './sessionStore';
import { createTabs, type Tabs } from './tabs';

export interface SessionClientOptions {
  /** Base address of the authentication site, absolute or by path. */
  readonly auth: string;
  /** Origins that people may be sent to; by default those of this page and of the site. The first one is the app. */
  readonly origins?: readonly string[];
  readonly fetch?: typeof globalThis.fetch;
  /** Leaves the page; by default `location.replace`. */
  readonly navigate?: (url: string) => void;
  /** The current address of the person; by default `location.href`. */
  readonly here?: () => string;
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  readonly pollSeconds?: number;
  readonly pollOffline?: boolean;
  readonly timeoutMs?: number;
  /** Pause before the first retry of a failed read; doubles up to a minute. */
  readonly retryMs?: number;
  /** Script-visible cookies of an older scheme, removed at the start. */
  readonly leftovers?: readonly string[];
  /** Whether this page needs no sign-in. */
  readonly isPublic?: () => boolean;
  readonly now?: () => number;
}

/** Never show `error` or `code` as they are: map them to own texts. */
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
  /** Writes to the session; `accepted` says whether the site accepted it. */
  readonly update: (change?: SessionChange) => Promise<{ readonly accepted: boolean; readonly session: Session | null }>;
  readonly signIn: (
    provider: string,
    fields?: Readonly<Record<string, string>>,
    options?: { readonly callbackUrl?: string; readonly redirect?: boolean },
  ) => Promise<SignInResult>;
  readonly signOut: (options?: {
    readonly callbackUrl?: string;
    readonly redirect?: boolean;
  }) => Promise<{ readonly ok: boolean; readonly url: string | null }>;
  /** Goes to the login page and back here; false when it refused because of a redirect loop. */
  readonly login: (error?: string) => boolean;
  /** Goes on as somebody whom this device knows while the site cannot be asked; its next answer counts. False when it has answered. */
  readonly assume: (session: Session) => boolean;
  readonly log: (code: string, error: unknown) => void;
  readonly start: () => void;
  readonly stop: () => void;
}

type Queue = ReturnType<typeof createQueue>;
type Log = (code: string, error: unknown) => void;

/** The shared parts of the actions. */
interface Parts {
  readonly auth: string;
  readonly origins: readonly string[];
  readonly calls: AuthCalls;
  readonly store: SessionStore;
  readonly reader: SessionReader;
  readonly queue: Queue;
  readonly log: Log;
  readonly tell: Tabs['tell'];
  readonly navigate: (url: string) => void;
  readonly here: () => string;
}

const refused = (error: string): SignInResult => ({ ok: false, error, code: null, status: 0, url: null });
const home = (origins: readonly string[]): string => `${origins[0]}/`;
const page = (auth: string, path: string, query: Readonly<Record<string, string>>): string =>
  `${auth}${path}?${new URLSearchParams(query)}`;

const createUpdate =
  ({ calls, store, reader, queue, log }: Parts): SessionClient['update'] =>
  (change) =>
    queue(async () => {
      if (store.getState().session === null) return { accepted: false, session: null };
      store.set({ updating: true });
      try {
        const answer = await calls.change(change);
        const session = answer ? reader.accept(answer.session, true) : await reader.read(true);
        const asked = change?.organization?.organizationid;
        return { accepted: session !== null && (asked === undefined || session.organization?.organizationid === asked), session };
      } catch (error) {
        log('CLIENT_SESSION_ERROR', error);
        return { accepted: false, session: store.getState().session };
      } finally {
        store.set({ updating: false });
      }
    });

/** Success means no error, no refused token and a session that was read afterwards; the HTTP status means nothing. */
const settle = async ({ reader, origins }: Parts, type: string, result: PostResult): Promise<SignInResult> => {
  const session = result.error === null ? await reader.read(true) : null;
  const ok = result.error === null && (session !== null || type === 'email');
  return {
    ...result,
    ok,
    url: ok ? (safeUrl(result.url, origins) ?? home(origins)) : null,
    error: ok ? null : (result.error ?? 'SessionRequired'),
  };
};

/** The providers, or null for a site that answers without a list of them; a site that does not answer at all is an error. */
const listOf = async ({ calls, log }: Parts): Promise<Awaited<ReturnType<AuthCalls['providers']>>> => {
  try {
    return await calls.providers();
  } catch (error) {
    if (!(error instanceof AuthCallError) || error.status === null) throw error;
    log('CLIENT_FETCH_ERROR', error);
    return null;
  }
};

const createSignIn =
  (parts: Parts): SessionClient['signIn'] =>
  (provider, fields = {}, options = {}) =>
    parts.queue(async () => {
      const { auth, calls, here, log, navigate } = parts;
      const { callbackUrl = here(), redirect = true } = options;
      try {
        const providers = await listOf(parts);
        const type = providers?.[provider]?.type;
        if (type === undefined) {
          navigate(providers ? page(auth, '/signin', { callbackUrl }) : `${auth}/error`);
          return refused('UnknownProvider');
        }
        const result = await calls.post(`${type === 'credentials' ? '/callback' : '/signin'}/${encodeURIComponent(provider)}`, {
          ...fields,
          callbackUrl,
        });
        if (type !== 'credentials' && type !== 'email') {
          // the page of the outside provider, named by the site itself
          if (result.error !== null) return { ...result, ok: false, url: null };
          if (result.url === null || !/^https?:$/.test(new URL(result.url).protocol))
            return { ...result, ok: false, url: null, error: 'OAuthCallbackError' };
          navigate(result.url);
          return { ...result, ok: true };
        }
        const settled = await settle(parts, type, result);
        if (redirect && settled.url !== null) navigate(settled.url);
        return settled;
      } catch (error) {
        log('CLIENT_FETCH_ERROR', error);
        return refused('FetchError');
      }
    });

const createSignOut =
  ({ auth, origins, calls, reader, queue, log, tell, navigate }: Parts): SessionClient['signOut'] =>
  (options = {}) =>
    queue(async () => {
      const { callbackUrl = home(origins), redirect = true } = options; // the app: people who sign in again return to it, on any site
      try {
        const result = await calls.post('/signout', { callbackUrl });
        if (result.error !== null) return { ok: false, url: null };
        reader.accept(null, false);
        tell('signout');
        const url = safeUrl(result.url, origins) ?? home(origins);
        if (redirect) navigate(url === home(origins) ? page(auth, '/signin', { callbackUrl: url }) : url); // the app would only redirect them, with an error message
        return { ok: true, url };
      } catch (error) {
        log('CLIENT_FETCH_ERROR', error);
        return { ok: false, url: null };
      }
    });

/** Reads again when the tab becomes visible, on the polling interval, and when another tab reports a change. */
const createWatch = (options: SessionClientOptions, store: SessionStore, reader: SessionReader) => {
  let tabs: Tabs | null = null;
  let poll: ReturnType<typeof setInterval> | undefined;
  const onVisible = (): void => {
    if (globalThis.document?.visibilityState === 'visible') void reader.refresh(true);
  };
  const onPoll = (): void => {
    const offline = globalThis.navigator?.onLine === false;
    if (store.getState().session !== null && (!offline || options.pollOffline)) void reader.refresh(true);
  };
  return {
    tell: (trigger: Parameters<Tabs['tell']>[0]): void => tabs?.tell(trigger),
    start: (): boolean => {
      if (tabs) return false;
      tabs = createTabs(() => void reader.refresh(false));
      globalThis.document?.addEventListener('visibilitychange', onVisible);
      if (options.pollSeconds) poll = setInterval(onPoll, options.pollSeconds * 1000);
      return true;
    },
    stop: (): void => {
      tabs?.close();
      tabs = null;
      globalThis.document?.removeEventListener('visibilitychange', onVisible);
      clearInterval(poll);
    },
  };
};

/** The session of this browser: one copy for all screens, synchronised with the site and the other tabs. */
export const createSessionClient = (options: SessionClientOptions): SessionClient => {
  const { now = Date.now, here = () => globalThis.location.href, navigate = (url: string) => globalThis.location.replace(url) } = options;
  const auth = new URL(options.auth, /^https?:/.test(options.auth) ? undefined : here()).href.replace(/\/$/, '');
  const origins = options.origins ?? [...new Set([new URL(here()).origin, new URL(auth).origin])];
  const calls = createAuthCalls(auth, options.fetch ?? ((input, init) => globalThis.fetch(input, init)), options.timeoutMs ?? 15_000);
  const guard = createLoopGuard(options.storage === undefined ? tripStorage() : options.storage, now);
  const store = createSessionStore();
  const queue = createQueue('dorsal.session');

  const log: Log = (code, error) => {
    console.error(`[session][${code}]`, error);
    calls.log(code, error instanceof Error ? error.message : String(error));
  };

  const reader = createSessionReader({
    store,
    queue,
    now,
    log,
    read: calls.session,
    retryMs: options.retryMs ?? 1000,
    onSession: guard.forget,
    onChange: () => watch.tell('getSession'),
  });
  const watch = createWatch(options, store, reader);
  const parts: Parts = { auth, origins, calls, store, reader, queue, log, tell: watch.tell, navigate, here };

  const login = (error = 'SessionRequired'): boolean => {
    const mayLeave = guard.mayLeave();
    if (mayLeave) navigate(page(auth, '/signin', { error, callbackUrl: here() }));
    else store.set({ looping: true });
    return mayLeave;
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    ready: store.ready,
    getSession: () => reader.refresh(true),
    update: createUpdate(parts),
    signIn: createSignIn(parts),
    signOut: createSignOut(parts),
    login,
    assume: (session) => {
      if (!store.getState().unreachable) return false;
      store.set({ session, status: 'authenticated' });
      return true;
    },
    log,
    start: () => {
      if (!watch.start()) return;
      reader.keepFresh(true);
      if (removeLeftovers(options.leftovers ?? []) && !options.isPublic?.()) login();
      void reader.refresh(false);
    },
    stop: () => {
      watch.stop();
      reader.keepFresh(false);
    },
  };
};
