import type { AnyField } from './field';
import type { AnyResource } from './resource';

/** All declarations, looked up by name. References between resources are resolved here and nowhere else. */
export interface Registry {
  readonly all: readonly AnyResource[];
  find(name: string): AnyResource | undefined;
  /** The resource of that name; throws where it does not exist, which the start-up checks exclude. */
  get(name: string): AnyResource;
}
/** Builds the registry of a list of declarations. */
export const createRegistry = (all: readonly AnyResource[]): Registry => {
  const byName = new Map(all.map((resource) => [resource.name, resource]));
  const get = (name: string): AnyResource => {
    const found = byName.get(name);
    if (!found) throw new Error(`R001 no resource is called "${name}"`);
    return found;
  };
  return { all, find: (name) => byName.get(name), get };
};

const singly = (fieldName: string): string => fieldName.slice(0, -2).replace(/_$/, '');
/** `eventid` → `event`, `distanceids` → `distances`: the name under which what a reference leads to travels joined. */
export const joinName = (fieldName: string): string =>
  fieldName.endsWith('ids') ? `${singly(fieldName.slice(0, -1)).replace(/y$/, 'ie')}s` : fieldName.endsWith('id') ? singly(fieldName) : `${fieldName}_ref`;

/** Splits `eventid.region` into its steps. */
export const pathOf = (path: string): readonly [string, string?] => path.split('.') as [string, string?];

/** The field that a declared name or a one-step path leads to. */
export const fieldAt = (registry: Registry, resource: AnyResource, path: string): AnyField | undefined => {
  const [first, second] = pathOf(path);
  const own = resource.all[first];
  if (!second) return own;
  return own?.target ? registry.find(own.target)?.all[second] : undefined;
};

/** The resource whose rows own the rows of this one, and the field that points there. */
export const parentOf = (resource: AnyResource): { readonly field: string; readonly target: string } | undefined => {
  const { tenancy, fields } = resource;
  if (typeof tenancy !== 'object' || !('parent' in tenancy)) return undefined;
  const target = (fields as Readonly<Record<string, AnyField>>)[tenancy.parent]?.target;
  return target ? { field: tenancy.parent, target } : undefined;
};
