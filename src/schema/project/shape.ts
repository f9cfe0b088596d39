import { must } from '../must';
import { isNeverNull, type AnyField, type ColumnKind } from '../field';
import { parentOf, wayOf, type Registry } from '../registry';
import type { Index } from '../indexes';
import { isAlwaysSaid, type AnyResource, fieldOf } from '../resource';
import { searchedNumbers, searchedTexts } from '../search';
import { constraintName } from './constraintName';

/** A column, as plain data. */
export interface ColumnShape {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly notNull: boolean;
  readonly identity?: boolean;
  readonly default?: unknown;
  readonly defaultNow?: boolean;
  /** SQL from which the database computes the column. */
  readonly generated?: string;
}
/** One entry of an index: a column, or an SQL expression. */
export type IndexPart = { readonly column: string; readonly op?: string } | { readonly expression: string };
export interface IndexShape {
  readonly name: string;
  readonly on: readonly IndexPart[];
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly gin?: boolean;
  readonly where?: string;
}
export interface ForeignKeyShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}
/** The table of one resource, as plain data. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  readonly checks: readonly { readonly name: string; readonly sql: string; readonly fields: readonly string[] }[];
  readonly foreignKeys: readonly ForeignKeyShape[];
  readonly uniques: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly indexes: readonly IndexShape[];
}
/** A column that list searches read, and the fields inside it. */
export interface SearchColumn {
  readonly column: 'search_text' | 'search_hidden';
  readonly fields: readonly string[];
}

const quote = (name: string): string => `"${name}"`;
const storedFields = (resource: AnyResource): readonly [string, AnyField][] =>
  Object.entries(resource.all).filter(([, field]) => field.column !== null);
const alive = 'deleted_at is null';

/** Whether rows of the resource have an organization: always, sometimes (`shared` and its children), or never. */
export const ownership = (resource: AnyResource, registry: Registry): 'strict' | 'optional' | 'none' => {
  if (!resource.all['organizationid']) return resource.tenancy === 'self' ? 'strict' : 'none';
  if (resource.tenancy === 'shared') return 'optional';
  const parent = parentOf(resource);
  return parent ? ownership(registry.get(parent.target), registry) : 'strict';
};

/** Whether one foreign key covers both the key of the parent and the organization copied from it. */
const copiesOwner = (resource: AnyResource, registry: Registry): boolean => {
  const parent = parentOf(resource);
  return parent !== undefined && registry.get(parent.target).all['organizationid'] !== undefined;
};

/** The columns that searches of a resource read; the hidden one contains what some readers may not see. */
export const searchColumns = (resource: AnyResource): readonly SearchColumn[] => {
  const isHidden = (name: string): boolean => {
    const { hiddenBy, visibleTo, platformOnly } = fieldOf(resource, name).options;
    return Boolean(hiddenBy ?? visibleTo ?? platformOnly);
  };
  const searched = searchedTexts(resource);
  return [
    { column: 'search_text' as const, fields: searched.filter((name) => !isHidden(name)) },
    { column: 'search_hidden' as const, fields: searched.filter(isHidden) },
  ].filter(({ fields }) => fields.length > 0);
};

/** A generated column cannot read another one, so its expression is used instead. */
const searchSql = (resource: AnyResource, fields: readonly string[]): string => {
  const parts = fields.map((name) => {
    const field = fieldOf(resource, name);
    return `coalesce(${must(field.searchText, `how ${name} is searched`)(field.generated ? `(${field.generated})` : quote(name))}, '')`;
  });
  return `immutable_unaccent(lower(${parts.join(" || ' ' || ")}))`;
};

const columnOf =
  (resource: AnyResource, registry: Registry) =>
  ([name, field]: [string, AnyField]): ColumnShape => ({
    name,
    kind: must(field.column, `the column of ${name}`),
    notNull:
      name === 'organizationid' && resource.tenancy !== 'self' && !Object.hasOwn(resource.fields, name)
        ? ownership(resource, registry) === 'strict'
        : isAlwaysSaid(resource, name) && !field.generated,
    ...(field.computed ? { default: 0 } : field.options.default !== undefined && !field.generated && { default: field.options.default }),
    ...((name === 'created' || name === 'updated') && { defaultNow: true }),
    ...(field.generated && { generated: field.generated }),
  });

const columnsOf = (resource: AnyResource, registry: Registry): readonly ColumnShape[] => {
  const absent = (name: string): boolean => !resource.all[name];
  const stamps: readonly ColumnShape[] = [
    { name: 'created_by', kind: 'bigint', notNull: false },
    ...(resource.appendOnly
      ? []
      : [
          { name: 'updated_by', kind: 'bigint', notNull: false } as const,
          { name: 'deleted_at', kind: 'timestamptz', notNull: false } as const,
        ]),
  ];
  return [
    { name: resource.key, kind: 'bigint', notNull: true, identity: true },
    ...storedFields(resource).map(columnOf(resource, registry)),
    ...stamps.filter(({ name }) => absent(name)),
    ...searchColumns(resource).map(({ column, fields }) => ({
      name: column,
      kind: 'text' as const,
      notNull: false,
      generated: searchSql(resource, fields),
    })),
  ];
};

const foreignKeysOf = (resource: AnyResource, registry: Registry): readonly ForeignKeyShape[] => {
  const parent = parentOf(resource);
  const copies = copiesOwner(resource, registry);
  const strict = ownership(resource, registry) === 'strict';
  const simple = storedFields(resource)
    .filter(([name]) => !(copies && strict && (name === parent?.field || name === 'organizationid')))
    .flatMap(([name, { target }]) =>
      target
        ? [{ name: constraintName(resource.name, [name], 'fk'), columns: [name], target, targetColumns: [registry.get(target).key] }]
        : [],
    );
  if (!parent || !copies) return simple;
  const owned = {
    columns: [parent.field, 'organizationid'],
    target: parent.target,
    targetColumns: [registry.get(parent.target).key, 'organizationid'],
  };
  return [...simple, { name: constraintName(resource.name, [parent.field, ...(strict ? [] : ['organizationid'])], 'fk'), ...owned }];
};

const isParent = (resource: AnyResource, registry: Registry): boolean =>
  registry.all.some((other) => parentOf(other)?.target === resource.name && copiesOwner(other, registry));

const live = (resource: AnyResource, where: string | undefined): string | undefined =>
  resource.appendOnly || where?.includes('deleted_at') ? where : where ? `${alive} and (${where})` : alive;

const uniqueField =
  (resource: AnyResource) =>
  ([name, { options, column, folded }]: [string, AnyField]): IndexShape => {
    const within =
      options.unique === 'organization'
        ? ['organizationid']
        : options.unique === 'parent'
          ? [parentOf(resource)?.field ?? 'organizationid']
          : [];
    const where = live(resource, undefined);
    const isOptional = within.includes('organizationid') && resource.tenancy === 'shared';
    return {
      name: constraintName(resource.name, [...within, name], isOptional ? 'nnd' : 'uq'),
      fields: [...within, name],
      unique: true,
      on: [
        ...within.map((each) => ({ column: each })),
        column === 'text' && !folded ? { expression: `lower(${quote(name)})` } : { column: name },
      ],
      ...(where && { where }),
    };
  };

const declaredIndex =
  (resource: AnyResource) =>
  ({ on, where, unique = false, nullsNotDistinct, removed }: Index, position: number, all: readonly Index[]): IndexShape => {
    const twins = all
      .slice(0, position)
      .filter((each) => each.on.join() === on.join() && Boolean(each.unique) === unique && each.removed === removed).length;
    // lists never show deleted rows, and count without them from the index alone
    const condition = removed ? 'deleted_at is not null' : live(resource, where);
    const parts = [...on, ...(removed ? ['removed'] : []), ...(twins ? [String(twins + 1)] : [])];
    return {
      name: constraintName(resource.name, parts, nullsNotDistinct ? 'nnd' : unique ? 'uq' : 'ix'),
      on: on.map((column) => ({ column })),
      fields: on,
      unique,
      ...(condition && { where: condition }),
    };
  };

/** The columns by which lists are sorted by default. */
const usualOrder = (resource: AnyResource): readonly string[] => {
  const [first, ...others] = Object.keys(resource.list.sort ?? {});
  return first !== undefined && others.length === 0 && resource.all[first]?.column ? [first, resource.key] : [];
};

/**
 * One index per reference, in the order of the list if the list filters by it. The organization comes second, so that the platform's
 * queries, which name none, use it too.
 */
const referenceIndexes = (resource: AnyResource, registry: Registry, declared: readonly IndexShape[]): readonly IndexShape[] => {
  const owned = Boolean(resource.all['organizationid']);
  const filters = resource.list.filters ?? [];
  const leads = (name: string): boolean =>
    declared.some(
      ({ on: [first], where, unique }) => (!where || (!unique && where === alive)) && first && 'column' in first && first.column === name,
    );
  return storedFields(resource)
    .filter(([name, { target }]) => target && !leads(name) && (registry.get(target).tenancy !== 'catalog' || filters.includes(name)))
    .map(([name, field]) => {
      const on = [
        name,
        ...(owned && name !== 'organizationid' ? ['organizationid'] : []),
        ...(filters.includes(name) ? usualOrder(resource) : []),
      ];
      const where = live(resource, isNeverNull(field) || name === 'organizationid' ? undefined : `${quote(name)} is not null`);
      return {
        name: constraintName(resource.name, [name], 'ref'),
        on: on.map((column) => ({ column })),
        fields: on,
        unique: false,
        ...(where && { where }),
      };
    });
};

/** Lists that are filtered by their elements, and every set of references, because a referenced record may not be deleted. */
const listIndexes = (resource: AnyResource): readonly IndexShape[] => {
  const filters = resource.list.filters ?? [];
  return storedFields(resource)
    .filter(([name, { column, targets }]) => column?.endsWith('[]') && (targets ?? filters.includes(name)))
    .map(([name]) => ({
      name: constraintName(resource.name, [name], 'ix'),
      on: [{ column: name }],
      fields: [name],
      unique: false,
      gin: true,
    }));
};

/** A number that a search names is found directly, in every event. */
const numberIndexes = (resource: AnyResource, declared: readonly IndexShape[]): readonly IndexShape[] =>
  searchedNumbers(resource)
    .filter((name) => !declared.some(({ fields, where }) => fields[0] === name && (!where || where === alive)))
    .map((name) => ({ name: constraintName(resource.name, [name], 'ix'), on: [{ column: name }], fields: [name], unique: false }));

/** What lists of other resources look for among these rows: the link to their row, and the column compared or followed next. */
const lookedInto = (resource: AnyResource, registry: Registry): readonly (readonly [via: string, name: string])[] =>
  registry.all.flatMap((other) =>
    (other.list.filters ?? []).flatMap((path) => {
      const way = wayOf(registry, other, path);
      if (!way) return [];
      return way.steps.flatMap(({ to, link, via }, at) => {
        const name = way.steps[at + 1]?.name ?? way.name;
        return to === resource && link === 'children' && resource.all[name]?.column ? [[via, name] as const] : [];
      });
    }),
  );
/** The index alone finds such rows by their value; from the row that owns them, its reference is used. */
const insideIndexes = (resource: AnyResource, registry: Registry, declared: readonly IndexShape[]): readonly IndexShape[] => {
  const isServed = (on: readonly string[]): boolean =>
    declared.some(({ fields, where: only }) => (!only || only === alive) && on.every((column, at) => fields[at] === column));
  const owner = resource.all['organizationid'] ? ['organizationid'] : [];
  const where = live(resource, undefined);
  const named = lookedInto(resource, registry).map(([via, name]) => [name, ...owner.filter((each) => each !== name), via]);
  const once = [...new Map(named.map((on) => [on.join(), on])).values()].filter((on) => !isServed(on));
  return once.map((on) => ({
    name: constraintName(resource.name, on, 'ix'),
    on: on.map((column) => ({ column })),
    fields: on,
    unique: false,
    ...(where && { where }),
  }));
};

const indexesOf = (resource: AnyResource, registry: Registry): readonly IndexShape[] => {
  const declared = (resource.indexes ?? []).map(declaredIndex(resource));
  return [
    ...storedFields(resource)
      .filter(([, { options }]) => options.unique)
      .map(uniqueField(resource)),
    ...declared,
    ...referenceIndexes(resource, registry, declared),
    ...listIndexes(resource),
    ...numberIndexes(resource, declared),
    ...insideIndexes(resource, registry, declared),
    ...searchColumns(resource).map(({ column }) => ({
      name: constraintName(resource.name, [column], 'ix'),
      on: [{ column, op: 'gin_trgm_ops' }],
      fields: [column],
      unique: false,
      gin: true,
    })),
  ];
};

const checksOf = (resource: AnyResource): TableShape['checks'] => [
  ...storedFields(resource).flatMap(([name, field]) => {
    const sql = field.generated ? undefined : field.check?.(quote(name));
    return sql && sql !== 'true' ? [{ name: constraintName(resource.name, [name], 'check'), sql, fields: [name] }] : [];
  }),
  ...Object.entries(resource.checks ?? {}).map(([name, sql]) => ({
    name: constraintName(resource.name, [name], 'rule'),
    sql,
    fields: storedFields(resource)
      .map(([field]) => field)
      .filter((field) => new RegExp(`\\b${field}\\b`).test(sql)),
  })),
];

/** Everything about the table of a resource that drizzle can express; triggers and policies are in `security`. */
export const tableShape = (resource: AnyResource, registry: Registry): TableShape => ({
  name: resource.name,
  columns: columnsOf(resource, registry),
  checks: checksOf(resource),
  foreignKeys: foreignKeysOf(resource, registry),
  uniques: isParent(resource, registry)
    ? [{ name: constraintName(resource.name, [resource.key, 'organizationid'], 'uq'), columns: [resource.key, 'organizationid'] }]
    : [],
  indexes: indexesOf(resource, registry),
});
