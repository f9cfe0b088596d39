import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRoutes } from '@/layout/createRoutes';
import { ErrorBoundary } from '@/layout/ErrorBoundary';
import { leaveFor } from '@/layout/routing/leaveFor';
import { ToastArea } from '@/layout/ToastArea';
import type { Services } from '@/providers/createServices';
import { useStore } from '@/state/createStore';
import { loadAntdLocale } from '@/providers/i18n/antdLocale';
import { languageStore } from '@/providers/i18n/languageStore';
import { ServicesContext } from '@/providers/ServicesContext';
import { SessionContext } from '@/providers/session/useSession';
import { design } from '@/theme/design';
import { antdTheme } from '@/theme/antdTheme';
import { groundStore } from '@/theme/groundStore';

const useAntdLocale = (): Locale | undefined => {
  const { lang } = useStore(languageStore);
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let wanted = true;
    void loadAntdLocale(lang)
      .then((loaded) => {
        if (wanted) setLocale(loaded);
      })
      .catch(() => undefined); // an error page in English is better than no page
    return () => {
      wanted = false;
    };
  }, [lang]);
  return locale;
};

/** Puts services, translations and theme around the router. */
export const App = ({ services }: { readonly services: Services }) => {
  const { ground } = useStore(groundStore);
  const theme = useMemo(() => antdTheme(ground), [ground]);
  const locale = useAntdLocale();
  const router = useMemo(() => createBrowserRouter(createRoutes(services.i18n, services.registry)), [services]);
  useEffect(() => {
    services.navigation.go = leaveFor(router);
  }, [services, router]);
  return (
    <I18nextProvider i18n={services.i18n}>
      <ConfigProvider prefixCls={design.prefix} theme={theme} wave={{ disabled: true }} {...(locale && { locale })}>
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
      </ConfigProvider>
    </I18nextProvider>
  );
};
