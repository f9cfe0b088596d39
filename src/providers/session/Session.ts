/** The session as the authentication site answers it. */
export interface Session {
  readonly user: {
    readonly asdeporteId: string;
    readonly userid?: number;
    readonly name?: string | null;
    readonly email?: string | null;
    readonly image?: string | null;
    readonly locale?: string | null;
  };
  readonly organization?: { readonly organizationid: number; readonly name?: string | null } | null;
  readonly expires: string;
  /** Who looks as this person, and until when. */
  readonly seeing?: { readonly by: string; readonly until: string } | null;
}

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';

/** The session as screens see it. `updating` is separate from `status`, so that changing the organization unmounts no page. */
export interface SessionState {
  readonly session: Session | null;
  readonly status: SessionStatus;
  readonly updating: boolean;
  /** True when the login page was visited so often that the browser must be dropping its cookies. */
  readonly looping: boolean;
  /** Whether the last read failed, so that the session may be out of date. */
  readonly unreachable: boolean;
}

/** What may be written to the session. */
export interface SessionChange {
  readonly organization?: { readonly organizationid: number };
  /** Ends the look as somebody else. */
  readonly seeing?: null;
}

/** An answer in either dialect: `null`, `{}` and anything without a user are no session. */
export const toSession = (answer: unknown): Session | null => {
  if (typeof answer !== 'object' || answer === null || !('user' in answer) || !('expires' in answer)) return null;
  const { user, expires } = answer;
  if (typeof user !== 'object' || user === null || typeof expires !== 'string') return null;
  return 'asdeporteId' in user && typeof user.asdeporteId === 'string' ? (answer as Session) : null;
};
