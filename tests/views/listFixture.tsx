import type { DataProvider, GetListParams, I18nProvider } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import i18next from 'i18next';
import { counted, interpolation } from '@/providers/i18n/interpolation';
import { readFileSync } from 'node:fs';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { entries, entryEditor, entryRegistry, meets, storedMeets } from '@/gallery/fixture/entries';
import { fixtureWords } from '@/gallery/fixture/words';
import { FixtureRoot } from '@/gallery/FixtureRoot';
import { answerList } from '@/gallery/memoryServer';
import type { Services } from '@/providers/createServices';
import { ServicesContext } from '@/providers/ServicesContext';
import { toFilter } from '@/providers/data/toFilter';
import type { Filter, Grants } from '@/schema';
import { ListView, type ListViewProps } from '@/views/list/ListView';
import '@testing-library/jest-dom/vitest';

export { entries, entryEditor as editor, makeEntries as makeRows } from '@/gallery/fixture/entries';

/** A server in memory that really filters, sorts, searches, pages and adds up. */
export const fakeServer = (rows: Record<string, unknown>[]) => {
  const asked: (GetListParams & { readonly filter: Filter | null })[] = [];
  const aborted: boolean[] = [];
  const state: { gate: Promise<void> | null; failure: Error | null; outcome: object } = {
    gate: null,
    failure: null,
    outcome: { ok: 0, skipped: [], failed: [] },
  };
  const getList = async (params: GetListParams): Promise<any> => {
    const filter = toFilter(params.filters ?? []);
    const signal = params.meta?.['signal'] as AbortSignal | undefined;
    const at = asked.push({ ...params, filter }) - 1;
    signal?.addEventListener('abort', () => {
      aborted[at] = true;
    });
    if (state.gate) await state.gate;
    if (state.failure) throw state.failure;
    return answerList(entryRegistry.get(params.resource), params.resource === 'meets' ? storedMeets : rows, params);
  };
  const provider = {
    getApiUrl: () => '',
    getList,
    custom: async () => ({ data: state.outcome }),
    getMany: async ({ ids }: { ids: number[] }) => ({ data: storedMeets.filter(({ meetid }) => ids.includes(meetid)) }),
  } as unknown as DataProvider;
  return { provider, asked, aborted, state, rows, last: () => asked.filter(({ resource }) => resource === 'entries').at(-1)! };
};
export type FakeServer = ReturnType<typeof fakeServer>;

const file = (language: string, name: string): object => JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8')) as object;
const base = {
  es: { common: { fields: { created: 'Creado', updated: 'Actualizado', organizationid: 'Organización' } } },
  en: { common: { fields: { created: 'Created', updated: 'Updated', organizationid: 'Organization' } } },
};
const words = i18next.createInstance();
await words.use(counted).init({
  lng: 'es',
  ns: ['list'],
  interpolation,
  resources: {
    es: { ...fixtureWords.es, ...base.es, list: file('es', 'list'), action: file('es', 'action') },
    en: { ...fixtureWords.en, ...base.en, list: file('en', 'list'), action: file('en', 'action') },
  },
});
/** Words in one language, for code that draws nothing. */
export const translator =
  (lng: 'es' | 'en') =>
  (key: string, params?: Readonly<Record<string, unknown>>): string => {
    const [ns, ...rest] = key.split('.');
    return words.t(rest.join('.'), { ...params, ns: ns!, lng });
  };

export interface MountOptions {
  readonly server: FakeServer;
  readonly at?: string;
  readonly locale?: 'es' | 'en';
  readonly grants?: Grants;
  readonly props?: Partial<ListViewProps>;
  /** What reaches outside the page, for what asks for files. */
  readonly services?: Services;
}
/** Mounts the list of entries in a data router, with refine around it. */
export const mountList = ({ server, at = '/entries', locale = 'es', grants = entryEditor, props = {}, services }: MountOptions) => {
  const can = vi.fn(async () => ({ can: true }));
  const t = translator(locale);
  const i18nProvider: I18nProvider = {
    translate: (key, options) => t(key, typeof options === 'object' ? (options as object as Record<string, unknown>) : {}),
    changeLocale: async () => undefined,
    getLocale: () => locale,
  };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = (
    <FixtureRoot
      provider={server.provider}
      registry={entryRegistry}
      grants={grants}
      words={i18nProvider}
      queries={queries}
      access={{ can }}
    >
      {services ? (
        <ServicesContext value={services}>
          <Outlet />
        </ServicesContext>
      ) : (
        <Outlet />
      )}
    </FixtureRoot>
  );
  const screens = [
    { path: 'entries', element: <ListView resource={entries} {...props} /> },
    { path: 'meets', element: <ListView resource={meets} /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter([{ path: '/', element: root, children: screens }], { initialEntries: [at] });
  return {
    ...render(<RouterProvider router={router} />),
    router,
    can,
    queries,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    address: () => new URLSearchParams(router.state.location.search),
  };
};
