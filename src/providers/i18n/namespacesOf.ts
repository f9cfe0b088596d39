import { wayOf, type AnyField, type AnyResource, type Registry, pathOf } from '@/schema';

const targetsOf = ({ target, targets, embeds }: AnyField): readonly string[] => [
  ...(target ? [target] : []),
  ...(targets ? [targets] : []),
  ...(embeds ? [embeds.target] : []),
];

/**
 * The namespaces that the screens of a resource read: its own and those of the records that it references, embeds, lists or is filtered by.
 */
export const namespacesOf = (resource: AnyResource, registry: Registry): readonly string[] => {
  const fields = Object.values(resource.all);
  const related = (resource.related ?? []).map((path) => pathOf(path)[0]);
  const filtered = (resource.list.filters ?? []).flatMap((path) => wayOf(registry, resource, path)?.steps.map(({ to }) => to.name) ?? []);
  return [...new Set([resource.name, ...fields.flatMap(targetsOf), ...related, ...filtered])].filter((name) => registry.find(name));
};
