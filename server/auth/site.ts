import { Auth, type AuthConfig } from '@auth/core';
import { AccessDenied, CredentialsSignin, SignInError } from '@auth/core/errors';
import { decode } from '@auth/core/jwt';
import Credentials from '@auth/core/providers/credentials';
import type { FastifyBaseLogger } from 'fastify';
import { type Accounts, normalizeEmail } from './accounts';
import type { AuthDeps } from './AuthDeps';
import { type CookieNames, cookieText } from './cookies';
import type { Lockout } from './lockout';
import type { Origins } from './origins';
import { type Passwords, PasswordsBusy } from './passwords';
import type { Sessions, SessionView, Visitor } from './sessions';

/** One request to the library, already past the gates. */
export interface SiteCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly asJson: boolean;
  readonly visitor: Visitor;
  readonly log: FastifyBaseLogger;
}

/** What the library's callbacks saw during one call. */
interface Course {
  view: SessionView | null;
  started: string | null;
  ended: string | null;
  failure: unknown;
}

export interface SiteParts {
  readonly deps: AuthDeps;
  readonly names: CookieNames;
  readonly origins: Origins;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly lockout: Lockout;
}

class Refused extends CredentialsSignin {
  constructor(code: 'locked' | 'busy') {
    super();
    this.code = code;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const authorize = (parts: SiteParts, visitor: Visitor) => async (fields: Partial<Record<string, unknown>>) => {
  const { accounts, lockout, passwords } = parts;
  const email = normalizeEmail(text(fields['email']).slice(0, 320));
  const password = text(fields['password']);
  if (!await lockout.attempt(email, visitor.ip)) throw new Refused('locked');
  const account = await accounts.find(email);
  const right = await passwords.verify(account?.hash ?? null, password).catch((error: unknown) => {
    throw error instanceof PasswordsBusy ? new Refused('busy') : error;
  });
  if (!account || !right) return null;
  if (!account.active) throw new AccessDenied('the account is not active');
  await lockout.forgive(email, visitor.ip);
  if (account.hash !== null && passwords.needsRehash(account.hash)) await accounts.rehash(account.userid, password);
  return { id: String(account.userid) };
};

const chosenOrganization = (data: unknown): number | null => {
  const organization: unknown = typeof data === 'object' && data !== null && 'organization' in data ? data.organization : null;
  if (typeof organization !== 'object' || organization === null || !('organizationid' in organization)) return null;
  const { organizationid } = organization;
  return typeof organizationid === 'number' && Number.isSafeInteger(organizationid) && organizationid > 0 ? organizationid : null;
};

/** Answers from the store; only the chosen organisation is ever taken from what the browser sent. */
const followSession = async (sessions: Sessions, course: Course, sid: unknown, update: boolean, data: unknown): Promise<boolean> => {
  if (typeof sid !== 'string') return false;
  const organizationid = update ? chosenOrganization(data) : null;
  if (organizationid !== null) await sessions.choose(sid, organizationid);
  course.view = update ? await sessions.touch(sid) : await sessions.read(sid);
  return course.view !== null;
};

const cookieOptions = (secure: boolean) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const;

const configure = (parts: SiteParts, call: SiteCall, course: Course): AuthConfig => {
  const { deps, names, origins, sessions } = parts;
  const options = cookieOptions(deps.secureCookies);
  return {
    secret: deps.secret,
    basePath: deps.basePath,
    trustHost: true, // the URL below is built from configuration, so no header is trusted
    useSecureCookies: deps.secureCookies,
    session: { strategy: 'jwt', maxAge: Math.floor(deps.sessionAbsoluteMs / 1000) },
    pages: { signIn: `${deps.basePath}/signin`, error: `${deps.basePath}/error` },
    cookies: {
      sessionToken: { name: names.session, options },
      csrfToken: { name: names.csrf, options },
      callbackUrl: { name: names.callback, options },
    },
    logger: {
      error: (error) => call.log[error instanceof SignInError || error instanceof AccessDenied ? 'info' : 'error'](
        { err: error.cause ?? error, type: error.name }, 'authentication'),
      warn: (code) => call.log.debug({ code }, 'authentication'),
      debug: () => undefined,
    },
    providers: [Credentials({ credentials: { email: {}, password: {} }, authorize: authorize(parts, call.visitor) })],
    callbacks: {
      redirect: ({ url }) => origins.safeCallbackUrl(url),
      jwt: async ({ token, user, trigger, session }) => {
        if (user) {
          course.started = await sessions.create(Number(user.id), call.visitor);
          return { sid: course.started };
        }
        try {
          return await followSession(sessions, course, token['sid'], trigger === 'update', session) ? token : null;
        } catch (error) {
          course.failure = error; // the library would answer "no session" and so sign everybody out
          throw error;
        }
      },
      session: ({ session }) => course.view ?? { expires: new Date(session.expires).toISOString() },
    },
    events: {
      signOut: (message) => {
        const sid = 'token' in message ? message.token?.['sid'] : null;
        course.ended = typeof sid === 'string' ? sid : null;
      },
    },
  };
};

const cookieHeader = (names: CookieNames, origins: Origins, cookies: ReadonlyMap<string, string>): string => {
  const callback = cookieText(cookies.get(names.callback));
  const poisoned = callback === null || origins.safeCallbackUrl(callback) !== callback;
  return [...cookies]
    .filter(([name]) => name === names.session || name === names.csrf || (name === names.callback && !poisoned))
    .map(([name, value]) => `${name}=${value}`).join('; ');
};

const buildRequest = ({ deps, names, origins }: SiteParts, call: SiteCall): Request => {
  const headers = new Headers({ cookie: cookieHeader(names, origins, call.cookies) });
  if (call.asJson) headers.set('x-auth-return-redirect', '1');
  if (call.body) headers.set('content-type', 'application/json');
  const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
  return new Request(`${deps.origin}${deps.basePath}${call.path}${query}`, {
    method: call.method, headers, ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
};

export interface Site {
  readonly call: (call: SiteCall) => Promise<Response>;
  /** The `sid` in the session cookie, when the cookie is ours and whole. */
  readonly sidOf: (cookies: ReadonlyMap<string, string>) => Promise<string | null>;
}

/** The library behind one function: every answer that changed a session is finished in the store before it leaves. */
export const createSite = (parts: SiteParts): Site => {
  const { deps, names, sessions } = parts;

  const sidOf = async (cookies: ReadonlyMap<string, string>): Promise<string | null> => {
    const token = cookieText(cookies.get(names.session));
    if (!token) return null;
    const payload = await decode({ token, secret: deps.secret, salt: names.session }).catch(() => null);
    const sid = payload?.['sid'];
    return typeof sid === 'string' ? sid : null;
  };

  const call = async (request: SiteCall): Promise<Response> => {
    const course: Course = { view: null, started: null, ended: null, failure: null };
    const response = await Auth(buildRequest(parts, request), configure(parts, request, course));
    if (course.failure !== null) throw course.failure;
    if (course.ended !== null) await sessions.revoke(course.ended);
    const previous = course.started === null ? null : await sidOf(request.cookies);
    if (previous !== null) await sessions.revoke(previous);
    return response;
  };

  return { call, sidOf };
};
