import { routeOf, type AnyResource, type View } from '@/schema';
import type { Parent } from '@/fields/kit/contracts';
import { keyIn } from '@/schema/unknown';

/** The data of a route for breadcrumbs and titles. */
export interface ScreenHandle {
  /** Key of a page without a resource: `home.title`. */
  readonly page?: string;
  readonly resource?: AnyResource;
  readonly view?: View;
  /** The workspace of the screen. */
  readonly workspace?: AnyResource;
  readonly field?: string;
}
export interface Crumb {
  /** A key, for places with a translated name. */
  readonly key?: string;
  /** A record, for places that are named by their contents. */
  readonly record?: { readonly resource: AnyResource; readonly id: number };
  readonly to: string;
}
const titleKey = ({ name }: AnyResource): string => `${name}.${name}`;

/** The path from the start page to a screen, including the screen. */
export const crumbsOf = (
  { page, resource, view, workspace, field }: ScreenHandle,
  params: Readonly<Record<string, string | undefined>>,
  here: string,
): readonly Crumb[] => {
  if (page) return [{ key: page, to: here }];
  if (!resource) return [];
  const owner = workspace ? keyIn(params['eventid'] ?? params[workspace.key]) : 0;
  if (owner === undefined) return [{ key: 'common.notFound.title', to: here }]; // an address that leads to no workspace
  const parent: Parent | undefined = workspace && field ? { resource: workspace.name, field, id: owner } : undefined;
  const base = parent ? `/${parent.resource}/${parent.id}/${routeOf(resource)}` : `/${routeOf(resource)}`;
  const above: readonly Crumb[] =
    workspace && parent
      ? [
          { key: titleKey(workspace), to: `/${workspace.name}` },
          { record: { resource: workspace, id: owner }, to: `/${workspace.name}/${owner}` },
        ]
      : [];
  const list: readonly Crumb[] = [...above, { key: titleKey(resource), to: base }];
  const id = keyIn(params['id'] ?? params[resource.key]);
  if (view === 'list') return list;
  if (view === 'create') return [...list, { key: `${resource.name}.titles.create`, to: here }];
  if (id === undefined) return list; // an address that leads to no record
  const record: Crumb = { record: { resource, id }, to: `${base}/${id}` };
  return view === 'edit' ? [...list, record, { key: 'common.crumbs.edit', to: here }] : [...list, record];
};
