import { Refine, type DataProvider, type GetListParams, type I18nProvider } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import * as f from '@/fields';
import { createRegistry, defineResource, matches, noGrants, type Filter, type Grants } from '@/schema';
import { toFilter } from '@/providers/data/toFilter';
import { AppContext } from '@/views/AppContext';
import { ListView, type ListViewProps } from '@/views/list/ListView';
import '@testing-library/jest-dom/vitest';
import './support/browser';

export const meets = defineResource('meets', {
  service: 'event', singular: 'meet', key: 'meetid', permission: 'events', tenancy: 'catalog', platform: 'EVENT', title: 'name',
  fields: { name: f.text({ required: true }), region: f.choice(['norte', 'sur']) },
  list: { columns: ['name'], search: ['name'] },
  form: { main: ['name', 'region'] },
});
/** A declaration that strains a list: every alignment, a status with groups, a reference, a masked field, actions of every kind. */
export const entries = defineResource('entries', {
  service: 'inscription', singular: 'entry', key: 'entryid', permission: 'event-inscription', tenancy: { parent: 'meetid' }, platform: 'EVENT', title: 'athlete',
  fields: {
    athlete: f.text({ required: true }),
    bib: f.integer(),
    meetid: f.belongsTo('meets', { required: true }),
    status: f.status({ held: { tone: 'grey', icon: 'clock' }, paid: { tone: 'green', icon: 'check' }, gone: { tone: 'grey', icon: 'cross', strike: true } }, { default: 'held', groups: { active: ['held', 'paid'] } }),
    paid_cents: f.money(),
    email: f.email({ hiddenBy: 'reports-wo-contact-info' }),
    note: f.longText(),
    answers: f.json(),
  },
  list: { columns: ['athlete', 'bib', 'meetid', 'status', 'paid_cents', 'email'], filters: ['status', 'meetid', 'bib', 'athlete', 'paid_cents', 'email', 'meetid.region', 'created'], search: ['athlete'], sort: { bib: 'asc' }, sortable: ['athlete', 'bib', 'paid_cents'], totals: { paid_cents: 'sum' } },
  form: { main: ['athlete', 'bib', 'meetid', 'status', 'paid_cents', 'email', 'note'] },
  actions: {
    cancel: { on: 'rows', danger: true, confirm: true, when: (row) => row.status !== 'gone' },
    rename: { on: 'row' },
    draw: { on: 'list' },
  },
});
export const registry = createRegistry([entries, meets]);
export const editor: Grants = { ...noGrants(7), organizationid: 3, is_platform: true, regions: ['national'], platforms: ['EVENT'], keys: { 'event-inscription': 'edit', events: 'edit' } };

const statuses = ['held', 'paid', 'gone'] as const;
const athletes = ['Ana Peña', 'Benito Ruiz', '=1+1', 'Celia "la Flecha", S.', 'Darío Núñez'];
/** Rows in a deterministic mix. */
export const makeRows = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, at) => ({
    entryid: at + 1, version: 1, athlete: athletes[at] ?? `Atleta ${String(at + 1).padStart(3, '0')}`, bib: at + 1, meetid: (at % 2) + 1, meet: { meetid: (at % 2) + 1, title: at % 2 ? 'Copa Sur' : 'Copa Norte' },
    status: statuses[at % 3], paid_cents: at % 3 === 1 ? 125_000 : null, email: `a${at + 1}@demo.test`, created: '2026-03-01T18:00:00Z',
  }));

const read = (row: Record<string, unknown>, path: string): unknown => row[path];
const order = (one: unknown, other: unknown): number => (one === other ? 0 : one == null ? 1 : other == null ? -1 : one < other ? -1 : 1);

/** A server in memory that really filters, sorts, searches, pages and adds up. */
export const fakeServer = (rows: Record<string, unknown>[]) => {
  const asked: (GetListParams & { readonly filter: Filter | null })[] = [];
  const aborted: boolean[] = [];
  const state: { gate: Promise<void> | null; failure: Error | null } = { gate: null, failure: null };
  const getList = async (params: GetListParams): Promise<any> => {
    const filter = toFilter(params.filters ?? []);
    const signal = params.meta?.['signal'] as AbortSignal | undefined;
    const at = asked.push({ ...params, filter }) - 1;
    signal?.addEventListener('abort', () => { aborted[at] = true; });
    if (state.gate) await state.gate;
    if (state.failure) throw state.failure;
    if (params.resource === 'meets') return { data: [{ meetid: 1, name: 'Copa Norte' }, { meetid: 2, name: 'Copa Sur' }], total: 2 };
    const search = String(params.meta?.['search'] ?? '').toLowerCase();
    const found = rows.filter((row) => matches(filter, row) && String(row['athlete']).toLowerCase().includes(search));
    const sorted = [...found].sort((one, other) => (params.sorters ?? []).reduce((so, { field, order: way }) => so || order(read(one, field), read(other, field)) * (way === 'desc' ? -1 : 1), 0));
    const { currentPage = 1, pageSize = 25 } = params.pagination ?? {};
    const names = new Set(['entryid', 'version', ...((params.meta?.['columns'] as string[] | undefined) ?? [])]);
    const data = sorted.slice((currentPage - 1) * pageSize, currentPage * pageSize).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name) || names.has(`${name}id`))));
    return { data, total: found.length, ...(params.meta?.['totals'] === true && { totals: { paid_cents: found.reduce((sum, row) => sum + Number(row['paid_cents'] ?? 0), 0) } }) };
  };
  const provider = {
    getApiUrl: () => '', getList,
    getMany: async ({ ids }: { ids: number[] }) => ({ data: [{ meetid: 1, name: 'Copa Norte' }, { meetid: 2, name: 'Copa Sur' }].filter(({ meetid }) => ids.includes(meetid)) }),
  } as unknown as DataProvider;
  return { provider, asked, aborted, state, rows, last: () => asked.filter(({ resource }) => resource === 'entries').at(-1)! };
};
export type FakeServer = ReturnType<typeof fakeServer>;

const file = (language: string, name: string): object => JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8')) as object;
const own = {
  es: {
    entries: { titles: { list: 'Participaciones', create: 'Nueva participación' }, fields: { athlete: 'Atleta', bib: 'Dorsal', meetid: 'Competencia', status: 'Estado', paid_cents: 'Pagado', email: 'Correo', note: 'Nota', answers: 'Respuestas' }, choices: { status: { held: 'Apartada', paid: 'Pagada', gone: 'Cancelada' } }, groups: { status: { active: 'Vigentes' } }, actions: { cancel: 'Cancelar participación', rename: 'Cambiar nombre', draw: 'Sortear' } },
    meets: { titles: { list: 'Competencias' }, fields: { name: 'Nombre', region: 'Región' }, choices: { region: { norte: 'Norte', sur: 'Sur' } } },
    common: { fields: { created: 'Creado', updated: 'Actualizado', organizationid: 'Organización' } },
  },
  en: {
    entries: { titles: { list: 'Entries', create: 'New entry' }, fields: { athlete: 'Athlete', bib: 'Bib', meetid: 'Meet', status: 'Status', paid_cents: 'Paid', email: 'E-mail', note: 'Note', answers: 'Answers' }, choices: { status: { held: 'Held', paid: 'Paid', gone: 'Cancelled' } }, groups: { status: { active: 'Active' } }, actions: { cancel: 'Cancel entry', rename: 'Rename', draw: 'Draw lots' } },
    meets: { titles: { list: 'Meets' }, fields: { name: 'Name', region: 'Region' }, choices: { region: { norte: 'North', sur: 'South' } } },
    common: { fields: { created: 'Created', updated: 'Updated', organizationid: 'Organisation' } },
  },
};
const words = i18next.createInstance();
await words.init({ lng: 'es', ns: ['list'], interpolation: { escapeValue: false }, resources: { es: { ...own.es, list: file('es', 'list'), action: file('es', 'action') }, en: { ...own.en, list: file('en', 'list'), action: file('en', 'action') } } });
/** Words in one language, for code that draws nothing. */
export const translator = (lng: 'es' | 'en') => (key: string, params?: Readonly<Record<string, unknown>>): string => {
  const [ns, ...rest] = key.split('.');
  return words.t(rest.join('.'), { ...params, ns: ns!, lng });
};

export interface MountOptions {
  readonly server: FakeServer;
  readonly at?: string;
  readonly locale?: 'es' | 'en';
  readonly grants?: Grants;
  readonly props?: Partial<ListViewProps>;
}
/** Mounts the list of entries in a data router, with refine around it. */
export const mountList = ({ server, at = '/entries', locale = 'es', grants = editor, props = {} }: MountOptions) => {
  const can = vi.fn(async () => ({ can: true }));
  const t = translator(locale);
  const i18nProvider: I18nProvider = { translate: (key, options) => t(key, typeof options === 'object' ? (options as object as Record<string, unknown>) : {}), changeLocale: async () => undefined, getLocale: () => locale };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = (
    <Refine
      routerProvider={routerProvider} dataProvider={{ default: server.provider, event: server.provider, inscription: server.provider }} i18nProvider={i18nProvider}
      accessControlProvider={{ can }} resources={registry.all.map(({ name, service }) => ({ name, list: `/${name}`, show: `/${name}/:id`, edit: `/${name}/:id/edit`, create: `/${name}/create`, meta: { dataProviderName: service } }))}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
    >
      <AppContext value={{ registry, grants }}><Outlet /></AppContext>
    </Refine>
  );
  const screens = [
    { path: 'entries', element: <ListView resource={entries} {...props} /> },
    { path: 'meets', element: <ListView resource={meets} /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter([{ path: '/', element: root, children: screens }], { initialEntries: [at] });
  return { ...render(<RouterProvider router={router} />), router, can, queries, user: userEvent.setup({ delay: null }), address: () => new URLSearchParams(router.state.location.search) };
};
