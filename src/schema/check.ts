import type { Action } from './action';
import { permissionKeys, verbs } from './access';
import { commonOptions, isOfParent, isStored, isWritable, type AnyField, type Fields } from './field';
import { comparisons } from './filter';
import { menuGroups, menuIcons } from './menuPlaces';
import { fieldAt, isSingle, pathOf, type Registry } from './registry';
import { hasView, type AnyResource } from './resource';
import { isWholeNumber, searchedTexts } from './search';

/** A mistake in a declaration. Codes are permanent and never reused. */
export interface DeclarationProblem {
  readonly code: string;
  /** The resource, and the field, action or path of it, that is to be corrected. */
  readonly at: string;
  /** One sentence that names both and says what is wrong. */
  readonly message: string;
}
type Check = (resource: AnyResource, registry: Registry) => readonly (DeclarationProblem | false | null | '' | undefined)[];

/** The sentence begins with the place. */
const say = (code: string, at: string, wrong: string): DeclarationProblem => ({ code, at, message: `${at} ${wrong}.` });
const entriesOf = (resource: AnyResource): [string, AnyField][] => Object.entries(resource.all);
const namesOf = (names: object | readonly string[] | undefined): string[] =>
  Array.isArray(names) ? [...(names as string[])] : Object.keys(names ?? {});
const placedIn = ({ form }: AnyResource): string[] => Object.values<readonly string[]>(form).flat();
const actionsOf = (resource: AnyResource): [string, Action][] => Object.entries(resource.actions ?? {});
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
/** What kind of thing a name is, where it is not one that the place takes. */
const lacks = (resource: AnyResource, name: string, otherwise: string): string =>
  resource.all[name] ? otherwise : `is no field of ${resource.name}`;

const references: Check = (resource, registry) =>
  entriesOf(resource).flatMap(([name, { target, targets, embeds, computed }]) => {
    const at = `${resource.name}.${name}`;
    const other = target ?? targets ?? embeds?.target ?? computed?.target;
    if (!other) return [];
    if (!registry.find(other)) return [say('R001', at, `leads to "${other}", and no resource is called "${other}"`)];
    const via = embeds?.via ?? computed?.via;
    return [
      target && !name.endsWith('id') && say('R011', at, 'is a reference: it is named after the key that it holds and must end in "id"'),
      targets &&
        !name.endsWith('ids') &&
        say('R011', at, 'is a set of references: it is named after the key that it holds and must end in "ids"'),
      via &&
        registry.get(other).all[via]?.target !== resource.name &&
        say('R004', at, `reads the rows of ${other} by ${other}.${via}, which is not a link to ${resource.name}`),
      embeds?.order !== undefined &&
        registry.get(other).all[embeds.order]?.column !== 'integer' &&
        say('R024', at, `keeps its order in ${other}.${embeds.order}, which is not an integer`),
      computed?.of !== undefined &&
        !registry.get(other).all[computed.of]?.summable &&
        say('R019', at, `adds up ${other}.${computed.of}, which is not a number that can be added up`),
      ...Object.keys(computed?.where ?? {}).map(
        (field) => !registry.get(other).all[field] && say('R019', at, `counts by ${other}.${field}, which does not exist`),
      ),
    ];
  });

const forms: Check = (resource) => {
  const placed = placedIn(resource);
  const asks = hasView(resource, 'create');
  return [
    ...entriesOf(resource).map(([name, field]) => {
      const { options } = field;
      const needed = options.required && options.default === undefined && isWritable(field);
      return (
        asks && needed && !placed.includes(name) && say('R002', `${resource.name}.${name}`, 'is required and stands in no form section')
      );
    }),
    ...placed.map(
      (name) =>
        !(resource.all[name] && isWritable(resource.all[name])) &&
        say(
          'R003',
          `${resource.name}.${name}`,
          `stands in the form and ${lacks(resource, name, 'is computed or written by the server alone')}`,
        ),
    ),
    ...placed
      .filter((name, index) => placed.indexOf(name) !== index)
      .map((name) => say('R025', `${resource.name}.${name}`, 'stands twice in the form')),
    resource.appendOnly &&
      placed.length > 0 &&
      say('R017', resource.name, `is append-only and has a form with ${quoted(placed)}: leave the form empty`),
  ];
};

const isSearchable = (registry: Registry, field: AnyField | undefined): boolean =>
  Boolean(
    field &&
    (field.searchText ??
      (isWholeNumber(field) || (field.target && registry.find(field.target) && searchedTexts(registry.get(field.target)).length > 0))),
  );

const lists: Check = (resource, registry) => {
  const { name, list } = resource;
  const own = (field: string) => resource.all[field];
  const lost = (field: string, otherwise: string) => lacks(resource, field, otherwise);
  return [
    ...list.columns.map(
      (field: string) => !own(field) && say('R026', `${name}.${field}`, `is a column of the list and is no field of ${name}`),
    ),
    ...Object.values<readonly string[]>(resource.show ?? {})
      .flat()
      .map((field) => !own(field) && say('R028', `${name}.${field}`, `is shown on the record page and is no field of ${name}`)),
    ...namesOf(list.filters).map((path) => {
      const field = fieldAt(registry, resource, path);
      return (
        !field?.operators.length &&
        say(
          'R006',
          `${name}.${path}`,
          `is a filter of the list and ${field ? 'offers no comparison to filter by' : path.includes('.') ? 'leads to no field' : `is no field of ${name}`}`,
        )
      );
    }),
    ...namesOf(list.search).map(
      (field) =>
        !isSearchable(registry, own(field)) &&
        say('R005', `${name}.${field}`, `is searched by the list and ${lost(field, 'is of a type that cannot be searched')}`),
    ),
    ...namesOf(list.exact).map(
      (field) =>
        !own(field)?.operators.includes('eq') &&
        say('R035', `${name}.${field}`, `is looked up by its whole value and ${lost(field, 'is of a type that cannot be')}`),
    ),
    ...[...namesOf(list.sort), ...namesOf(list.sortable)].map(
      (field) =>
        !own(field)?.sortable &&
        say('R007', `${name}.${field}`, `orders the list and ${lost(field, 'is of a type that cannot order one')}`),
    ),
    ...namesOf(list.totals).map(
      (field) =>
        !own(field)?.summable &&
        say('R008', `${name}.${field}`, `is a total of the list and ${lost(field, 'is not a number that can be added up')}`),
    ),
  ];
};

const ownership: Check = (resource, registry) => {
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
    within &&
      !entriesOf(resource).some(([, { target }]) => target === within) &&
      say('R014', name, `lives within ${within} and has no field that leads to ${within}`),
  ];
};

const identity: Check = (resource, registry) => {
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

/** `h` leads home. */
const menus: Check = ({ name, menu }, registry) => {
  if (!menu) return [];
  const { letter, icon, group } = menu;
  const isFree = letter !== 'h' && !registry.all.some((other) => other.name !== name && other.menu?.letter === letter);
  return [
    letter !== undefined &&
      !(/^[a-z]$/.test(letter) && isFree) &&
      say('R033', `${name}.menu`, `has the letter "${letter}", which is none from a to z or leads elsewhere already`),
    !(menuIcons as readonly string[]).includes(icon) &&
      say('R038', `${name}.menu`, `has the icon "${icon}", which nobody draws; there are ${menuIcons.join(', ')}`),
    !(menuGroups as readonly string[]).includes(group) &&
      say('R039', `${name}.menu`, `stands in the group "${group}", which does not exist; there are ${menuGroups.join(', ')}`),
  ];
};

const databaseNames: Check = (resource) => {
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

const relations: Check = (resource, registry) => [
  ...(resource.related ?? []).map((path) => {
    const [other, via] = pathOf(path);
    const link = registry.find(other)?.all[via ?? ''];
    return (
      (link?.target ?? link?.targets) !== resource.name &&
      say('R016', resource.name, `has the related list ${path}, which is not a link to ${resource.name}`)
    );
  }),
  ...namesOf(resource.logsReads === true ? [] : resource.logsReads).map(
    (name) => !resource.all[name] && say('R037', `${resource.name}.${name}`, `is named by "logsReads" and is no field of ${resource.name}`),
  ),
  ...entriesOf(resource).flatMap(([name, { reads = [] }]) =>
    reads.map(
      (other) =>
        !resource.all[other] && say('R031', `${resource.name}.${name}`, `is read with "${other}", which is no field of ${resource.name}`),
    ),
  ),
  ...entriesOf(resource).flatMap(([name, { proposedFrom: from, match = {}, target: one, targets }]) => {
    const target = one ?? targets;
    if (from?.includes('.') && !(isSingle(registry, resource, from) && fieldAt(registry, resource, from)))
      return [say('R036', `${resource.name}.${name}`, `is proposed from "${from}", which does not exist`)];
    return Object.entries(match).map(
      ([theirs, ours]) =>
        !(target && registry.find(target)?.all[theirs] && resource.all[ours]) &&
        say(
          'R018',
          `${resource.name}.${name}`,
          `narrows its choice where ${target}.${theirs} equals ${resource.name}.${ours}, and one of them is no field`,
        ),
    );
  }),
];

/** What stands inside a value has no column, no link and no parent of its own. */
const members: Check = (resource) =>
  entriesOf(resource).flatMap(([name, field]) =>
    Object.entries(field.members ?? {}).map(
      ([member, { column, target, targets, generated, options }]) =>
        (column === null || target || targets || generated || options.unique) &&
        say('R032', `${resource.name}.${name}.${member}`, 'is a link, is computed or is unique, which a value inside a value cannot be'),
    ),
  );

const startOf = (resource: AnyResource, field: string, value: string, does = 'starts from'): string | null => {
  const values = resource.all[field]?.values;
  if (values?.includes(value)) return null;
  return `${does} "${field}: ${value}", and ${values ? `${resource.name}.${field} takes ${values.join(', ')}` : lacks(resource, field, `${resource.name}.${field} has no closed set of values`).replace(/^is no field/, `"${field}" is no field`)}`;
};
const actions: Check = (resource, registry) =>
  actionsOf(resource).flatMap(([name, { from = {}, input = {}, makes }]) => [
    makes !== undefined &&
      !registry.find(makes) &&
      say('R001', `${resource.name}.${name}`, `leads to "${makes}", and no resource is called "${makes}"`),
    ...Object.entries(from).flatMap(([field, values = []]) =>
      values.map((value) => {
        const wrong = startOf(resource, field, value);
        return wrong && say('R029', `${resource.name}.${name}`, wrong);
      }),
    ),
    ...Object.entries(input as Fields).map(([field, { target, targets }]) => {
      const other = target ?? targets;
      return (
        other &&
        !registry.find(other) &&
        say('R001', `${resource.name}.${name}.${field}`, `leads to "${other}", and no resource is called "${other}"`)
      );
    }),
  ]);

/** What is fixed in a state that no record has is never fixed. */
const fixedStates: Check = (resource) =>
  Object.entries(resource.fixed ?? {}).flatMap(([verb, { in: states }]) =>
    Object.entries(states).flatMap(([field, values = []]) =>
      values.map((value) => {
        const wrong = startOf(resource, field, value, 'is kept back in');
        return wrong && say('R045', `${resource.name}.${verb}`, wrong);
      }),
    ),
  );

/** Every option that a field was given and its type does not take would otherwise change nothing, without a word. */
const optionsOf = (at: string, fields: Fields): (DeclarationProblem | false)[] =>
  Object.entries(fields).flatMap(([name, { type, takes, options, members: inner = {} }]) => [
    ...Object.keys(takes ? options : {}).map(
      (option) =>
        ![...commonOptions, ...(takes ?? [])].includes(option) &&
        say(
          'R040',
          `${at}.${name}`,
          `has the option "${option}", which the type ${type} does not take; of its own it takes ${takes?.join(', ') || 'none'}`,
        ),
    ),
    ...optionsOf(`${at}.${name}`, inner),
  ]);
const options: Check = (resource) => [
  ...optionsOf(resource.name, resource.fields),
  ...actionsOf(resource).flatMap(([name, { input = {} }]) => optionsOf(`${resource.name}.${name}`, input as Fields)),
];

const conditions: Check = (resource) => [
  ...(['rules', 'notices'] as const).flatMap((kind) =>
    Object.entries(resource[kind] ?? {}).map(
      ([name, { on }]) =>
        !resource.all[on] && say('R041', `${resource.name}.${name}`, `shows its message on "${on}", which is no field of ${resource.name}`),
    ),
  ),
  ...namesOf(resource.when).map(
    (name) => !resource.all[name] && say('R041', `${resource.name}.${name}`, `is named by "when" and is no field of ${resource.name}`),
  ),
];

const isKey = (key: string): boolean => (permissionKeys as readonly string[]).includes(key);
const keys: Check = (resource, registry) => {
  const { name, permission, access = {} } = resource;
  const known = new Set<string>([...verbs, ...actionsOf(resource).map(([action]) => action)]);
  return [
    ...[permission]
      .flat()
      .map((key) => key !== 'anyone' && !isKey(key) && say('R042', name, `is opened by "${key}", which is no permission key`)),
    ...Object.entries(access).flatMap(([verb, specs]) => [
      !known.has(verb) &&
        say('R043', `${name}.${verb}`, `has keys in "access" and is neither an action of ${name} nor one of ${verbs.join(', ')}`),
      ...(specs ?? []).flatMap((spec) => [
        !isKey(typeof spec === 'string' ? spec : spec.key) &&
          say('R042', `${name}.${verb}`, `is opened by "${typeof spec === 'string' ? spec : spec.key}", which is no permission key`),
        ...(typeof spec === 'string'
          ? []
          : comparisons(spec.when).map(
              ({ field }) =>
                field !== resource.key &&
                !fieldAt(registry, resource, field) &&
                say('R006', `${name}.${field}`, `narrows the key of "${verb}" and leads to no field`),
            )),
      ]),
    ]),
    ...entriesOf(resource).flatMap(
      ([
        field,
        {
          options: { visibleTo = [], hiddenBy, editableBy = [] },
        },
      ]) =>
        [...visibleTo, ...editableBy, ...(hiddenBy ? [hiddenBy] : [])].map(
          (key) => !isKey(key) && say('R042', `${name}.${field}`, `is masked or opened by "${key}", which is no permission key`),
        ),
    ),
  ];
};

const checks: readonly Check[] = [
  references,
  forms,
  lists,
  ownership,
  identity,
  databaseNames,
  relations,
  members,
  actions,
  fixedStates,
  menus,
  options,
  conditions,
  keys,
];

/** Finds what types cannot see, links between resources above all. Runs when the server starts and in `npm run check`. */
export const checkResources = (registry: Registry): readonly DeclarationProblem[] =>
  registry.all
    .flatMap((resource) => checks.flatMap((check) => check(resource, registry)))
    .filter((problem): problem is DeclarationProblem => Boolean(problem));
