import { useLogout } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { places } from '@/providers/config';
import { useServices } from '@/providers/ServicesContext';
import { useSession } from '@/providers/session/useSession';
import { AppContext, useGrants, useRegistry } from '@/fields/kit/AppContext';
import { Invitations } from './home/Invitations';
import './pages.css';

const FormView = lazy(async () => ({ default: (await import('@/views/form/FormView')).FormView }));
/** The fields that a founder fills in; the company completes the rest. */
const asked = {
  identity: ['name', 'slug'],
  contact: ['email', 'phone', 'contact_name'],
  place: ['countryid', 'stateid', 'region'],
} as const;

/** The first step of a person without an organization: founding one, which makes them its organizer. */
const NewOrganizationPage = () => {
  const { t } = useTranslation('home');
  const registry = useRegistry();
  const grants = useGrants();
  const queryClient = useQueryClient();
  const { organization } = useServices();
  const { session } = useSession();
  const { mutate: logout } = useLogout();
  const userid = session?.user.asdeporteId;
  const organizations = useMemo(() => ({ ...registry.get('organizations'), form: asked }), [registry]);
  // Nobody's keys allow this form: the server admits people without an organization, and decides.
  const founder = useMemo(
    () => ({ registry, grants: { ...grants, keys: { ...grants.keys, organizations: 'edit' as const } } }),
    [registry, grants],
  );

  useEffect(() => {
    document.title = `${t('newOrganization.title')} · Dorsal`;
  }, [t]);

  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success' && userid !== undefined) void organization.load(userid);
      }),
    [queryClient, organization, userid],
  );

  return (
    <div className="asd-first-step">
      <header>
        <p className="asd-first-step-lead">{t('newOrganization.lead')}</p>
        <button type="button" className="asd-button" onClick={() => logout()}>
          {t('newOrganization.leave')}
        </button>
      </header>
      <Invitations />
      <AppContext value={founder}>
        <Suspense fallback={<span className="asd-skeleton" />}>
          <FormView resource={organizations} leadsTo={places.home} />
        </Suspense>
      </AppContext>
    </div>
  );
};
export default NewOrganizationPage;
