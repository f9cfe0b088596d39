import { readdirSync, readFileSync } from 'node:fs';
import type { DataProvider } from '@refinedev/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import i18next from 'i18next';
import { counted, interpolation } from '@/providers/i18n/interpolation';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { createRoutes } from '@/layout/createRoutes';
import { leaveFor } from '@/layout/routing/leaveFor';
import { createLeave } from '@/providers/auth/createLeave';
import { createOrganizationStore } from '@/providers/organization/createOrganizationStore';
import { createQueryClient } from '@/providers/createQueryClient';
import type { Services } from '@/providers/createServices';
import { ServicesContext } from '@/providers/ServicesContext';
import type { SessionState } from '@/providers/session/Session';
import { createLive } from '@/providers/live/createLive';
import { SessionContext } from '@/providers/session/useSession';
import { noGrants, services as serviceNames, type Grants, type PermissionKey } from '@/schema';
import { registry } from '@/resources';

const file = (language: string, name: string): object => JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8')) as object;
const namespaces = readdirSync('locales/es').map((name) => name.replace('.json', ''));
/** The words of the product, both languages at hand. */
export const words = async () => {
  const instance = i18next.createInstance();
  const of = (language: string) => Object.fromEntries(namespaces.map((name) => [name, file(language, name)]));
  await instance
    .use(initReactI18next)
    .use(counted)
    .init({
      lng: 'es',
      fallbackLng: 'es',
      ns: namespaces,
      defaultNS: 'common',
      nsSeparator: false,
      interpolation,
      resources: { es: of('es'), en: of('en') },
      react: { useSuspense: false },
    });
  return instance;
};

/** Somebody of organization 1 with these keys. */
export const grantsWith = (keys: readonly PermissionKey[], more: Partial<Grants> = {}): Grants => ({
  ...noGrants(7),
  organizationid: 1,
  platforms: ['ASDEPORTE', 'EVENT'],
  keys: Object.fromEntries(keys.map((key) => [key, 'edit'])),
  ...more,
});
export const alfa = { organizationid: 1, name: 'Alfa Deportes' },
  beta = { organizationid: 2, name: 'Beta Maratones' };
/** A signed-in session. */
export const person = (organizationid?: number): SessionState => ({
  status: 'authenticated',
  updating: false,
  looping: false,
  unreachable: false,
  session: {
    user: { asdeporteId: 'A7', userid: 7, name: 'Olga Ruiz', email: 'olga@demo.test' },
    expires: '2099-01-01T00:00:00Z',
    organization: organizationid ? { organizationid } : null,
  },
});
/** Nobody is signed in. */
export const nobody: SessionState = { status: 'unauthenticated', session: null, updating: false, looping: false, unreachable: false };

/** What the search client sent, and how it may be cancelled. */
export interface SearchAsked {
  readonly url: string;
  readonly headers: Headers;
  readonly requests: readonly {
    readonly indexName: string;
    readonly query: string;
    readonly hitsPerPage: number;
    readonly attributesToRetrieve: readonly string[];
  }[];
  readonly signal: AbortSignal;
}
/** A host of the search client whose hits a test decides, by index. */
const searchHost =
  (search: Given['search']): typeof fetch =>
  async (url, init) => {
    const { requests } = JSON.parse(String(init!.body)) as Pick<SearchAsked, 'requests'>;
    const found = (await search?.({ url: String(url), headers: new Headers(init!.headers), requests, signal: init!.signal! })) ?? {};
    return Response.json({ results: requests.map(({ indexName: index }) => ({ index, hits: found[index] ?? [] })) });
  };

export interface Given {
  readonly state?: SessionState;
  readonly grants?: Grants;
  readonly organizations?: () => Promise<readonly (typeof alfa)[]>;
  /** Answers a search; nothing is found when absent. */
  readonly search?: (asked: SearchAsked) => Promise<Readonly<Record<string, readonly object[]>>>;
  readonly account?: string;
  /** Answers a request that is no list and no record, by its address. */
  readonly custom?: (url: string) => object;
}
/** Opens the product at a path, with everything outside the page in memory. */
export const open = async (
  path: string,
  {
    state = person(1),
    grants = grantsWith(['events', 'event-inscription']),
    organizations = async () => [alfa, beta],
    search,
    account = '',
    custom = () => ({ obstacles: [] }),
  }: Given = {},
) => {
  const i18n = await words();
  const queryClient = createQueryClient();
  let current = state;
  const listeners = new Set<() => void>();
  const session = {
    getState: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: async () => current,
    getSession: async () => current.session,
    login: vi.fn(() => true),
    signOut: vi.fn(async () => ({ ok: true, url: '/' })),
    update: vi.fn(async ({ organization }: { organization: { organizationid: number } }) => {
      current = { ...current, session: { ...current.session!, organization } };
      listeners.forEach((listener) => listener());
      return { accepted: true, session: current.session };
    }),
  };
  const navigation = { go: async (to: string): Promise<boolean> => leaveFor(router)(to) };
  const asked: { resource: string; filters: unknown; meta?: Readonly<Record<string, unknown>> }[] = [];
  const provider = {
    getList: async (params: (typeof asked)[number]) => {
      const { resource, filters, meta } = params;
      asked.push({ resource, filters, meta: meta ?? {} });
      return { data: [], total: resource === 'inscriptions' ? 1234 : 0, totals: { revenue_cents: 9_900_000 } };
    },
    getOne: async ({ id }: { id: number }) => ({
      data: {
        eventid: Number(id),
        name: { es: 'Carrera del Río' },
        start_at: '2099-05-01T07:00:00-06:00',
        city: 'León',
        status: 'published',
        capacity: 100,
        sold_count: 40,
        held_count: 10,
        version: 1,
      },
    }),
    custom: async ({ url }: { url: string }) => ({ data: custom(url) }),
    getApiUrl: () => '',
  } as unknown as DataProvider;
  const tokens = { clear: vi.fn(), close: vi.fn(() => vi.fn()) };
  const organization = createOrganizationStore({
    queries: { organizationsByUser: organizations, rolesByOrganization: async () => [], storeOf: async () => null },
    session: session as never,
    tokens,
    onChange: () => queryClient.clear(),
    goHome: () => navigation.go('/home'),
    note: () => undefined,
  });
  const services = {
    config: { host: '', auth: '/api/auth', account, search: { appId: 'app', key: 'llave', host: 'https://search.example.com' } },
    registry,
    session,
    tokens,
    leave: createLeave(session),
    i18n,
    queryClient,
    organization,
    navigation,
    http: { json: async () => grants, fetch: searchHost(search) },
    live: { ...createLive({ http: { fetch: searchHost(search) }, host: '' }), start: () => () => undefined, place: () => () => undefined },
    namespaces: new Set(namespaces),
    dataProviders: Object.fromEntries(['default', ...serviceNames].map((name) => [name, provider])),
  } as unknown as Services;
  const router = createMemoryRouter(createRoutes(i18n, registry), { initialEntries: [path] });
  render(
    <I18nextProvider i18n={i18n}>
      <ServicesContext value={services}>
        <SessionContext value={services.session}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SessionContext>
      </ServicesContext>
    </I18nextProvider>,
  );
  return { router, session, tokens, asked, organization, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
};
