import type { i18n as I18n } from 'i18next';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, Outlet, useParams, type RouteObject } from 'react-router';
import { hasView, routeOf, views, type AnyResource, type Registry, type View } from '@/schema';
import { keyIn } from '@/schema/unknown';
import { can } from '@/schema/project/access';
import { places } from '@/providers/config';
import { loadWords } from '@/providers/i18n/loadWords';
import { addedPages, type LoadedPage } from '@/pages/menuPages';
import { ForbiddenPage } from '@/pages/ForbiddenPage';
import { NotFoundPage } from '@/pages/NotFoundPage';
import { addedReports } from '@/pages/reportsBi/addedReports';
import { useGrants } from '@/fields/kit/AppContext';
import type { ScreenHandle } from './routing/crumbs';
import { ErrorPage, Failure } from './ErrorPage';
import { LoadingScreen } from '../frame/LoadingScreen';
import { fieldToward, ownScreenOf } from './routing/menu';
import { Root } from './Root';
import { loadScreen, type Setting } from './routing/screens';
import { Workspace } from './Workspace';

const EventHeader = lazy(() => import('@/pages/event/EventHeader'));
/** The part above the tabs of a workspace. */
const headers: Readonly<Record<string, (id: number) => ReactNode>> = {
  events: (id) => (
    <Suspense fallback={<div className="asd-workspace-head" />}>
      <EventHeader id={id} />
    </Suspense>
  ),
};

/** The first page of a workspace, instead of the record itself, which is then at its settings. */
const fronts: Readonly<
  Record<
    string,
    { readonly load: () => Promise<{ readonly default: ComponentType<{ readonly id: number }> }>; readonly words: readonly string[] }
  >
> = {
  events: {
    load: () => import('@/pages/event/EventOverviewPage'),
    words: ['home', 'distances', 'inscriptions', 'show', 'action', 'form', 'validation', 'errors', 'lists', 'menu'],
  },
};
const settings = 'settings';

const patterns: Readonly<Record<View, string>> = { list: '', create: '/create', edit: '/:id/edit', show: '/:id' };

type Load = () => Promise<{ readonly Component: ComponentType }>;
/** An error replaces a part of the product that could not be loaded, because the router shows nothing at all for such a route. */
const orFailure =
  (load: Load): Load =>
  async () => {
    try {
      return await load();
    } catch (error) {
      return { Component: () => <Failure error={error} within /> };
    }
  };

const screenRoute = (i18n: I18n, registry: Registry, path: string, setting: Setting): RouteObject => ({
  path,
  lazy: orFailure(loadScreen(i18n, registry, setting)),
  handle: setting satisfies ScreenHandle,
  errorElement: <ErrorPage within />,
});
const screensOf = (
  i18n: I18n,
  registry: Registry,
  resource: AnyResource,
  setting: Partial<Setting> = {},
  base = routeOf(resource),
): RouteObject[] =>
  views
    .filter((view) => hasView(resource, view))
    .map((view) => screenRoute(i18n, registry, `${base}${patterns[view]}`, { ...setting, resource, view }));

/** The first page of a workspace, for people who may see its record. */
const frontRoute = (i18n: I18n, workspace: AnyResource): RouteObject | undefined => {
  const front = fronts[workspace.name];
  if (!front) return undefined;
  return {
    path: '',
    handle: { resource: workspace, view: 'show' } satisfies ScreenHandle,
    errorElement: <ErrorPage within />,
    lazy: orFailure(async () => {
      const [{ default: Page }] = await Promise.all([front.load(), loadWords(i18n, front.words)]);
      const Front = () => {
        const id = keyIn(useParams()[workspace.key]),
          grants = useGrants();
        if (id === undefined) return <NotFoundPage />;
        return can(grants, 'show', workspace) ? <Page key={id} id={id} /> : <ForbiddenPage />;
      };
      return { Component: Front };
    }),
  };
};

/** A resource with a workspace: its record is a frame with tabs. */
const workspaceRoutes = (i18n: I18n, registry: Registry, workspace: AnyResource): RouteObject[] => {
  const outside = (['list', 'create'] as const)
    .filter((view) => hasView(workspace, view))
    .map((view) => screenRoute(i18n, registry, `${workspace.name}${patterns[view]}`, { resource: workspace, view }));
  const inside = registry.all.flatMap((resource) => {
    const field = resource.within === workspace.name ? fieldToward(resource, workspace) : undefined;
    return field ? screensOf(i18n, registry, resource, { workspace, field }) : [];
  });
  const own = (['show', 'edit'] as const)
    .filter((view) => hasView(workspace, view))
    .map((view) =>
      screenRoute(i18n, registry, view === 'show' ? (workspace.overview ? settings : '') : 'edit', {
        resource: ownScreenOf(registry, workspace),
        view,
        param: workspace.key,
      }),
    );
  const front = frontRoute(i18n, workspace);
  const Frame = () => {
    const id = keyIn(useParams()[workspace.key]);
    return id === undefined ? (
      <NotFoundPage />
    ) : (
      <Workspace key={id} workspace={workspace} id={id} header={headers[workspace.name]?.(id)}>
        <Outlet />
      </Workspace>
    );
  };
  const words = async () => {
    await loadWords(i18n, [workspace.name]);
    return { Component: Frame };
  };
  return [
    ...outside,
    { path: `${workspace.name}/:${workspace.key}`, lazy: orFailure(words), children: [...(front ? [front] : []), ...own, ...inside] },
  ];
};

const pageRoute = (
  path: string,
  page: string,
  load: () => Promise<{ readonly default: ComponentType }>,
  i18n: I18n,
  namespaces: readonly string[],
): RouteObject => ({
  path,
  handle: { page } satisfies ScreenHandle,
  errorElement: <ErrorPage within />,
  lazy: orFailure(async () => {
    const [{ default: Component }] = await Promise.all([load(), loadWords(i18n, [...namespaces, 'lists'])]);
    return { Component };
  }),
});

/** A page of a plugin, allowed by its key like a page of the product. */
const addedRoute = ({ name, key, load, namespaces = [] }: LoadedPage, i18n: I18n): RouteObject =>
  pageRoute(
    name,
    `${name}.title`,
    async () => {
      const { default: Page } = await load();
      const Guarded = () => (useGrants().keys[key] ? <Page /> : <ForbiddenPage />);
      return { default: Guarded };
    },
    i18n,
    [name, ...namespaces],
  );

const deskWords = [
  'desk',
  'kit_deliveries',
  'kits',
  'report_jobs',
  'form',
  'action',
  'list',
  'events',
  'distances',
  'inscriptions',
  'scan',
  'errors',
];

/** Every route of the product. Those of resources come from the declarations. */
export const createRoutes = (i18n: I18n, registry: Registry): RouteObject[] => {
  const workspaces = new Set<string>(registry.all.flatMap(({ within }) => (within && registry.find(within) ? [within] : [])));
  const generated = registry.all.flatMap((resource) =>
    workspaces.has(resource.name) ? workspaceRoutes(i18n, registry, resource) : screensOf(i18n, registry, resource),
  );
  return [
    {
      path: '/',
      element: <Root />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        { index: true, element: <Navigate to={places.home} replace /> },
        pageRoute('home', 'home.title', () => import('@/pages/HomePage'), i18n, ['home', 'events', 'inscriptions', 'list']),
        pageRoute('inbox', 'inbox.title', () => import('@/pages/InboxPage'), i18n, ['inbox']),
        pageRoute('organizations/new-organization', 'home.newOrganization.title', () => import('@/pages/NewOrganizationPage'), i18n, [
          'home',
          'organizations',
          'form',
          'validation',
          'show',
        ]),
        pageRoute('reports-bi', 'reports-bi.title', () => import('@/pages/ReportsBiPage'), i18n, [
          'reports-bi',
          'events',
          'inscriptions',
          'form',
          'list',
          ...addedReports().map(({ resource }) => resource),
        ]),
        pageRoute('audit', 'audit.title', () => import('@/pages/AuditPage'), i18n, [
          'audit',
          'form',
          'list',
          'memberships',
          'users',
          'web_users',
        ]),
        pageRoute('import_jobs/new', 'import_jobs.titles.create', () => import('@/pages/ImportPage'), i18n, [
          'import_jobs',
          'events',
          'form',
          'show',
          'list',
          'action',
        ]),
        pageRoute('events/:eventid/desk', 'desk.title', () => import('@/pages/DeskPage'), i18n, deskWords),
        pageRoute('events/:eventid/desk/board', 'desk.boardTitle', () => import('@/pages/DeskBoardPage'), i18n, deskWords),
        pageRoute('events/:eventid/asenters/:asenterid/scan', 'scan.title', () => import('@/pages/AccessScanPage'), i18n, [
          'scan',
          'asenters',
          'errors',
        ]),
        ...addedPages().map((page) => addedRoute(page, i18n)),
        ...generated,
        { path: '*', element: <NotFoundPage />, handle: { page: 'common.notFound.title' } satisfies ScreenHandle },
      ],
    },
  ];
};
