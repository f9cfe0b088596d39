import { checkResources } from '@/schema/checks/checkResources';
import type { AnyField, Registry } from '@/schema';
import type { Plugin } from './Plugin';
import { withPlugins } from './withPlugins';

const repeated = (names: readonly string[]): readonly string[] => names.filter((name, at) => names.indexOf(name) !== at);

/** Errors in the names of plugins and in what they add. */
const misfits = (registry: Registry, plugins: readonly Plugin[]): readonly string[] => {
  const own = plugins.flatMap(({ resources = [] }) => resources.map(({ name }) => name));
  const added = plugins.flatMap(({ name: plugin, extensions = [] }) =>
    extensions.flatMap(({ resource, actions }) => Object.keys(actions).map((action) => ({ plugin, resource, action }))),
  );
  return [
    ...plugins
      .filter(({ name }) => !/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(name))
      .map(({ name }) => `P001 "${name}" is no name of a plugin: lower case with hyphens`),
    ...repeated(plugins.map(({ name }) => name)).map((name) => `P002 two plugins are called "${name}"`),
    ...own.filter((name) => registry.find(name)).map((name) => `P003 a plugin declares "${name}", which the product has`),
    ...repeated(own).map((name) => `P003 two plugins declare "${name}"`),
    ...plugins.flatMap(({ name, extensions = [] }) =>
      extensions
        .filter(({ resource }) => !registry.find(resource))
        .map(({ resource }) => `P004 ${name} extends "${resource}", which the product does not have`),
    ),
    ...added
      .filter(({ resource, action }, at) => {
        const isOurs = action in ((registry.find(resource)?.actions ?? {}) as object);
        return isOurs || added.findIndex((other) => other.resource === resource && other.action === action) !== at;
      })
      .map(({ plugin, resource, action }) => `P005 ${plugin} adds ${resource}.${action}, which is there already`),
  ];
};

/** Reports whose resource or fields do not exist, or whose values are not a closed set. */
const strangeReports = (registry: Registry, plugins: readonly Plugin[]): readonly string[] =>
  plugins.flatMap(({ name, reports = [] }) =>
    reports.flatMap((report) => {
      const fields: Readonly<Record<string, AnyField>> = registry.find(report.resource)?.all ?? {};
      const isGood =
        fields[report.event]?.target === 'events' && fields[report.by]?.values !== undefined && fields[report.by]?.column === 'text';
      return isGood
        ? []
        : [
            `P006 the report ${report.name} of ${name} needs a resource with a reference to events and a field of closed values: ${report.resource}, ${report.event}, ${report.by}`,
          ];
    }),
  );

/** Why plugins do not fit the product or each other, one sentence for each reason; empty when they fit. */
export const pluginProblems = (registry: Registry, plugins: readonly Plugin[]): readonly string[] => {
  const problems = misfits(registry, plugins);
  if (problems.length > 0) return problems;
  const all = withPlugins(registry, plugins);
  return [...checkResources(all).map(({ code, message }) => `${code} ${message}`), ...strangeReports(all, plugins)];
};
