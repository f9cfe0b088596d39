import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { places } from '@/providers/config';
import { useOrganization } from '@/providers/ServicesContext';
import { LoadingScreen } from '../frame/LoadingScreen';
import { OrganizationGate } from './OrganizationGate';
import { RefineRoot } from './RefineRoot';
import { SessionGate } from './SessionGate';
import { Shell } from './Shell';

/** A person without organizations has no menu, so the first step is shown alone. */
const Framed = ({ isEntering }: { readonly isEntering: boolean }) => {
  const { pathname } = useLocation();
  const { current, organizations } = useOrganization();
  const alone = pathname === places.newOrganization && organizations?.length === 0;
  const organizationid = current?.organizationid ?? 0;
  const framed = useMemo(
    () => <Shell>{isEntering ? <LoadingScreen state="updating" within /> : <Outlet key={organizationid} />}</Shell>,
    [organizationid, isEntering],
  ); // the frame stays while addresses and organizations change
  return alone ? (
    <main className="asd-alone">
      <Outlet />
    </main>
  ) : (
    framed
  );
};

/** Determines the person, the organization and the permissions, then shows the page. */
export const Root = () => (
  <SessionGate>
    <OrganizationGate>
      {(isEntering) => (
        <RefineRoot>
          <Framed isEntering={isEntering} />
        </RefineRoot>
      )}
    </OrganizationGate>
  </SessionGate>
);
