import type { AnyField, Fields } from '../field';
import type { AnyResource } from '../resource';
import { actionsOf, say, type Check } from './problem';

const inside = (at: string, fields: Fields): readonly (readonly [string, AnyField])[] =>
  Object.entries(fields).flatMap(([name, field]) => [[`${at}.${name}`, field] as const, ...inside(`${at}.${name}`, field.members ?? {})]);
const listed = (resource: AnyResource): readonly (readonly [string, AnyField])[] =>
  [
    ...inside(resource.name, resource.fields),
    ...actionsOf(resource).flatMap(([name, { input = {} }]) => inside(`${resource.name}.${name}`, input)),
  ].filter(([, { list }]) => list !== undefined);

/** A shared list has one set of values, because its texts are written once for all fields that use it; a field may take only some of them. */
export const sharedLists: Check = (resource, registry) => {
  const known = new Map<string, readonly string[]>();
  for (const each of registry.all) for (const [, { list = '', values = [] }] of listed(each)) if (!known.has(list)) known.set(list, values);
  return listed(resource).map(
    ([at, { list = '', values = [] }]) =>
      values.some((value) => !known.get(list)?.includes(value)) &&
      say('R049', at, `takes the list "${list}" with other values than its first use, which has ${known.get(list)?.join(', ')}`),
  );
};
