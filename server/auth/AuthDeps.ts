import type pg from 'pg';
import type { Mail } from '../adapters/mail/Mail';
import type { CompanyProvider } from './companySignIn';
import type { TokenClaims } from './tokens';

/** What the authentication site needs from the process that embeds it. */
export interface AuthDeps {
  readonly pool: pg.Pool;
  /** The root of every derived key: cookies, access tokens and the pepper of passwords. */
  readonly secret: string;
  /** The pepper of password hashes if it must survive a change of `secret`; otherwise derived from it. */
  readonly pepper?: string;
  readonly basePath: string;
  /** Public origin of this site; URLs are built from it, never from the Host header. */
  readonly origin: string;
  /** Exact origins that may call and be returned to; the first one is the app. */
  readonly appOrigins: readonly string[];
  readonly secureCookies: boolean;
  /** Text at the end of cookie names, where several sites share a host name. */
  readonly cookieSuffix?: string;
  readonly tokenSuffix: string;
  readonly sessionIdleMs: number;
  readonly sessionAbsoluteMs: number;
  readonly translate: (key: string, locale: string, params?: Readonly<Record<string, unknown>>) => string;
  readonly production: boolean;
  /** Publicly known passwords, which nobody may choose. */
  readonly published?: readonly string[];
  /** Sends letters. Without it the site says that it cannot, instead of pretending to send. */
  readonly mail: Mail | null;
  /** How often invitations are looked for; every five seconds by default. */
  readonly inviteEveryMs?: number;
  /** The provider of accounts of a company, in addition to passwords. */
  readonly company?: CompanyProvider | undefined;
  /** Address of the public keys of another site that signs the access tokens instead of this one. */
  readonly keysAt?: string | undefined;
  /** The claims that the tokens of that site must have. */
  readonly claimsElsewhere?: TokenClaims;
  /** Whether only this machine reaches the site, so that anybody who reaches it may read the letters of a demonstration. */
  readonly isPrivate?: boolean;
}
