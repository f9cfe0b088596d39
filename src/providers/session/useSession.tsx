import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionState } from './Session';
import type { SessionClient } from './sessionClient';

/** The session client of the running app. */
export const SessionContext = createContext<SessionClient | null>(null);

/** The session client, for actions. */
export const useSessionClient = (): SessionClient => {
  const client = useContext(SessionContext);
  if (!client) throw new Error('SessionContext has no client');
  return client;
};

/** The current session; the component renders again when it changes. */
export const useSession = (): SessionState => {
  const client = useSessionClient();
  return useSyncExternalStore(client.subscribe, client.getState, client.getState);
};
