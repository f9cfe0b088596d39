import type { FastifyBaseLogger } from 'fastify';
import type { Account, Accounts } from './accounts';
import type { AuthDeps } from './AuthDeps';
import type { Afterwards } from './afterwards';
import type { CookieNames } from './cookies';
import type { Devices } from './devices';
import type { Identities } from './identities';
import type { Letters } from './letters';
import type { Lockout } from './lockout';
import type { Origins } from './origins';
import type { Passwords } from './passwords';
import type { SignInError } from './problems';
import type { SecondFactor } from './secondFactor';
import type { SecondSteps } from './secondStep';
import type { Sessions, SessionView, Visitor } from './sessions';

/** One request to the library, after all gates. */
export interface SiteCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly asJson: boolean;
  readonly visitor: Visitor;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
}

/** What the callbacks of the library learned during one call. */
export interface Course {
  view: SessionView | null;
  started: string | null;
  ended: string | null;
  failure: unknown;
  /** The person who entered the password and still has to enter the second step. */
  awaits: Account | null;
  /** The person who came from the company's provider. */
  person: number | null;
  /** The person whose session was started. */
  entered: number | null;
  /** Why a sign-in failed; the library itself would only say "Configuration". */
  problem: SignInError | null;
}

export interface SiteParts {
  readonly deps: AuthDeps;
  readonly names: CookieNames;
  readonly origins: Origins;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly lockout: Lockout;
  readonly devices: Devices;
  readonly identities: Identities;
  readonly secondFactor: SecondFactor;
  readonly secondSteps: SecondSteps;
  /** Sends the letters of this site; null when this installation cannot send any. */
  readonly letters: Letters | null;
  readonly afterwards: Afterwards;
  /** Whether this process has the secret that the installation started with. */
  readonly hasSecret: () => Promise<boolean>;
  /** Whether the letters of a demonstration are shown to everybody. */
  readonly showsLetters: () => Promise<boolean>;
}
