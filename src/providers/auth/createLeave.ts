import { validPass } from '@/state/passMark';
import type { SessionState } from '../session/Session';
import type { SessionClient } from '../session/sessionClient';

/** The two ways of leaving the page. */
export interface Leave {
  /** To the login page and back here, unless the site is out of reach and this device works without it. */
  toLogin(): void;
  /** Signs out; false when the authentication site refused. */
  signOut(): Promise<boolean>;
}
interface LeavingSession extends Pick<SessionClient, 'login' | 'signOut'> {
  readonly getState: () => Pick<SessionState, 'unreachable'>;
}
/**
 * Leaves once per page: several parts notice at the same time that nobody is signed in, each visit counts for the loop guard, and a person
 * who signs out gets no message that a session is required.
 */
export const createLeave = (session: LeavingSession): Leave => {
  let left = false;
  return {
    toLogin: () => {
      if (session.getState().unreachable && validPass()) return;
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
