import type { AnyField, Fields } from '../field';
import { joinName, type Registry } from '../registry';
import { isAlwaysSaid, type AnyResource, type Service, fieldOf } from '../resource';

const entriesOf = (fields: Fields): [string, AnyField][] => Object.entries(fields);
/** `web_user` → `WebUser`. */
export const typeName = ({ singular }: AnyResource): string =>
  singular
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
/** The field that reads one record: the singular, or `<name>_one` when singular and plural are equal. */
export const oneRoot = ({ name, singular }: AnyResource): string => (name === singular ? `${name}_one` : singular);

const mayBeMasked = ({ options }: AnyField): boolean => Boolean(options.hiddenBy ?? options.visibleTo ?? options.platformOnly);
const outputType = (resource: AnyResource, name: string, registry: Registry): string => {
  const field = fieldOf(resource, name);
  return field.embeds
    ? `[${typeName(registry.get(field.embeds.target))}!]!`
    : `${field.graphql}${isAlwaysSaid(resource, name) && !mayBeMasked(field) ? '!' : ''}`;
};

const typeDef = (resource: AnyResource, registry: Registry): string => {
  const lines = entriesOf(resource.all).flatMap(([name, field]) => [
    `  ${name}: ${outputType(resource, name, registry)}`,
    ...(field.target ? [`  ${joinName(name)}: ${typeName(registry.get(field.target))}Ref`] : []),
    ...(field.targets ? [`  ${joinName(name)}: [${typeName(registry.get(field.targets))}Ref!]`] : []),
  ]);
  return `type ${typeName(resource)} {\n  ${resource.key}: Int!\n${lines.join('\n')}\n}`;
};
const refDef = (resource: AnyResource): string =>
  `"A reference: enough to print a link."\ntype ${typeName(resource)}Ref { ${resource.key}: Int! title: String }`;
const pageDef = (resource: AnyResource): string =>
  `type ${typeName(resource)}Page {\n  items: [${typeName(resource)}!]!\n  "Counted only when asked."\n  total: Int!\n  "Sums of the declared totals over the whole filter."\n  totals: JSON!\n}`;
const roots = (resource: AnyResource): string =>
  `  ${resource.name}(page: Int = 1, perpage: Int = 25, sort: [String!], filter: Filter, search: String): ${typeName(resource)}Page!\n  ${oneRoot(resource)}(${resource.key}: Int!): ${typeName(resource)}!`;

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
const embeddedIn = (resources: readonly AnyResource[], registry: Registry): AnyResource[] =>
  resources.flatMap(({ all }) => entriesOf(all).flatMap(([, { embeds }]) => (embeds ? [registry.get(embeds.target)] : [])));

/** The GraphQL schema of one service. `extra` contains queries without a resource. */
export const serviceSdl = (
  service: Service,
  registry: Registry,
  extra: { readonly types?: string; readonly queries?: string } = {},
): string => {
  const served = registry.all.filter((resource) => resource.service === service);
  const typed = unique([...served, ...embeddedIn(served, registry)]);
  const referenced = unique(
    typed.flatMap(({ all }) =>
      entriesOf(all).flatMap(([, { target, targets }]) => [target, targets].flatMap((each) => (each ? [registry.get(each)] : []))),
    ),
  );
  return [
    'scalar JSON',
    '"One comparison { field, op, value }, or and, or, not of others; names and operators are the declared ones."\nscalar Filter',
    ...referenced.map(refDef),
    ...typed.map((resource) => typeDef(resource, registry)),
    ...served.map(pageDef),
    extra.types ?? '',
    `type Query {\n  "The service that answers."\n  service: String!\n${served.map(roots).join('\n')}\n${extra.queries ?? ''}\n}`,
  ]
    .filter(Boolean)
    .join('\n\n');
};

const selectionOf = (name: string, field: AnyField, registry: Registry): string => {
  if (field.embeds) return `${name} { ${recordSelection(registry.get(field.embeds.target), registry)} }`;
  const reached = field.target ?? field.targets;
  const target = reached && registry.get(reached);
  return target ? `${name} ${joinName(name)} { ${target.key} title }` : name;
};
/** A selection of some columns of a resource, with the titles of the referenced records. */
export const selection = (resource: AnyResource, names: readonly string[], registry: Registry): string =>
  unique([resource.key, ...names])
    .filter((name) => name === resource.key || resource.all[name])
    .map((name) => (name === resource.key ? name : selectionOf(name, fieldOf(resource, name), registry)))
    .join(' ');
/** A selection of all data of a record. */
export const recordSelection = (resource: AnyResource, registry: Registry): string =>
  selection(resource, Object.keys(resource.all), registry);

export interface ListDocumentOptions {
  readonly columns?: readonly string[];
  readonly total?: boolean;
  readonly totals?: boolean;
}
/** The document that a list sends, with only the requested columns. */
export const listDocument = (
  resource: AnyResource,
  registry: Registry,
  { columns = resource.list.columns, total = true, totals = false }: ListDocumentOptions = {},
): string => {
  const extras = [total && 'total', totals && 'totals'].filter(Boolean).join(' ');
  const always = ['version' in resource.all ? 'version' : ''].filter(Boolean);
  return `query ${typeName(resource)}List($page: Int, $perpage: Int, $sort: [String!], $filter: Filter, $search: String) { ${resource.name}(page: $page, perpage: $perpage, sort: $sort, filter: $filter, search: $search) { items { ${selection(resource, [...columns, ...always, resource.title], registry)} } ${extras} } }`;
};
/** The document that reads one complete record. */
export const oneDocument = (resource: AnyResource, registry: Registry): string =>
  `query ${typeName(resource)}One($id: Int!) { ${oneRoot(resource)}(${resource.key}: $id) { ${recordSelection(resource, registry)} } }`;
