import { partOf } from '@/schema/unknown';
import { type Session, toSession } from './Session';

/** The result of a posted form in either dialect; the HTTP status decides nothing. */
export interface PostResult {
  readonly status: number;
  readonly url: string | null;
  readonly error: string | null;
  readonly code: string | null;
}

export interface ProviderInfo {
  readonly id: string;
  readonly type: string;
}

/** No usable answer: no connection, a time-out, an error of the server, or no JSON. */
export class AuthCallError extends Error {
  constructor(
    readonly call: string,
    readonly status: number | null,
    cause?: unknown,
  ) {
    super(`${call} failed${status === null ? '' : ` with ${status}`}`, { cause });
  }
}

export interface AuthCalls {
  readonly session: () => Promise<Session | null>;
  readonly providers: () => Promise<Readonly<Record<string, ProviderInfo>> | null>;
  /** Posts a change; null when the CSRF token was refused. */
  readonly change: (data: unknown) => Promise<{ readonly session: Session | null } | null>;
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<PostResult>;
  readonly log: (code: string, message: string) => void;
}

type Fetch = typeof globalThis.fetch;

const isProvider = (value: unknown): value is ProviderInfo =>
  typeof partOf(value, 'id') === 'string' && typeof partOf(value, 'type') === 'string';

const toProviders = (answer: unknown): Readonly<Record<string, ProviderInfo>> | null => {
  if (typeof answer !== 'object' || answer === null) return null;
  const known = Object.entries(answer).filter((entry): entry is [string, ProviderInfo] => isProvider(entry[1]));
  return known.length === 0 ? null : Object.fromEntries(known);
};

const toResult = (auth: string, status: number, answer: unknown): PostResult => {
  const raw = partOf(answer, 'url');
  const url = typeof raw === 'string' ? new URL(raw, auth) : null;
  const tossed = url?.searchParams.get('csrf') === 'true'; // how the older dialect reports a refused token
  return {
    status,
    url: url?.href ?? null,
    error: tossed ? 'MissingCSRF' : (url?.searchParams.get('error') ?? null),
    code: url?.searchParams.get('code') ?? null,
  };
};

/** The calls of the session protocol, one function each, in both dialects. `auth` is an absolute address. */
export const createAuthCalls = (auth: string, fetch: Fetch, timeoutMs: number): AuthCalls => {
  const call = async (path: string, init: RequestInit = {}): Promise<{ readonly status: number; readonly answer: unknown }> => {
    const response = await fetch(`${auth}${path}`, {
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
      ...init,
    }).catch((cause: unknown) => {
      throw new AuthCallError(path, null, cause);
    });
    if (response.status >= 500 || response.status === 429) throw new AuthCallError(path, response.status);
    const answer: unknown = await response.json().catch((cause: unknown) => {
      throw new AuthCallError(path, response.status, cause);
    });
    return { status: response.status, answer };
  };

  const csrfToken = async (): Promise<string> => {
    const { answer, status } = await call('/csrf');
    const token = partOf(answer, 'csrfToken');
    if (typeof token !== 'string') throw new AuthCallError('/csrf', status);
    return token;
  };

  const postOnce = async (path: string, fields: Readonly<Record<string, string>>): Promise<PostResult> => {
    const body = new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: 'true' });
    const { status, answer } = await call(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-return-redirect': '1' },
    });
    return toResult(auth, status, answer);
  };

  const changeOnce = async (data: unknown): Promise<{ readonly session: Session | null } | null> => {
    const body = JSON.stringify({ csrfToken: await csrfToken(), ...(data === undefined ? {} : { data }) });
    const { status, answer } = await call('/session', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return status === 400 ? null : { session: toSession(answer) };
  };

  return {
    session: async () => {
      const { status, answer } = await call('/session');
      if (status >= 400) throw new AuthCallError('/session', status);
      return toSession(answer);
    },
    providers: async () => toProviders((await call('/providers')).answer),
    change: async (data) => (await changeOnce(data)) ?? changeOnce(data), // two simultaneous first calls can each set another token, so it is repeated once
    post: async (path, fields) => {
      const first = await postOnce(path, fields);
      return first.error === 'MissingCSRF' ? postOnce(path, fields) : first;
    },
    log: (code, message) => {
      const body = new URLSearchParams({ level: 'error', code, message, client: 'true' });
      if (globalThis.navigator?.sendBeacon?.(`${auth}/_log`, body)) return;
      void fetch(`${auth}/_log`, { method: 'POST', body, keepalive: true, credentials: 'include' }).catch(() => undefined);
    },
  };
};
