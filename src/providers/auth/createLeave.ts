import type { SessionClient } from '../session/sessionClient';

/** The two ways of leaving the page. */
export interface Leave {
  /** To the login page and back here. */
  toLogin(): void;
  /** Signs out; false when the authentication site refused. */
  signOut(): Promise<boolean>;
}
/**
 * Leaves once per page: several parts notice at the same time that nobody is signed in, each visit counts for the loop guard, and a person
 * who signs out gets no message that a session is required.
 */
export const createLeave = (session: Pick<SessionClient, 'login' | 'signOut'>): Leave => {
  let left = false;
  return {
    toLogin: () => {
      if (!left) left = session.login();
    },
    signOut: async () => {
      left = true;
      const { ok } = await session.signOut();
      left = ok;
      return ok;
    },
  };
};
