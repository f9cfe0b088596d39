import {
  Refine,
  type AccessControlProvider,
  type AuditLogProvider,
  type DataProvider,
  type I18nProvider,
  type NotificationProvider,
} from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { services, type Grants, type Registry } from '@/schema';
import { toRefine } from '@/schema/project/refine';
import { AppContext } from '@/fields/kit/AppContext';

export interface FixtureRootProps {
  readonly provider: DataProvider;
  readonly registry: Registry;
  readonly grants: Grants;
  readonly words: I18nProvider;
  readonly queries: QueryClient;
  readonly notices?: NotificationProvider;
  readonly audit?: AuditLogProvider;
  readonly access?: AccessControlProvider;
  readonly children: ReactNode;
}
/** Refine around generated screens, as in the product, with a server in memory. */
export const FixtureRoot = ({ provider, registry, grants, words, queries, notices, audit, access, children }: FixtureRootProps) => (
  <Refine
    routerProvider={routerProvider}
    dataProvider={Object.fromEntries(['default', ...services].map((name) => [name, provider])) as { default: DataProvider }}
    i18nProvider={words}
    resources={registry.all.map(toRefine) as never}
    options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
    {...(notices && { notificationProvider: notices })}
    {...(audit && { auditLogProvider: audit })}
    {...(access && { accessControlProvider: access })}
  >
    <AppContext value={{ registry, grants }}>{children}</AppContext>
  </Refine>
);
