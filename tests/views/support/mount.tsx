import { Refine, type AuditLogProvider, type BaseRecord, type DataProvider, type HttpError } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useParams } from 'react-router';
import { vi } from 'vitest';
import type { AnyResource, Grants, Registry } from '@/schema';
import { AppContext } from '@/views/AppContext';
import { editor, registry as fixtures } from './fixture';
import { i18nProvider } from './words';
import './browser';

type Row = Record<string, unknown>;
type Call = { readonly verb: string; readonly resource?: string; readonly id?: unknown; readonly values?: Row; readonly url?: string; readonly asked?: Row };

/** A refusal as refine knows it. */
export const refusal = (statusCode: number, message: string, errors?: unknown): HttpError => Object.assign(new Error(message), { statusCode, ...(errors !== undefined && { errors }) }) as unknown as HttpError;

/** A server in memory: rows by resource, versions kept, every call remembered, the next answer replaceable. */
export const fakeServer = (registry: Registry, tables: Record<string, Row[]>) => {
  const calls: Call[] = [];
  const next: Record<string, ((call: Call) => unknown) | undefined> = {};
  const keyOf = (resource: string) => registry.get(resource).key;
  const find = (resource: string, id: unknown): Row => {
    const row = tables[resource]?.find((each) => String(each[keyOf(resource)]) === String(id));
    if (!row) throw refusal(404, 'No existe');
    return row;
  };
  const answer = async (call: Call, usual: () => unknown): Promise<any> => {
    calls.push(call);
    const special = next[call.verb];
    return structuredClone(await (special ? special(call) : usual()));
  };
  const provider: DataProvider = {
    getApiUrl: () => '/v2/event',
    getOne: ({ resource, id }) => answer({ verb: 'getOne', resource, id }, () => ({ data: find(resource, id) })),
    getMany: ({ resource, ids }) => answer({ verb: 'getMany', resource, id: ids }, () => ({ data: ids.map((id) => find(resource, id)) })),
    getList: ({ resource, filters, meta, pagination }) =>
      answer({ verb: 'getList', resource, asked: { filters, search: meta?.['search'], pageSize: pagination?.pageSize } }, () => ({ data: (tables[resource] ?? []).slice(0, pagination?.pageSize ?? 10), total: -1 })),
    create: ({ resource, variables }) => answer({ verb: 'create', resource, values: variables as Row }, () => ({ data: { ...(variables as Row), [keyOf(resource)]: 99, version: 1 } })),
    update: ({ resource, id, variables }) =>
      answer({ verb: 'update', resource, id, values: variables as Row }, () => {
        const row = find(resource, id);
        if ((variables as Row)['version'] !== row['version']) throw refusal(409, 'Alguien lo cambió');
        Object.assign(row, variables, { version: Number(row['version']) + 1 });
        return { data: row };
      }),
    deleteOne: ({ resource, id, variables }) => answer({ verb: 'delete', resource, id, values: variables as unknown as Row }, () => ({ data: { id } as BaseRecord })),
    custom: ({ url, payload, method }) => answer({ verb: 'custom', url, values: { method, ...(payload as Row | undefined) } }, () => ({ data: { ok: 0, skipped: [], failed: [] } as unknown as BaseRecord })),
  };
  return { provider, calls, next, tables, of: (verb: string) => calls.filter((call) => call.verb === verb) };
};
export type FakeServer = ReturnType<typeof fakeServer>;

export interface MountOptions {
  readonly at: readonly string[];
  readonly server: FakeServer;
  readonly grants?: Grants;
  readonly registry?: Registry;
  readonly audit?: AuditLogProvider;
  readonly routes: readonly { readonly path: string; readonly element: ReactNode }[];
}
/** Mounts screens in a data router with refine around them, as the product does. */
export const mount = ({ at, server, grants = editor, registry = fixtures, audit, routes }: MountOptions) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const opened = vi.fn();
  const root = (
    <Refine
      routerProvider={routerProvider}
      dataProvider={{ default: server.provider, event: server.provider, general: server.provider }}
      i18nProvider={i18nProvider}
      notificationProvider={{ open: opened, close: () => {} }}
      {...(audit && { auditLogProvider: audit })}
      resources={registry.all.map(({ name, service }: AnyResource) => ({ name, list: `/${name}`, show: `/${name}/:id`, edit: `/${name}/:id/edit`, create: `/${name}/create`, meta: { dataProviderName: service } }))}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
    >
      <AppContext value={{ registry, grants }}><Outlet /></AppContext>
    </Refine>
  );
  const router = createMemoryRouter([{ path: '/', element: root, children: routes.map(({ path, element }) => ({ path, element })) }], { initialEntries: [...at] });
  const view = render(<RouterProvider router={router} />);
  return { ...view, router, queries, opened, user: userEvent.setup({ delay: null }) };
};
/** Gives an element the id of its address, so that one route serves many records. */
export const WithId = ({ children }: { readonly children: (id: number) => ReactNode }) => children(Number(useParams()['id']));
