/// <reference types="vite/client" />
import type { AuditLogProvider } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useParams, type NonIndexRouteObject } from 'react-router';
import { vi } from 'vitest';
import { FixtureRoot } from '@/gallery/FixtureRoot';
import type { MemoryServer } from '@/gallery/memoryServer';
import type { Grants, Registry } from '@/schema';
import { editor, registry as fixtures } from './fixture';
import { i18nProvider } from './words';

// Inputs are loaded before a test starts: typing while some still load would depend on the speed of the machine.
import.meta.glob('@/fields/*/*.input.tsx', { eager: true });

export { memoryServer as fakeServer, refusal, type MemoryServer as FakeServer } from '@/gallery/memoryServer';

export interface MountOptions {
  readonly at: readonly (string | { readonly pathname: string; readonly state: unknown })[];
  readonly server: MemoryServer;
  readonly grants?: Grants;
  readonly registry?: Registry;
  readonly audit?: AuditLogProvider;
  readonly routes: readonly NonIndexRouteObject[];
}
/** Mounts screens in a data router with refine around them, as the product does. */
export const mount = ({ at, server, grants = editor, registry = fixtures, audit, routes }: MountOptions) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const opened = vi.fn();
  const root = (
    <FixtureRoot
      provider={server.provider}
      registry={registry}
      grants={grants}
      words={i18nProvider}
      queries={queries}
      notices={{ open: opened, close: () => {} }}
      {...(audit && { audit })}
    >
      <Outlet />
    </FixtureRoot>
  );
  const router = createMemoryRouter([{ path: '/', element: root, children: routes.map((route) => ({ ...route })) }], {
    initialEntries: [...at],
  });
  const view = render(<RouterProvider router={router} />);
  return { ...view, router, queries, opened, user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }) };
};
/** Gives an element the id of its address, so that one route serves many records. */
export const WithId = ({ children }: { readonly children: (id: number) => ReactNode }) => children(Number(useParams()['id']));
