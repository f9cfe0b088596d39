import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { places } from '@/providers/config';
import { useOrganization } from '@/providers/ServicesContext';
import { OrganizationGate } from './OrganizationGate';
import { RefineRoot } from './RefineRoot';
import { SessionGate } from './SessionGate';
import { Shell } from './Shell';

/** A person without organisations has no menu to be shown: the first step stands alone. */
const Framed = () => {
  const { pathname } = useLocation();
  const { current, organizations } = useOrganization();
  const alone = pathname === places.newOrganization && organizations?.length === 0;
  const organizationid = current?.organizationid ?? 0;
  const framed = useMemo(() => <Shell><Outlet key={organizationid} /></Shell>, [organizationid]); // the frame stands while addresses change
  return alone ? <main className="asd-alone"><Outlet /></main> : framed;
};

/** Who is here, in which organisation, with which keys: then the page. */
export const Root = () => (
  <SessionGate>
    <OrganizationGate>
      <RefineRoot><Framed /></RefineRoot>
    </OrganizationGate>
  </SessionGate>
);
