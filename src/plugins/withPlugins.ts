import { createRegistry, type AnyResource, type Registry } from '@/schema';
import type { Extension, Plugin } from './Plugin';

const extendedBy = (resource: AnyResource, { actions, access, related }: Extension): AnyResource => ({
  ...resource,
  actions: { ...(resource.actions as object | undefined), ...actions },
  access: { ...resource.access, ...access },
  related: [...(resource.related ?? []), ...related],
});

/** The declarations of the product and of its plugins together; `pluginProblems` says whether they fit. */
export const withPlugins = (registry: Registry, plugins: readonly Plugin[]): Registry => {
  if (plugins.length === 0) return registry;
  const extensions = plugins.flatMap((plugin) => plugin.extensions ?? []);
  return createRegistry([
    ...registry.all.map((resource) =>
      extensions.filter((each) => each.resource === resource.name).reduce((extended, each) => extendedBy(extended, each), resource),
    ),
    ...plugins.flatMap(({ resources = [] }) => resources),
  ]);
};
