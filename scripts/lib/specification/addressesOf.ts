import { hasView, routeOf, views, type Registry, type View } from '@/schema';

const patterns: Readonly<Record<View, string>> = { list: '', create: '/create', edit: '/:id/edit', show: '/:id' };
const inWorkspace: ReadonlySet<View> = new Set(['show', 'edit']);
/** Screens that no entity brings, and pages of the server. */
const pages = ['/home', '/organizations/new-organization', '/followup/:token', '/api/auth/signin', '/locales/:lng/:ns.json'];

/** Every address of the product as the specification table writes it: those of screens from the declarations, `/events/:eventid/coupons` for a tab. */
export const addressesOf = (registry: Registry): ReadonlySet<string> =>
  new Set([...pages, ...registry.all.flatMap((resource) => {
    const isWorkspace = registry.all.some(({ within }) => within === resource.name);
    const open = views.filter((view) => hasView(resource, view));
    const parent = resource.within ? registry.find(resource.within) : undefined;
    return [
      ...open.map((view) => `/${routeOf(resource)}${isWorkspace && inWorkspace.has(view) ? patterns[view].replace(':id', `:${resource.key}`) : patterns[view]}`),
      ...(parent ? open.map((view) => `/${parent.name}/:${parent.key}/${routeOf(resource)}${patterns[view]}`) : []),
    ];
  })]);
