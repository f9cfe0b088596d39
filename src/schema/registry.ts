import type { AnyField } from './field';
import type { AnyResource } from './resource';

/** All declarations by name. References between resources are resolved only here. */
export interface Registry {
  readonly all: readonly AnyResource[];
  find(name: string): AnyResource | undefined;
  /** The resource with that name; throws when it does not exist, which the checks of the start prevent. */
  get(name: string): AnyResource;
}
/** Builds the registry from a list of declarations. */
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
/** `eventid` → `event`, `distanceids` → `distances`: the name under which the referenced record is joined. */
export const joinName = (fieldName: string): string =>
  fieldName.endsWith('ids')
    ? `${singly(fieldName.slice(0, -1)).replace(/y$/, 'ie')}s`
    : fieldName.endsWith('id')
      ? singly(fieldName)
      : `${fieldName}_ref`;

/** Splits `eventid.region` into its steps. */
export const pathOf = (path: string): readonly [string, string?] => {
  const [first = '', second] = path.split('.');
  return second === undefined ? [first] : [first, second];
};

/** One step of a path, from a resource to rows of another one that are related to its row. */
export interface Step {
  /** The part of the path: a field, or a declared relation such as `payments.inscriptionid`. */
  readonly name: string;
  readonly to: AnyResource;
  /**
   * `one`: the row names it in `via`. `set`: it names several there. `children`: they name the row in their field `via`; `childSets`: among
   * others.
   */
  readonly link: 'one' | 'set' | 'children' | 'childSets';
  readonly via: string;
  /** The fields that the step reads, on either side of it. */
  readonly reads: readonly AnyField[];
  /** The rest of the path. */
  readonly rest: string;
}

const stepOver = (registry: Registry, name: string, own: AnyField, rest: string): Step | undefined => {
  const target = own.target ?? own.targets ?? own.embeds?.target;
  const to = target === undefined ? undefined : registry.find(target);
  if (!to) return undefined;
  if (!own.embeds) return { name, to, rest, reads: [own], link: own.target ? 'one' : 'set', via: name };
  const back = to.all[own.embeds.via];
  return back && { name, to, rest, reads: [own, back], link: 'children', via: own.embeds.via };
};
const stepBack = (registry: Registry, resource: AnyResource, path: string): Step | undefined => {
  const name = resource.related?.find((each) => path.startsWith(`${each}.`));
  const [child, via] = pathOf(name ?? '');
  const to = registry.find(child);
  const back = via === undefined ? undefined : to?.all[via];
  return name && to && back
    ? { name, to, rest: path.slice(name.length + 1), reads: [back], link: back.target ? 'children' : 'childSets', via: via ?? '' }
    : undefined;
};
/**
 * The first step of a path: over a field that is a link, a set of links or embedded rows, or back over a declared relation. Undefined for a
 * field of the resource itself.
 */
export const stepOf = (registry: Registry, resource: AnyResource, path: string): Step | undefined => {
  const at = path.indexOf('.');
  if (at < 0) return undefined;
  const name = path.slice(0, at);
  const own = resource.all[name];
  return own ? stepOver(registry, name, own, path.slice(at + 1)) : stepBack(registry, resource, path);
};
/** Every step of a path, and the resource and name in which it ends; undefined when it is invalid. */
export const wayOf = (
  registry: Registry,
  resource: AnyResource,
  path: string,
): { readonly steps: readonly Step[]; readonly end: AnyResource; readonly name: string } | undefined => {
  if (!path.includes('.')) return { steps: [], end: resource, name: path };
  const step = stepOf(registry, resource, path);
  const further = step && wayOf(registry, step.to, step.rest);
  return further && { ...further, steps: [step, ...further.steps] };
};

/** The field at the end of a declared name or a path. */
export const fieldAt = (registry: Registry, resource: AnyResource, path: string): AnyField | undefined => {
  const way = wayOf(registry, resource, path);
  return way?.end.all[way.name];
};
/** Whether a path stays in the row or follows only single links, so that it has one value. */
export const isSingle = (registry: Registry, resource: AnyResource, path: string): boolean =>
  wayOf(registry, resource, path)?.steps.every(({ link }) => link === 'one') === true;

/** The resource whose rows own the rows of this one, and the field that refers to it. */
export const parentOf = (resource: AnyResource): { readonly field: string; readonly target: string } | undefined => {
  const { tenancy, fields } = resource;
  if (typeof tenancy !== 'object' || !('parent' in tenancy)) return undefined;
  const target = fields[tenancy.parent]?.target;
  return target ? { field: tenancy.parent, target } : undefined;
};
