import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionState } from './Session';
import type { SessionClient } from './sessionClient';

/** The session client of the running app. */
export const SessionContext = createContext<SessionClient | null>(null);

/** The session client, for acting on it. */
export const useSessionClient = (): SessionClient => {
  const client = useContext(SessionContext);
  if (!client) throw new Error('SessionContext has no client');
  return client;
};

/** The session as it is now; the component renders again when it changes. */
export const useSession = (): SessionState => {
  const client = useSessionClient();
  return useSyncExternalStore(client.subscribe, client.getState, client.getState);
};
