import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { useMemo, type ReactNode } from 'react';
import { createAccessControlProvider } from '@/providers/access/createAccessControlProvider';
import { createAuditLogProvider } from '@/providers/auditLog/createAuditLogProvider';
import { createAuthProvider } from '@/providers/auth/createAuthProvider';
import { useStore } from '@/state/createStore';
import { createLiveProvider } from '@/providers/live/createLiveProvider';
import { createI18nProvider } from '@/providers/i18n/createI18nProvider';
import { notificationProvider } from '@/providers/notification/toaster';
import { quietRouterProvider } from '@/providers/quietRouterProvider';
import { useServices } from '@/providers/ServicesContext';
import { languageStore } from '@/providers/i18n/languageStore';
import { toRefine } from '@/schema/project/refine';
import { useGrants } from '@/fields/kit/AppContext';
import { useChangeLanguage } from '../frame/useChangeLanguage';

const router = quietRouterProvider(routerProvider);
const asItIs = (text: string): string => text;

/** Gives refine its providers. They are created again only when their dependencies change. */
export const RefineRoot = ({ children }: { readonly children: ReactNode }) => {
  const { config, http, registry, session, tokens, leave, i18n, namespaces, queryClient, dataProviders, live } = useServices();
  const grants = useGrants();
  const { lang } = useStore(languageStore);
  const changeLanguage = useChangeLanguage();
  const resources = useMemo(() => registry.all.map(toRefine), [registry]);
  const auth = useMemo(
    () => createAuthProvider({ session, tokens, leave, grants: () => grants, stopReading: () => queryClient.cancelQueries() }),
    [session, tokens, leave, grants, queryClient],
  );
  const access = useMemo(() => createAccessControlProvider(registry, grants), [registry, grants]);
  const audit = useMemo(() => createAuditLogProvider(config.host, http, registry), [config.host, http, registry]);
  const changes = useMemo(() => createLiveProvider(live), [live]);
  const words = useMemo(() => createI18nProvider(i18n, lang, namespaces, changeLanguage), [i18n, lang, namespaces, changeLanguage]);
  const options = useMemo(
    () => ({
      reactQuery: { clientConfig: queryClient },
      disableTelemetry: true,
      mutationMode: 'pessimistic' as const,
      syncWithLocation: false,
      warnWhenUnsavedChanges: false,
      textTransformers: { humanize: asItIs, plural: asItIs, singular: asItIs },
    }),
    [queryClient],
  );
  return (
    <Refine
      dataProvider={dataProviders}
      routerProvider={router}
      resources={resources as never}
      authProvider={auth}
      accessControlProvider={access}
      i18nProvider={words}
      notificationProvider={notificationProvider}
      auditLogProvider={audit}
      liveProvider={changes}
      options={options}
    >
      {children}
    </Refine>
  );
};
