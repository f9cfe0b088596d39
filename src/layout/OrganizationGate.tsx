import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { noGrants, type Grants } from '@/schema';
import { grantsKey, loadGrants } from '@/providers/access/grants';
import { places } from '@/providers/config';
import { useOrganization, useServices } from '@/providers/ServicesContext';
import { useSession } from '@/providers/session/useSession';
import { passMarkStore } from '@/state/passMark';
import { AppContext } from '@/fields/kit/AppContext';
import { must } from '@/schema/must';
import { BareFrame } from '../frame/BareFrame';
import { LoadingScreen } from '../frame/LoadingScreen';

/** Loads the organizations of the person once, and follows a choice in another tab. */
const useLoadedOrganizations = () => {
  const { organization } = useServices();
  const state = useOrganization();
  const { session, updating } = useSession();
  const userid = session?.user.asdeporteId; // the site of another company may number people differently
  const chosen = session?.organization?.organizationid;
  const { current, asked } = state;
  useEffect(() => {
    if (!asked && userid !== undefined) void organization.load(userid);
  }, [organization, userid, asked]);
  useEffect(() => {
    if (!updating && current && chosen !== undefined && chosen !== current.organizationid) void organization.follow(chosen);
  }, [organization, chosen, current, updating]);
  return state;
};

const Unreachable = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useTranslation('common');
  return (
    <BareFrame>
      <h1>{t('unreachable.title')}</h1>
      <p>{t('unreachable.text')}</p>
      <div className="asd-bare-tools">
        <button type="button" className="asd-button" data-primary onClick={onRetry}>
          {t('buttons.retry')}
        </button>
      </div>
    </BareFrame>
  );
};

/** A person whom the authentication site knows and this product does not. */
const Stranger = () => {
  const { t } = useTranslation('common');
  const { leave } = useServices();
  const { session } = useSession();
  return (
    <BareFrame>
      <h1>{t('stranger.title')}</h1>
      <p>{t('stranger.text', { account: session?.user.email ?? session?.user.asdeporteId })}</p>
      <div className="asd-bare-tools">
        <button type="button" className="asd-button" data-primary onClick={() => void leave.signOut()}>
          {t('stranger.leave')}
        </button>
      </div>
    </BareFrame>
  );
};

interface OrganizationGateProps {
  /** Drawn once the permissions are known; also says whether another organization is being entered while the frame stays. */
  readonly children: (isEntering: boolean) => ReactNode;
}
/** Determines the current organization and its permissions before any screen is drawn. */
export const OrganizationGate = ({ children }: OrganizationGateProps) => {
  const { config, http, registry } = useServices();
  const { session } = useSession();
  const { pathname } = useLocation();
  const { organizations, current, loading, asked, unknown } = useLoadedOrganizations();
  const organization = useServices().organization;
  const userid = session?.user.userid ?? 0;
  const organizationid = current?.organizationid;
  const rolesWhenLoaded = () =>
    new Promise<ReturnType<typeof organization.get>['roles']>((resolve) => {
      const answer = (): void => {
        if (organization.get().loading.roles) return;
        stop();
        resolve(organization.get().roles);
      };
      const stop = organization.subscribe(answer);
      answer();
    });
  const grants = useQuery<Grants>({
    queryKey: grantsKey(organizationid ?? null),
    queryFn: () => loadGrants(config.host, http, must(organizationid, 'the organization'), userid, rolesWhenLoaded),
    enabled: organizationid !== undefined,
    staleTime: 60_000,
    placeholderData: keepPreviousData, // the frame keeps the former permissions until those of the next organization are known
  });

  const known = grants.data;
  useEffect(() => {
    if (known && passMarkStore.get()) void import('@/pages/scan/devicePass').then(({ forgetOthers }) => forgetOthers(known.userid));
  }, [known]);
  const app = useMemo(() => ({ registry, grants: known ?? noGrants(userid) }), [registry, known, userid]); // a new object would draw every screen again with each step

  if (loading.organizations || !asked) return <LoadingScreen />;
  if (unknown) return <Stranger />;
  if (organizations?.length === 0 && pathname !== places.newOrganization) return <Navigate to={places.newOrganization} replace />;
  if (organizationid !== undefined && grants.isError && !known) return <Unreachable onRetry={() => void grants.refetch()} />;
  if (organizationid !== undefined && !known) return <LoadingScreen />;
  return <AppContext value={app}>{children(loading.choice || grants.isPlaceholderData)}</AppContext>;
};
