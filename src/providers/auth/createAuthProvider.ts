import type { AuthProvider, HttpError } from '@refinedev/core';
import type { Grants } from '@/schema';
import { statusOf } from '@/schema/unknown';
import { isFollowup } from '../config';
import { forgetPlaces } from '../recentPlaces';
import type { Leave } from './createLeave';
import type { SessionClient } from '../session/sessionClient';
import type { TokenManager } from '../session/tokenManager';

export interface AuthDeps {
  readonly session: Pick<SessionClient, 'ready' | 'getSession' | 'getState'>;
  readonly tokens: Pick<TokenManager, 'clear' | 'close'>;
  /** Ends every reading that has no answer yet. */
  readonly stopReading: () => Promise<void>;
  readonly grants: () => Grants;
  readonly leave: Leave;
  readonly pathname?: () => string;
}
const isUnauthorized = (error: unknown): boolean => statusOf(error) === 401;

/**
 * refine's authentication with the session client.
 *
 * The login page is on another site, so nothing here returns `redirectTo`: refine would treat an absolute address as a path of its own.
 */
export const createAuthProvider = ({
  session,
  tokens,
  stopReading,
  grants,
  leave,
  pathname = () => location.pathname,
}: AuthDeps): AuthProvider => ({
  login: async () => {
    leave.toLogin();
    return { success: true };
  },
  logout: async () => {
    // A reading that arrives after the session has ended would be refused.
    const reopen = tokens.close();
    await stopReading();
    tokens.clear();
    const success = await leave.signOut();
    if (success) forgetPlaces();
    else reopen();
    return { success };
  },
  check: async () => {
    const { status } = await session.ready();
    if (status === 'authenticated' || isFollowup(pathname())) return { authenticated: true };
    leave.toLogin();
    return { authenticated: false };
  },
  onError: async (error: unknown) => {
    if (!isUnauthorized(error)) return { error: error as HttpError };
    // The token manager has already tried again: the remaining question is whether anybody is signed in.
    if (await session.getSession()) return { error: error as HttpError };
    tokens.clear();
    if (!isFollowup(pathname())) leave.toLogin();
    return {};
  },
  getIdentity: async () => session.getState().session?.user ?? null,
  getPermissions: async () => grants(),
});
