import type { IncomingHttpHeaders } from 'node:http';

const maxLength = 2048;
const oddCharacters = /[^!-~\u0080-\uffff]|\\/; // blanks, control characters and backslashes

export interface Origins {
  /** The address to return to: the requested one if it is safe, otherwise the start page of the app. Never throws. */
  readonly safeCallbackUrl: (asked: unknown) => string;
  /** False when a forbidden address was requested. */
  readonly accepts: (asked: unknown) => boolean;
  /** Whether a writing request comes from an allowed page, or not from a browser. */
  readonly mayPost: (headers: IncomingHttpHeaders) => boolean;
  /** The origin for the CORS headers, or null when none is allowed. */
  readonly corsOrigin: (headers: IncomingHttpHeaders) => string | null;
}

/** The exact list of origins, and the checks that use it. */
export const createOrigins = (site: string, appOrigins: readonly string[]): Origins => {
  const allowed = new Set([site, ...appOrigins]);
  const app = appOrigins[0] ?? site;
  const home = `${app}/`;

  const parse = (asked: string): URL | null => {
    if (asked.startsWith('//')) return null;
    if (!asked.startsWith('/') && !/^https?:\/\//i.test(asked)) return null;
    try {
      return new URL(asked, app);
    } catch {
      return null;
    }
  };

  const allowedUrl = (asked: unknown): string | null => {
    if (typeof asked !== 'string' || asked.length === 0 || asked.length > maxLength || oddCharacters.test(asked)) return null;
    const url = parse(asked);
    if (!url || url.username !== '' || url.password !== '' || !allowed.has(url.origin)) return null;
    return url.href;
  };

  const safeCallbackUrl = (asked: unknown): string => allowedUrl(asked) ?? home;
  const accepts = (asked: unknown): boolean => asked === undefined || asked === '' || allowedUrl(asked) !== null;

  const mayPost = (headers: IncomingHttpHeaders): boolean => {
    if (headers['sec-fetch-site'] === 'cross-site') return false;
    return headers.origin === undefined ? headers['sec-fetch-site'] !== 'same-site' : allowed.has(headers.origin);
  };

  const corsOrigin = (headers: IncomingHttpHeaders): string | null =>
    headers.origin !== undefined && allowed.has(headers.origin) ? headers.origin : null;

  return { safeCallbackUrl, accepts, mayPost, corsOrigin };
};
