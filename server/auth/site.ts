import { Auth, type AuthConfig } from '@auth/core';
import { AccessDenied, SignInError } from '@auth/core/errors';
import { decode } from '@auth/core/jwt';
import Credentials from '@auth/core/providers/credentials';
import { isAway, isFull } from '../database/faults';
import { authorize } from './authorize';
import { admitFromCompany, companyId, companyProvider } from './companySignIn';
import { type CookieNames, cookieText, setCookie } from './cookies';
import type { Origins } from './origins';
import { isReported, problemOf } from './problems';
import { secondStepSeconds } from './secondStep';
import { shownSession, type Sessions } from './sessions';
import type { Course, SiteCall, SiteParts } from './SiteParts';

const chosenOrganization = (data: unknown): number | null => {
  const organization: unknown = typeof data === 'object' && data !== null && 'organization' in data ? data.organization : null;
  if (typeof organization !== 'object' || organization === null || !('organizationid' in organization)) return null;
  const { organizationid } = organization;
  return typeof organizationid === 'number' && Number.isSafeInteger(organizationid) && organizationid > 0 ? organizationid : null;
};

/** Whether the browser asks for the end of a look as somebody else. */
const stopsSeeing = (data: unknown): boolean => typeof data === 'object' && data !== null && 'seeing' in data && data.seeing === null;

/** Answers from the store; only the chosen organization and the end of a look are taken from the browser. */
const followSession = async (sessions: Sessions, course: Course, sid: unknown, update: boolean, data: unknown): Promise<boolean> => {
  if (typeof sid !== 'string') return false;
  const organizationid = update ? chosenOrganization(data) : null;
  if (organizationid !== null) await sessions.choose(sid, organizationid);
  if (update && stopsSeeing(data)) await sessions.stopSeeing(sid);
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
      pkceCodeVerifier: { name: names.pkce, options: { ...options, maxAge: 900 } },
      state: { name: names.state, options: { ...options, maxAge: 900 } },
      nonce: { name: names.nonce, options },
    },
    logger: {
      error: (error) =>
        call.log[error instanceof SignInError || error instanceof AccessDenied ? 'info' : 'error'](
          { err: error.cause ?? error, type: error.name },
          'authentication',
        ),
      warn: (code) => call.log.debug({ code }, 'authentication'),
      debug: () => undefined,
    },
    providers: [
      Credentials({ credentials: { email: {}, password: {}, totp: {} }, authorize: authorize(parts, call, course) }),
      ...(deps.company ? [companyProvider(deps.company)] : []),
    ],
    callbacks: {
      redirect: ({ url }) => origins.safeCallbackUrl(url),
      signIn: async ({ account, profile }) => (account?.provider === companyId ? admitFromCompany(parts, course, profile) : true),
      jwt: async ({ token, user, trigger, session }) => {
        try {
          if (user) {
            course.entered = course.person ?? Number(user.id);
            course.started = await sessions.create(course.entered, call.visitor);
            return { sid: course.started };
          }
          return (await followSession(sessions, course, token['sid'], trigger === 'update', session)) ? token : null;
        } catch (error) {
          if (user && !isAway(error) && !isFull(error)) course.problem = problemOf(error, 'CALLBACK_CREDENTIALS_JWT_ERROR');
          else course.failure = error; // the library would answer "no session", which would sign everybody out
          throw error;
        }
      },
      session: ({ session }) => (course.view && shownSession(course.view)) ?? { expires: new Date(session.expires).toISOString() },
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
  const wanted = new Set([names.session, names.csrf, names.pkce, names.state, names.nonce, ...(poisoned ? [] : [names.callback])]);
  return [...cookies]
    .filter(([name]) => wanted.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
};

const buildRequest = ({ deps, names, origins }: SiteParts, call: SiteCall): Request => {
  const headers = new Headers({ cookie: cookieHeader(names, origins, call.cookies) });
  if (call.asJson) headers.set('x-auth-return-redirect', '1');
  if (call.body) headers.set('content-type', 'application/json');
  const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
  return new Request(`${deps.origin}${deps.basePath}${call.path}${query}`, {
    method: call.method,
    headers,
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
};

/** The answer of the library: a text, or a redirect. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly place: string | null;
  readonly cookies: readonly string[];
}

const placeIn = (response: Response, text: string): string | null => {
  const location = response.headers.get('location');
  if (location !== null || !response.headers.get('content-type')?.includes('json')) return location;
  const answer: unknown = JSON.parse(text);
  return typeof answer === 'object' && answer !== null && 'url' in answer && typeof answer.url === 'string' ? answer.url : null;
};

/** Replaces the general error of the library by the name of the problem, with the request id to report. */
const named = (parts: SiteParts, call: SiteCall, course: Course, status: number, place: string | null): string | null => {
  const { deps } = parts;
  const broken = place === null && status >= 500 && call.path !== '/session';
  const url = new URL(broken ? `${deps.basePath}/error?error=Configuration` : (place ?? '/'), deps.origin);
  const error = url.searchParams.get('error');
  if (error === null || (error !== 'Configuration' && course.problem === null)) return place;
  const fallback = call.path.startsWith(`/callback/${companyId}`) ? 'OAuthCallbackError' : 'UnknownError';
  const code = course.problem ?? fallback;
  url.searchParams.set('error', code);
  if (isReported(code)) url.searchParams.set('request', call.requestId);
  return url.href;
};

export interface Site {
  readonly call: (call: SiteCall) => Promise<Answer>;
  /** The `sid` in the session cookie, if the cookie is ours and valid. */
  readonly sidOf: (cookies: ReadonlyMap<string, string>) => Promise<string | null>;
}

/** The library behind one function: every answer that changed a session is completed by the store before it is sent. */
export const createSite = (parts: SiteParts): Site => {
  const { accounts, deps, devices, names, secondSteps, sessions } = parts;

  const sidOf = async (cookies: ReadonlyMap<string, string>): Promise<string | null> => {
    const token = cookieText(cookies.get(names.session));
    if (!token) return null;
    const payload = await decode({ token, secret: deps.secret, salt: names.session }).catch(() => null);
    const sid = payload?.['sid'];
    return typeof sid === 'string' ? sid : null;
  };

  const secondStepCookie = (request: SiteCall, course: Course): string[] => {
    if (course.awaits) return [setCookie(names.second, secondSteps.write(course.awaits), secondStepSeconds)];
    return course.started !== null && request.cookies.has(names.second) ? [setCookie(names.second, '', 0)] : [];
  };

  /** A browser with which somebody signed in is known to their account from then on. */
  const deviceCookie = async (request: SiteCall, { entered, started }: Course): Promise<readonly string[]> => {
    const account = started === null || entered === null ? null : await accounts.byId(entered);
    return account ? [devices.remember(cookieText(request.cookies.get(names.device)), account)] : [];
  };

  const call = async (request: SiteCall): Promise<Answer> => {
    const course: Course = {
      view: null,
      started: null,
      ended: null,
      failure: null,
      awaits: null,
      person: null,
      entered: null,
      problem: null,
    };
    const response = await Auth(buildRequest(parts, request), configure(parts, request, course));
    if (course.failure !== null) throw course.failure;
    if (course.ended !== null) await sessions.revoke(course.ended);
    const previous = course.started === null ? null : await sidOf(request.cookies);
    if (previous !== null) await sessions.revoke(previous);
    const text = await response.text();
    return {
      status: response.status,
      text,
      place: named(parts, request, course, response.status, placeIn(response, text)),
      cookies: [...response.headers.getSetCookie(), ...secondStepCookie(request, course), ...(await deviceCookie(request, course))],
    };
  };

  return { call, sidOf };
};
