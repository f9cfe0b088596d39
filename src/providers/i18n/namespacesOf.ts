import type { AnyField, AnyResource, Registry } from '@/schema';

const targetsOf = ({ target, targets, embeds }: AnyField): readonly string[] => [...(target ? [target] : []), ...(targets ? [targets] : []), ...(embeds ? [embeds.target] : [])];

/** The namespaces that the screens of a resource read: its own and those of the records it names, embeds or lists. */
export const namespacesOf = (resource: AnyResource, registry: Registry): readonly string[] => {
  const fields = Object.values(resource.all);
  const related = (resource.related ?? []).map((path) => path.split('.')[0]!);
  return [...new Set([resource.name, ...fields.flatMap(targetsOf), ...related])].filter((name) => registry.find(name));
};
