import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRoutes } from '@/layout/createRoutes';
import { ErrorBoundary } from '@/layout/ErrorBoundary';
import { leaveFor } from '@/layout/routing/leaveFor';
import { ToastArea } from '@/layout/ToastArea';
import type { Services } from '@/providers/createServices';
import { ServicesContext } from '@/providers/ServicesContext';
import { SessionContext } from '@/providers/session/useSession';

/** Puts services and translations around the router. */
export const App = ({ services }: { readonly services: Services }) => {
  const router = useMemo(() => createBrowserRouter(createRoutes(services.i18n, services.registry)), [services]);
  useEffect(() => {
    services.navigation.go = leaveFor(router);
  }, [services, router]);
  return (
    <I18nextProvider i18n={services.i18n}>
      <ErrorBoundary>
        <ServicesContext value={services}>
          <SessionContext value={services.session}>
            <QueryClientProvider client={services.queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </SessionContext>
        </ServicesContext>
      </ErrorBoundary>
      <ToastArea />
    </I18nextProvider>
  );
};
