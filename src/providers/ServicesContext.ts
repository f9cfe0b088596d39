import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Services } from './createServices';
import type { OrganizationState } from './organization/createOrganizationStore';

/** The services of the running page. */
export const ServicesContext = createContext<Services | null>(null);
/** Everything that communicates outside the page. */
export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('ServicesContext has no services');
  return services;
};
/** The organizations of the person and the chosen one. */
export const useOrganization = (): OrganizationState => {
  const { organization } = useServices();
  return useSyncExternalStore(organization.subscribe, organization.get, organization.get);
};
