import type { Action } from '../action';
import type { AnyField } from '../field';
import type { Registry } from '../registry';
import type { AnyResource } from '../resource';

/** A mistake in a declaration. Codes are permanent and never reused. */
export interface DeclarationProblem {
  readonly code: string;
  /** The resource, and the field, action or path in it, that must be corrected. */
  readonly at: string;
  /** One sentence that names both and the mistake. */
  readonly message: string;
}
/** Finds the mistakes of one kind. */
export type Check = (resource: AnyResource, registry: Registry) => readonly (DeclarationProblem | false | null | '' | undefined)[];

/** The sentence starts with the place. */
export const say = (code: string, at: string, wrong: string): DeclarationProblem => ({
  code,
  at,
  message: `${at} ${wrong}${wrong.endsWith('?') ? '' : '.'}`,
});
/** The fields of a resource with their names. */
export const entriesOf = (resource: AnyResource): [string, AnyField][] => Object.entries(resource.all);
/** The actions of a resource with their names. */
export const actionsOf = ({ actions = {} }: AnyResource): [string, Action][] => Object.entries(actions);
/** Names in a list, or the keys of an object. */
export const namesOf = (names: object | readonly string[] | undefined): readonly string[] =>
  Array.isArray(names) ? names : Object.keys(names ?? {});
/** Names as a sentence lists them. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The number of different letters between two words. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries())
    row = [...other].reduce(
      (next, each, to) => [...next, Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, (row[to] ?? 0) + (each === letter ? 0 : 1))],
      [at + 1],
    );
  return row[other.length] ?? 0;
};
/** `. Did you mean "status"?` when a known name is similar to the given one, otherwise empty. */
export const guess = (written: string, known: readonly string[]): string => {
  const allowed = Math.min(2, Math.floor(written.length / 3));
  const [nearest] = known
    .map((name) => ({ name, off: distance(written, name) }))
    .filter(({ off }) => off <= allowed)
    .sort((one, other) => one.off - other.off);
  return nearest ? `. Did you mean "${nearest.name}"?` : '';
};
/** The kind of a name that is not accepted at this place. */
export const lacks = (resource: AnyResource, name: string, otherwise: string): string =>
  resource.all[name] ? otherwise : `is no field of ${resource.name}${guess(name, Object.keys(resource.all))}`;
/** The problem of a resource that does not exist. */
export const noResource = (name: string, registry: Registry): string =>
  `leads to "${name}", and no resource is called "${name}"${guess(
    name,
    registry.all.map((each) => each.name),
  )}`;
/** Why a value is none of those of a field, or undefined when it is one. */
export const notAValue = (resource: AnyResource, field: string, value: string, does: string): string | null => {
  const values = resource.all[field]?.values;
  if (values?.includes(value)) return null;
  const why = values
    ? `${resource.name}.${field} takes ${values.join(', ')}${guess(value, values)}`
    : lacks(resource, field, `${resource.name}.${field} has no closed set of values`).replace(/^is no field/, `"${field}" is no field`);
  return `${does} "${field}: ${value}", and ${why}`;
};
