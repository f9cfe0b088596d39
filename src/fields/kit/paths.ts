import { routeOf, type AnyResource, type View } from '@/schema';
import type { Parent } from './contracts';

/** A link to the form of a new record, with its initial values. */
export interface Creation {
  /** The key of its texts. */
  readonly title: string;
  readonly to: string;
  readonly state?: { readonly draft: Readonly<Record<string, unknown>> };
}
/** The path of a screen; inside a workspace it starts with the record that owns it: `/events/7/inscriptions/12`. */
export const pathTo = (
  resource: AnyResource,
  view: View,
  { id, parent }: { readonly id?: number | undefined; readonly parent?: Parent | undefined } = {},
): string => {
  const name = routeOf(resource);
  const base = parent ? `/${parent.resource}/${parent.id}/${name}` : `/${name}`;
  if (view === 'list') return base;
  if (view === 'create') return `${base}/create`;
  return view === 'edit' ? `${base}/${id}/edit` : `${base}/${id}`;
};

/** Where the fields of a record are shown, which is not its first page if it has an overview. */
export const fieldsPath = (resource: AnyResource, place: { readonly id: number; readonly parent?: Parent | undefined }): string =>
  resource.overview ? `${pathTo(resource, 'show', place)}/settings` : pathTo(resource, 'show', place);

/** Where a new record is created, and its known values. */
export const creationOf = (resource: AnyResource, parent?: Parent, draft?: Readonly<Record<string, unknown>>): Creation => ({
  title: `${resource.name}.titles.create`,
  to: pathTo(resource, 'create', { parent }),
  ...(draft && { state: { draft } }),
});
