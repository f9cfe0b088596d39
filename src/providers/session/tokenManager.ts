import { partOf } from '@/schema/unknown';
const opaqueMs = 5 * 60_000;
const longest = 4096;

/** The answer of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly text: string;
}

export interface TokenManagerOptions {
  /** Requests a token text from the host; see `fetchTokenText` for the usual way. Rejects without a connection. */
  readonly fetchText: () => Promise<TokenAnswer>;
  /** Appended to every text to form the bearer. */
  readonly suffix: string;
  readonly now?: () => number;
  /** Pauses before the second and third try when the host cannot be reached. */
  readonly retryMs?: readonly number[];
}

export type TokenFailure = 'unauthenticated' | 'malformed' | 'unreachable' | 'dropped';

/**
 * Why there is no token: nobody is signed in, the answer is no token, there is no connection, or the person or organization changed in the
 * meantime.
 */
export class TokenError extends Error {
  readonly statusCode: number | undefined;
  constructor(
    readonly reason: TokenFailure,
    cause?: unknown,
  ) {
    super(`no access token: ${reason}`, { cause });
    this.statusCode = reason === 'unauthenticated' ? 401 : undefined;
  }
}

export interface TokenManager {
  /** The current bearer text; requests one when there is none. */
  readonly bearer: () => Promise<string>;
  /** Sends a request. After a 401 it requests one token for all waiting requests and sends the request once more. */
  readonly run: <T>(request: (bearer: string) => Promise<T>, isRefused?: (outcome: unknown) => boolean) => Promise<T>;
  /** Forgets a refused bearer, unless a newer one has replaced it. */
  readonly forget: (bearer: string) => void;
  /** For signing out and changes of person or organization: forgets everything and discards a pending answer. */
  readonly clear: () => void;
  /** Drops every request from now on, until the function that it returns is called. */
  readonly close: () => () => void;
}

interface Held {
  readonly bearer: string;
  readonly renewAt: number;
  readonly endsAt: number;
}

/** A 401 in any of the shapes of fetch, axios, graphql-request, a DomainError, or `UNAUTHENTICATED` inside a 200 of GraphQL. */
export const isUnauthenticated = (outcome: unknown): boolean => {
  const response = partOf(outcome, 'response');
  const statuses = [partOf(outcome, 'status'), partOf(outcome, 'statusCode'), partOf(response, 'status')];
  const errors = [partOf(outcome, 'errors'), partOf(response, 'errors'), partOf(partOf(outcome, 'data'), 'errors')].flat();
  return statuses.includes(401) || errors.some((error) => partOf(partOf(error, 'extensions'), 'code') === 'UNAUTHENTICATED');
};

const lifetimeOf = (text: string): number => {
  try {
    const [, payload = ''] = text.split('.');
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    const seconds = Number(partOf(claims, 'exp')) - Number(partOf(claims, 'iat'));
    return seconds > 0 ? seconds * 1000 : opaqueMs;
  } catch {
    return opaqueMs;
  }
};

const isToken = (text: string): boolean => text.length > 0 && text.length <= longest && !/[\s<>]/.test(text);

const askOnce = async ({ fetchText }: TokenManagerOptions): Promise<TokenAnswer> => {
  const answer = await fetchText().catch((cause: unknown) => {
    throw new TokenError('unreachable', cause);
  });
  if (answer.status >= 500 || answer.status === 429) throw new TokenError('unreachable');
  return answer;
};
/** Asks again after each of the waits while the host cannot be reached. */
const ask = async (options: TokenManagerOptions, [wait, ...later]: readonly number[]): Promise<TokenAnswer> => {
  try {
    return await askOnce(options);
  } catch (error) {
    if (wait === undefined) throw error;
    await new Promise((resume) => setTimeout(resume, wait));
    return ask(options, later);
  }
};

/** The outcome of a request: whether it was refused, and its result or error. */
const attempt = async <T>(request: (bearer: string) => Promise<T>, used: string, isRefused: (outcome: unknown) => boolean) => {
  try {
    const result = await request(used);
    return { refused: isRefused(result), settle: () => result };
  } catch (error) {
    return {
      refused: isRefused(error),
      settle: (): T => {
        throw error;
      },
    };
  }
};

/** Holds the access token of this tab in memory only: one request for it at a time, renewed in the background before it expires. */
export const createTokenManager = (options: TokenManagerOptions): TokenManager => {
  const now = options.now ?? Date.now;
  const retries = options.retryMs ?? [300, 1200];
  let held: Held | null = null;
  let minting: Promise<string> | null = null;
  let generation = 0;
  let closed = false;

  const mint = async (born: number): Promise<string> => {
    const asked = now(); // the lifetime counts from before the request, so that a slow answer is not trusted too long
    const { status, text } = await ask(options, retries);
    if (born !== generation) throw new TokenError('dropped');
    if (status === 401) throw new TokenError('unauthenticated');
    if (status < 200 || status > 299 || !isToken(text)) throw new TokenError('malformed');
    const life = lifetimeOf(text);
    held = { bearer: text + options.suffix, renewAt: asked + life - Math.min(60_000, life / 5), endsAt: asked + life };
    return held.bearer;
  };

  const shared = (): Promise<string> => {
    if (minting) return minting;
    const mine = mint(generation).finally(() => {
      if (minting === mine) minting = null;
    });
    minting = mine;
    return mine;
  };

  const bearer = async (): Promise<string> => {
    if (closed) throw new TokenError('dropped');
    if (!held || held.endsAt <= now()) return shared();
    if (held.renewAt <= now()) shared().catch(() => undefined); // the present one is still valid
    return held.bearer;
  };

  const forget = (refused: string): void => {
    if (held?.bearer === refused) held = null;
  };

  return {
    bearer,
    forget,
    run: async (request, isRefused = isUnauthenticated) => {
      const born = generation;
      const used = await bearer();
      if (born !== generation) throw new TokenError('dropped');
      const first = await attempt(request, used, isRefused);
      if (!first.refused || born !== generation) return first.settle(); // never repeat a request for another person or organization
      forget(used);
      const again = await bearer();
      if (born !== generation) return first.settle();
      return (await attempt(request, again, isRefused)).settle();
    },
    clear: () => {
      generation += 1;
      held = null;
      minting = null;
    },
    close: () => {
      closed = true;
      return () => {
        closed = false;
      };
    },
  };
};

/** Calls `POST {host}/api/authenticate` with the session cookie. */
export const fetchTokenText =
  (host: string, fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init), timeoutMs = 15_000) =>
  async (): Promise<TokenAnswer> => {
    const response = await fetch(`${host}/api/authenticate`, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: (await response.text()).slice(0, longest + 1) };
  };
