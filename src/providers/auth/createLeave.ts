import type { SessionClient } from '../session/sessionClient';

/** Goes to the login page, once per page: several parts notice at the same time that nobody is signed in, and each trip counts for the loop guard. */
export const createLeave = (session: Pick<SessionClient, 'login'>): (() => void) => {
  let left = false;
  return () => {
    if (!left) left = session.login();
  };
};
