import type pg from 'pg';

/** What the authentication site needs from the process that embeds it. */
export interface AuthDeps {
  readonly pool: pg.Pool;
  /** Root of every derived key: cookies, access tokens and the pepper of passwords. */
  readonly secret: string;
  /** Pepper of password hashes when it must outlive a change of `secret`; derived from it otherwise. */
  readonly pepper?: string;
  readonly basePath: string;
  /** Public origin of this site; URLs are built from it, never from the Host header. */
  readonly origin: string;
  /** Exact origins that may call and be returned to; the first one is the app. */
  readonly appOrigins: readonly string[];
  readonly secureCookies: boolean;
  readonly tokenSuffix: string;
  readonly sessionIdleMs: number;
  readonly sessionAbsoluteMs: number;
  readonly translate: (key: string, locale: string, params?: Readonly<Record<string, unknown>>) => string;
  readonly production: boolean;
}
