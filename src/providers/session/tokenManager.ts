const opaqueMs = 5 * 60_000;
const longest = 4096;

/** What the token endpoint answered. */
export interface TokenAnswer {
  readonly status: number;
  readonly text: string;
}

export interface TokenManagerOptions {
  /** Asks the host for a text; see `fetchTokenText` for the usual way. Rejects when there is no connection. */
  readonly fetchText: () => Promise<TokenAnswer>;
  /** Put after every text to form the bearer. */
  readonly suffix: string;
  readonly now?: () => number;
  /** Waits before the second and third try when the host cannot be reached. */
  readonly retryMs?: readonly number[];
}

export type TokenFailure = 'unauthenticated' | 'malformed' | 'unreachable' | 'dropped';

/** Why there is no token: nobody is signed in, the answer is no token, no connection, or the person or organisation changed meanwhile. */
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
  /** The current bearer text, minted when there is none. */
  readonly bearer: () => Promise<string>;
  /** Sends a request; when its outcome is a 401, mints once for all who wait and sends it once more. */
  readonly run: <T>(request: (bearer: string) => Promise<T>, isRefused?: (outcome: unknown) => boolean) => Promise<T>;
  /** Forgets a bearer that was refused, unless a newer one took its place. */
  readonly forget: (bearer: string) => void;
  /** For signing out, another person, another organisation: forgets everything and drops an answer under way. */
  readonly clear: () => void;
}

interface Held {
  readonly bearer: string;
  readonly renewAt: number;
  readonly endsAt: number;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** A 401 in any of the shapes of fetch, axios, graphql-request, a DomainError, or `UNAUTHENTICATED` inside a 200 of GraphQL. */
export const isUnauthenticated = (outcome: unknown): boolean => {
  const response = field(outcome, 'response');
  const statuses = [field(outcome, 'status'), field(outcome, 'statusCode'), field(response, 'status')];
  const errors = [field(outcome, 'errors'), field(response, 'errors'), field(field(outcome, 'data'), 'errors')].flat();
  return statuses.includes(401) || errors.some((error) => field(field(error, 'extensions'), 'code') === 'UNAUTHENTICATED');
};

const lifetimeOf = (text: string): number => {
  try {
    const [, payload = ''] = text.split('.');
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    const seconds = Number(field(claims, 'exp')) - Number(field(claims, 'iat'));
    return seconds > 0 ? seconds * 1000 : opaqueMs;
  } catch {
    return opaqueMs;
  }
};

const isToken = (text: string): boolean => text.length > 0 && text.length <= longest && !/[\s<>]/.test(text);

/** Holds the access token of this tab in memory only: one mint at a time, renewed behind while it is still good. */
export const createTokenManager = (options: TokenManagerOptions): TokenManager => {
  const now = options.now ?? Date.now;
  const retries = options.retryMs ?? [300, 1200];
  let held: Held | null = null;
  let minting: Promise<string> | null = null;
  let generation = 0;

  const askOnce = async (): Promise<TokenAnswer> => {
    const answer = await options.fetchText().catch((cause: unknown) => {
      throw new TokenError('unreachable', cause);
    });
    if (answer.status >= 500 || answer.status === 429) throw new TokenError('unreachable');
    return answer;
  };

  const ask = async (waits: readonly number[]): Promise<TokenAnswer> => {
    const [wait, ...later] = waits;
    try {
      return await askOnce();
    } catch (error) {
      if (wait === undefined) throw error;
      await new Promise((resume) => setTimeout(resume, wait));
      return ask(later);
    }
  };

  const mint = async (born: number): Promise<string> => {
    const asked = now(); // lifetime counts from before the answer, so a slow one is never trusted too long
    const { status, text } = await ask(retries);
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
    if (!held || held.endsAt <= now()) return shared();
    if (held.renewAt <= now()) shared().catch(() => undefined); // the one in hand is still good
    return held.bearer;
  };

  const forget = (refused: string): void => {
    if (held?.bearer === refused) held = null;
  };

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

  return {
    bearer,
    forget,
    run: async (request, isRefused = isUnauthenticated) => {
      const born = generation;
      const used = await bearer();
      if (born !== generation) throw new TokenError('dropped');
      const first = await attempt(request, used, isRefused);
      if (!first.refused || born !== generation) return first.settle(); // never repeat a request under another person or organisation
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
  };
};

/** Asks `POST {host}/api/authenticate` with the session cookie. */
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
