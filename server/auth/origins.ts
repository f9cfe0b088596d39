import type { IncomingHttpHeaders } from 'node:http';

const maxLength = 2048;
const oddCharacters = /[^!-~\u0080-\uffff]|\\/; // blanks, control characters and backslashes

export interface Origins {
  /** The place to return to: the one asked for when it is safe, the home of the app otherwise. Never throws. */
  readonly safeCallbackUrl: (asked: unknown) => string;
  /** False when a place was asked for that nobody may be sent to. */
  readonly accepts: (asked: unknown) => boolean;
  /** True when a writing request comes from an allowed page, or from no browser at all. */
  readonly mayPost: (headers: IncomingHttpHeaders) => boolean;
  /** The origin to name in CORS headers, or null when none may be. */
  readonly corsOrigin: (headers: IncomingHttpHeaders) => string | null;
}

/** The exact list of origins and the three questions asked of it. */
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
