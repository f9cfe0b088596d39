import { isOfParent, isStored, isWritable, type AnyField } from './field';
import { fieldAt, isSingle, pathOf, type Registry } from './registry';
import { hasView, type Action, type AnyResource } from './resource';

/** A mistake in a declaration. Codes are permanent and never reused. */
export interface DeclarationProblem {
  readonly code: string;
  readonly at: string;
  readonly message: string;
}
type Check = (resource: AnyResource, registry: Registry) => readonly (DeclarationProblem | false | null | '' | undefined)[];

const say = (code: string, at: string, message: string): DeclarationProblem => ({ code, at, message });
const entriesOf = (resource: AnyResource): [string, AnyField][] => Object.entries(resource.all);
const namesOf = (names: object | readonly string[] | undefined): string[] => (Array.isArray(names) ? [...(names as string[])] : Object.keys(names ?? {}));
const placedIn = ({ form }: AnyResource): string[] => Object.values<readonly string[]>(form).flat();

const references: Check = (resource, registry) =>
  entriesOf(resource).flatMap(([name, { target, targets, embeds, computed }]) => {
    const at = `${resource.name}.${name}`;
    const other = target ?? targets ?? embeds?.target ?? computed?.target;
    if (!other) return [];
    if (!registry.find(other)) return [say('R001', at, `no resource is called "${other}"`)];
    const via = embeds?.via ?? computed?.via;
    return [
      target && !name.endsWith('id') && say('R011', at, 'a reference is named after the key it holds and ends in "id"'),
      targets && !name.endsWith('ids') && say('R011', at, 'a set of references is named after the key it holds and ends in "ids"'),
      via && registry.get(other).all[via]?.target !== resource.name && say('R004', at, `${other}.${via} is not a link to ${resource.name}`),
      embeds?.order !== undefined && registry.get(other).all[embeds.order]?.column !== 'integer' && say('R024', at, `${other}.${embeds.order} is not an integer that could keep the order`),
      computed?.of !== undefined && !registry.get(other).all[computed.of]?.summable && say('R019', at, `${other}.${computed.of} cannot be added up`),
      ...Object.keys(computed?.where ?? {}).map((field) => !registry.get(other).all[field] && say('R019', at, `${other} has no field "${field}"`)),
    ];
  });

const forms: Check = (resource) => {
  const placed = placedIn(resource);
  const asks = hasView(resource, 'create');
  return [
    ...entriesOf(resource).map(([name, field]) => {
      const { options } = field;
      const needed = options.required && options.default === undefined && isWritable(field);
      return asks && needed && !placed.includes(name) && say('R002', `${resource.name}.${name}`, 'is required but in no form section');
    }),
    ...placed.map((name) => !(resource.all[name] && isWritable(resource.all[name])) && say('R003', `${resource.name}.${name}`, 'is computed or written by the server and cannot be in a form')),
    ...placed.filter((name, index) => placed.indexOf(name) !== index).map((name) => say('R025', `${resource.name}.${name}`, 'stands twice in the form')),
    resource.appendOnly && placed.length > 0 && say('R017', resource.name, 'is append-only and has a form'),
  ];
};

const lists: Check = (resource, registry) => {
  const { name, list } = resource;
  const own = (field: string) => resource.all[field];
  return [
    ...list.columns.map((field: string) => !own(field) && say('R026', `${name}.${field}`, 'is a column that does not exist')),
    ...Object.values<readonly string[]>(resource.show ?? {}).flat().map((field) => !own(field) && say('R028', `${name}.${field}`, 'is shown and does not exist')),
    ...namesOf(list.filters).map((path) => !(fieldAt(registry, resource, path)?.operators.length) && say('R006', `${name}.${path}`, 'offers no comparison to filter by')),
    ...namesOf(list.search).map((field) => !own(field)?.searchText && say('R005', `${name}.${field}`, 'cannot be searched')),
    ...namesOf(list.exact).map((field) => !own(field)?.operators.includes('eq') && say('R035', `${name}.${field}`, 'cannot be looked up by its whole value')),
    ...[...namesOf(list.sort), ...namesOf(list.sortable)].map((field) => !own(field)?.sortable && say('R007', `${name}.${field}`, 'cannot order a list')),
    ...namesOf(list.totals).map((field) => !own(field)?.summable && say('R008', `${name}.${field}`, 'cannot be added up')),
  ];
};

const ownership: Check = (resource, registry) => {
  const { name, tenancy, scope = {}, within } = resource;
  const parent = typeof tenancy === 'object' && 'parent' in tenancy ? resource.all[tenancy.parent] : undefined;
  const [through, via] = typeof tenancy === 'object' && 'through' in tenancy ? pathOf(tenancy.through) : [];
  const owner = scope.owner === undefined ? undefined : resource.all[scope.owner];
  const reached = (path: string) => path === resource.key || (isSingle(registry, resource, path) && fieldAt(registry, resource, path));
  return [
    !tenancy && say('R009', name, 'does not say who owns its rows'),
    typeof tenancy === 'object' && 'parent' in tenancy && !(parent?.target && parent.options.required) && say('R010', name, `${tenancy.parent} is not an obligatory reference to an owner`),
    ...entriesOf(resource).map(([field, each]) => isOfParent(each) && !(each.options.readOnly && parent?.target && registry.find(parent.target)?.all[field]?.target === each.target) && say('R036', `${name}.${field}`, 'is copied from the parent, which has no such link, or may be typed')),
    through && registry.find(through)?.all[via ?? '']?.target !== name && say('R021', name, `${through}.${via} is not a link to ${name}`),
    ...Object.values<string>(scope).map((path) => !reached(path) && say('R022', name, `the scope reads "${path}", which does not exist`)),
    owner && !(tenancy === 'own' && owner.target === 'users' && owner.options.required && owner.options.readOnly) && say('R034', `${name}.${scope.owner}`, 'names the owner of a row of an organisation and is no obligatory reference to a user that the server alone writes'),
    within && !entriesOf(resource).some(([, { target }]) => target === within) && say('R014', name, `lives within ${within} and does not point to it`),
  ];
};

const identity: Check = (resource, registry) => {
  const title = resource.all[resource.title];
  const twins = registry.all.filter(({ name, singular }) => name === resource.name || singular === resource.singular);
  return [
    twins.length > 1 && say('R012', resource.name, 'shares its name or its singular with another resource'),
    title && !title.titleSql && !title.target && !title.values && say('R015', `${resource.name}.${resource.title}`, 'cannot name a record'),
    (title?.options.hiddenBy ?? title?.options.visibleTo) && say('R023', `${resource.name}.${resource.title}`, 'may be masked and cannot name a record'),
    resource.all[resource.key] && say('R027', resource.name, `the key "${resource.key}" is also a field`),
  ];
};

/** `h` leads home. */
const menus: Check = ({ name, menu }, registry) => {
  const letter = menu?.letter;
  if (letter === undefined) return [];
  const isFree = letter !== 'h' && !registry.all.some((other) => other.name !== name && other.menu?.letter === letter);
  return [!(/^[a-z]$/.test(letter) && isFree) && say('R033', name, `"${letter}" is no letter of the alphabet that leads to this place alone`)];
};

const databaseNames: Check = (resource) => {
  const columns = new Set([resource.key, 'created_by', 'updated_by', 'deleted_at', ...entriesOf(resource).filter(([, field]) => isStored(field)).map(([name]) => name)]);
  return [
    ...(resource.indexes ?? []).flatMap(({ on }) => on.map((column: string) => !columns.has(column) && say('R020', resource.name, `an index names "${column}", which has no column`))),
    ...(resource.exclusions ?? []).flatMap(({ equal, range }) => [...equal, ...range].map((column: string) => !columns.has(column) && say('R020', resource.name, `an exclusion names "${column}", which has no column`))),
  ];
};

const relations: Check = (resource, registry) => [
  ...(resource.related ?? []).map((path) => {
    const [other, via] = pathOf(path);
    const link = registry.find(other)?.all[via ?? ''];
    return (link?.target ?? link?.targets) !== resource.name && say('R016', resource.name, `${path} is not a link to ${resource.name}`);
  }),
  ...namesOf(resource.logsReads === true ? [] : resource.logsReads).map((name) => !resource.all[name] && say('R037', `${resource.name}.${name}`, 'is read by nobody: it does not exist')),
  ...entriesOf(resource).flatMap(([name, { reads = [] }]) => reads.map((other) => !resource.all[other] && say('R031', `${resource.name}.${name}`, `is read with "${other}", which is not a field`))),
  ...entriesOf(resource).flatMap(([name, { options, target: one, targets }]) => {
    const target = one ?? targets;
    const { from } = options as { readonly from?: string };
    if (from?.includes('.') && !(isSingle(registry, resource, from) && fieldAt(registry, resource, from))) return [say('R036', `${resource.name}.${name}`, `is proposed from "${from}", which does not exist`)];
    return Object.entries(((options as { readonly match?: object }).match ?? {}) as Record<string, string>).map(
      ([theirs, ours]) => !(target && registry.find(target)?.all[theirs] && resource.all[ours]) && say('R018', `${resource.name}.${name}`, `narrows its choice by "${theirs}" and "${ours}", which are not fields`),
    );
  }),
];

/** What stands inside a value has no column, no link and no parent of its own. */
const members: Check = (resource) =>
  entriesOf(resource).flatMap(([name, field]) =>
    Object.entries(field.members ?? {}).map(([member, { column, target, targets, generated, options }]) =>
      (column === null || target || targets || generated || options.unique) && say('R032', `${resource.name}.${name}.${member}`, 'is a link, is computed or is unique, which a value inside a value cannot be')));

const actions: Check = (resource) =>
  Object.entries((resource.actions ?? {}) as Readonly<Record<string, Action>>).flatMap(([name, { from = {} }]) =>
    Object.entries(from as Readonly<Record<string, readonly string[]>>).flatMap(([field, values]) =>
      values.map((value) => !resource.all[field]?.values?.includes(value) && say('R029', `${resource.name}.${name}`, `starts from "${field}: ${value}", which is no value of a field`)),
    ),
  );

const checks: readonly Check[] = [references, forms, lists, ownership, identity, databaseNames, relations, members, actions, menus];

/** Finds what types cannot see: links between resources. Runs when the server starts and in the tests. */
export const checkResources = (registry: Registry): readonly DeclarationProblem[] =>
  registry.all.flatMap((resource) => checks.flatMap((check) => check(resource, registry))).filter((problem): problem is DeclarationProblem => Boolean(problem));
