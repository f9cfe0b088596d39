import type { AnyResource } from './resource';

const known = new WeakMap<AnyResource, readonly string[]>();
/** The fields whose value opens something for anybody who has it. */
export const secretsOf = (resource: AnyResource): readonly string[] => {
  const before = known.get(resource);
  if (before) return before;
  const names = Object.entries(resource.fields).flatMap(([name, { options }]) => (options.secret ? [name] : []));
  known.set(resource, names);
  return names;
};
