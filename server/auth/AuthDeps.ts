import type pg from 'pg';
import type { Mail } from '../adapters/mail/Mail';
import type { CompanyProvider } from './companySignIn';
import type { TokenClaims } from './tokens';

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
  /** Text at the end of cookie names, where several sites share a host name. */
  readonly cookieSuffix?: string;
  readonly tokenSuffix: string;
  readonly sessionIdleMs: number;
  readonly sessionAbsoluteMs: number;
  readonly translate: (key: string, locale: string, params?: Readonly<Record<string, unknown>>) => string;
  readonly production: boolean;
  /** Passwords that are known to everybody, which nobody may choose. */
  readonly published?: readonly string[];
  /** The way out for letters; without one the site says so instead of pretending to write. */
  readonly mail: Mail | null;
  /** How often invitations are looked for; every five seconds unless said. */
  readonly inviteEveryMs?: number;
  /** The provider of accounts of a company, beside passwords. */
  readonly company?: CompanyProvider | undefined;
  /** Address of the public keys of another site that signs the access tokens instead of this one. */
  readonly keysAt?: string | undefined;
  /** What the tokens of that site must say of themselves. */
  readonly claimsElsewhere?: TokenClaims;
  /** Whether only this machine reaches the site, so that the letters of a demonstration may be read by everybody who does. */
  readonly isPrivate?: boolean;
}
