import { hasView, routeOf, views, type Registry, type View } from '@/schema';

const patterns: Readonly<Record<View, string>> = { list: '', create: '/create', edit: '/:id/edit', show: '/:id' };
const inWorkspace: ReadonlySet<View> = new Set(['show', 'edit']);
/** Addresses of the server outside the services. */
export const addressesOfServer: readonly string[] = [
  '/api/upload',
  '/api/authenticate',
  '/1/indexes/*/queries',
  ...['signin', 'session', 'csrf', 'providers', 'callback/:provider', 'signin/:provider', 'signout', '_log'].map(
    (path) => `/api/auth/${path}`,
  ),
];
/** Screens without an entity. */
const pages = [
  '/home',
  '/inbox',
  '/reports-bi',
  '/audit',
  '/organizations/new-organization',
  '/import_jobs/new',
  '/events/:eventid/settings',
  '/events/:eventid/desk',
  '/events/:eventid/desk/board',
  '/events/:eventid/asenters/:asenterid/scan',
  '/followup/:token',
  '/locales/:lng/:ns.json',
  ...addressesOfServer,
];

/**
 * Every address of the product as the specification table writes it; screens come from the declarations: `/events/:eventid/coupons` for a
 * tab.
 */
export const addressesOf = (registry: Registry): ReadonlySet<string> =>
  new Set([
    ...pages,
    ...registry.all.flatMap((resource) => {
      const isWorkspace = registry.all.some(({ within }) => within === resource.name);
      const open = views.filter((view) => hasView(resource, view));
      const parent = resource.within ? registry.find(resource.within) : undefined;
      return [
        ...open.map(
          (view) =>
            `/${routeOf(resource)}${isWorkspace && inWorkspace.has(view) ? patterns[view].replace(':id', `:${resource.key}`) : patterns[view]}`,
        ),
        ...(parent ? open.map((view) => `/${parent.name}/:${parent.key}/${routeOf(resource)}${patterns[view]}`) : []),
      ];
    }),
  ]);
