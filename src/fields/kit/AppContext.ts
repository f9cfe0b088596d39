import { createContext, useContext } from 'react';
import { noGrants, createRegistry, type Grants, type Registry } from '@/schema';

/** What generated screens know about the application: its declarations and the permissions of the person. */
export interface AppValue {
  readonly registry: Registry;
  readonly grants: Grants;
}
export const AppContext = createContext<AppValue>({ registry: createRegistry([]), grants: noGrants(0) });

/** All declarations. */
export const useRegistry = (): Registry => useContext(AppContext).registry;
/** The permission document of the current organization; decides synchronously, per row and per field. */
export const useGrants = (): Grants => useContext(AppContext).grants;
