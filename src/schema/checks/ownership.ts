import { isOfParent, isStored, type AnyField } from '../field';
import { fieldAt, isSingle, pathOf } from '../registry';
import { hasView } from '../resource';
import { entriesOf, lacks, quoted, say, type Check } from './problem';

export const ownership: Check = (resource, registry) => {
  const { name, tenancy, scope = {}, within } = resource;
  const parent = typeof tenancy === 'object' && 'parent' in tenancy ? resource.all[tenancy.parent] : undefined;
  const [through, via] = typeof tenancy === 'object' && 'through' in tenancy ? pathOf(tenancy.through) : [];
  const owner = scope.owner === undefined ? undefined : resource.all[scope.owner];
  const reached = (path: string) => path === resource.key || (isSingle(registry, resource, path) && fieldAt(registry, resource, path));
  const isCopied = (field: string, each: AnyField) =>
    each.options.readOnly && parent?.target && registry.find(parent.target)?.all[field]?.target === each.target;
  return [
    resource.addedBy !== undefined &&
      !(registry.find(resource.addedBy) && hasView(registry.get(resource.addedBy), 'create')) &&
      say('R044', name, `is added by "${resource.addedBy}", which has no form for new records`),
    !tenancy && say('R009', name, 'does not say in "tenancy" who owns its rows'),
    typeof tenancy === 'object' &&
      'parent' in tenancy &&
      !(parent?.target && parent.options.required) &&
      say('R010', `${name}.${tenancy.parent}`, 'names the owner of the rows in "tenancy" and is not a required reference'),
    ...entriesOf(resource).map(
      ([field, each]) =>
        isOfParent(each) &&
        !isCopied(field, each) &&
        say('R036', `${name}.${field}`, 'is copied from the parent, which has no such link, or may be typed: say readOnly'),
    ),
    through &&
      registry.find(through)?.all[via ?? '']?.target !== name &&
      say('R021', name, `is owned through ${through}.${via}, which is not a link to ${name}`),
    ...Object.entries<string>(scope).map(
      ([kind, path]) =>
        !reached(path) && say('R022', `${name}.${path}`, `is read by the scope "${kind}" and does not exist, or has more than one value`),
    ),
    owner &&
      !(tenancy === 'own' && owner.target === 'users' && owner.options.required && owner.options.readOnly) &&
      say(
        'R034',
        `${name}.${scope.owner}`,
        'names the person who owns a row and is no required, read-only reference to users of a resource with the tenancy "own"',
      ),
    (scope.about === undefined) !== (scope.aboutKind === undefined) &&
      say('R034', name, 'says only one of the key and the entity of the record that a row is about'),
    scope.shared !== undefined &&
      !(owner && resource.all[scope.shared]?.column === 'boolean' && resource.all[scope.shared]?.options.default === false) &&
      say('R034', `${name}.${scope.shared}`, 'shares the rows of an owner and is no yes-or-no field that is false at first'),
    within &&
      !entriesOf(resource).some(([, { target }]) => target === within) &&
      say('R014', name, `lives within ${within} and has no field that leads to ${within}`),
  ];
};

export const identity: Check = (resource, registry) => {
  const title = resource.all[resource.title],
    at = `${resource.name}.${resource.title}`;
  const twins = registry.all.filter(({ name, singular }) => name === resource.name || singular === resource.singular);
  return [
    twins.length > 1 &&
      say(
        'R012',
        resource.name,
        `shares its name or its singular "${resource.singular}" with another resource: ${quoted(twins.map(({ name }) => name))}`,
      ),
    !(title?.titleSql ?? title?.target ?? title?.values) &&
      say('R015', at, `is the title and ${lacks(resource, resource.title, 'is of a type that cannot name a record')}`),
    (title?.options.hiddenBy ?? title?.options.visibleTo) && say('R023', at, 'is the title and may be masked, so it cannot name a record'),
    resource.all[resource.key] && say('R027', `${resource.name}.${resource.key}`, 'is the key and also a field'),
  ];
};

export const databaseNames: Check = (resource) => {
  const columns = new Set([
    resource.key,
    'created_by',
    'updated_by',
    'deleted_at',
    ...entriesOf(resource)
      .filter(([, field]) => isStored(field))
      .map(([name]) => name),
  ]);
  const missing = (what: string, names: readonly string[]) =>
    names.map((column) => !columns.has(column) && say('R020', `${resource.name}.${column}`, `is named by ${what} and has no column`));
  return [
    ...(resource.indexes ?? []).flatMap(({ on }) => missing('an index', on)),
    ...(resource.exclusions ?? []).flatMap(({ equal, range }) => missing('an exclusion', [...equal, ...range])),
  ];
};
