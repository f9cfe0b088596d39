import { sql, type SQL } from 'drizzle-orm';
import { isStored, joinName, type AnyField, type AnyResource, type Grants, type Registry, fieldOf } from '@/schema';
import { isNamed, type Computation } from '@/schema/field';
import { must } from '@/schema/must';
import { can, canSee } from '@/schema/project/access';
import { sqlLiteral } from '@/schema/sql';
import type { Locale } from '../../kernel/messages';
import type { Row } from '../../kernel/Row';
import { columnText, every, quote } from '../../kernel/sql';
import { aliveText } from './alive';
import { scopeSql } from './scope';
import type { Selection } from './Selection';
import { remember } from '../../kernel/remember';

export interface Viewer {
  readonly grants: Grants;
  readonly locale: Locale;
  readonly registry: Registry;
}

/** A select list with its joins, and the function that turns the values into a record. */
export interface Reader {
  readonly select: string;
  readonly joins: SQL;
  readonly assemble: (values: readonly unknown[]) => Row;
  readonly embedded: readonly (readonly [name: string, field: AnyField, selection: Selection])[];
}

/** SQL that counts the children of a row, adds them up or takes the latest. A latest day of children can be one of their own children. */
export const computedText = (
  registry: Registry,
  { key }: AnyResource,
  alias: string,
  { kind, target, via, of, where = {} }: Computation,
): string => {
  const children = registry.get(target);
  const child = `${alias}c`;
  const conditions = [
    `${columnText(child, via)} = ${columnText(alias, key)}`,
    aliveText(children, child),
    ...Object.entries(where).map(([name, values]) => `${columnText(child, name)} in (${values.map(sqlLiteral).join(', ')})`),
  ];
  const ofChild = (): string => {
    const name = must(of, `what of ${target} is computed`);
    const inner = children.all[name]?.computed;
    return inner && !inner.stored ? computedText(registry, children, child, inner) : columnText(child, name);
  };
  const value = { count: () => 'count(*)', sum: () => `coalesce(sum(${ofChild()}), 0)::float8`, latest: () => `max(${ofChild()})::text` }[
    kind
  ]();
  return `(select ${value} from ${quote(target)} ${quote(child)} where ${conditions.join(' and ')})`;
};

const maxTitleSteps = 3;
/** SQL of the title of a joined record; null where the viewer may not read it. */
export const titleText = (viewer: Viewer, target: AnyResource, alias: string, alsoClosed = false, steps = maxTitleSteps): string | null => {
  const field = target.all[target.title];
  if (!field || steps === 0 || !(alsoClosed || can(viewer.grants, 'list', target)) || !canSee(viewer.grants, field)) return null;
  const column = columnText(alias, target.title);
  if (!field.target) return field.titleSql?.(column, viewer.locale) ?? `${column}::text`;
  const next = viewer.registry.get(field.target);
  const inner = `${alias}t`;
  const text = titleText(viewer, next, inner, false, steps - 1);
  return text && `(select ${text} from ${quote(next.name)} ${quote(inner)} where ${columnText(inner, next.key)} = ${column})`;
};

interface Part {
  readonly expressions: readonly string[];
  readonly join?: SQL;
  readonly put: (row: Row, values: readonly unknown[], at: number) => void;
}

const columnPart = (viewer: Viewer, resource: AnyResource, alias: string, name: string): Part => {
  const field = fieldOf(resource, name);
  if (!canSee(viewer.grants, field))
    return {
      expressions: [],
      put: (row) => {
        row[name] = null;
      },
    };
  const expression = isStored(field)
    ? columnText(alias, name)
    : field.computed
      ? computedText(viewer.registry, resource, alias, field.computed)
      : 'null';
  return {
    expressions: [expression],
    put: (row, values, at) => {
      row[name] = values[at];
    },
  };
};

/**
 * A reference answers key and title. The title is null when the person may not read the record or its name, unless the reference is
 * `named`.
 */
const joinedPart = (viewer: Viewer, resource: AnyResource, alias: string, name: string, titled: boolean): Part => {
  const field = fieldOf(resource, name);
  const under = joinName(name);
  if (!canSee(viewer.grants, field))
    return {
      expressions: [],
      put: (row) => {
        row[under] = null;
      },
    };
  const target = viewer.registry.get(must(field.target, `the target of ${name}`));
  const reference = `j_${name}`;
  const alsoClosed = isNamed(field);
  const title = titled ? titleText(viewer, target, reference, alsoClosed) : null;
  const own = columnText(alias, name);
  const put: Part['put'] = (row, values, at) => {
    row[under] = values[at] === null ? null : { [target.key]: values[at], title: title ? values[at + 1] : null };
  };
  if (!title) return { expressions: [own], put };
  const scope = alsoClosed ? null : scopeSql(viewer.registry, viewer.grants, target, 'list', reference);
  const on = every([sql.raw(`${columnText(reference, target.key)} = ${own}`), scope]);
  return { expressions: [own, title], put, join: sql` left join ${sql.raw(`${quote(target.name)} ${quote(reference)}`)} on ${on}` };
};

/** A set of references answers keys and titles in the order of the keys, joined in the same statement. */
const joinedSetPart = (viewer: Viewer, resource: AnyResource, alias: string, name: string, titled: boolean): Part => {
  const field = fieldOf(resource, name);
  const under = joinName(name);
  if (!canSee(viewer.grants, field))
    return {
      expressions: [],
      put: (row) => {
        row[under] = null;
      },
    };
  const target = viewer.registry.get(must(field.targets, `the targets of ${name}`));
  const reference = `j_${name}`,
    set = `${reference}_set`;
  const title = titled ? titleText(viewer, target, reference) : null;
  const own = columnText(alias, name);
  if (!title)
    return {
      expressions: [own],
      put: (row, values, at) => {
        row[under] = (values[at] as readonly number[] | null)?.map((id) => ({ [target.key]: id, title: null })) ?? null;
      },
    };
  const on = every([
    sql.raw(`${columnText(reference, target.key)} = u.id`),
    scopeSql(viewer.registry, viewer.grants, target, 'list', reference),
  ]);
  const join = sql` left join lateral (select jsonb_agg(jsonb_build_object(${sql.raw(`'${target.key}', u.id, 'title', ${title}) order by u.at) as list from unnest(${own}) with ordinality u(id, at) left join ${quote(target.name)} ${quote(reference)} on`)} ${on}) ${sql.raw(quote(set))} on true`;
  return {
    expressions: [own, columnText(set, 'list')],
    join,
    put: (row, values, at) => {
      row[under] = values[at] === null ? null : (values[at + 1] ?? []);
    },
  };
};

const build = (viewer: Viewer, resource: AnyResource, selection: Selection, alias: string): Reader => {
  const parts: readonly Part[] = [
    {
      expressions: [columnText(alias, resource.key)],
      put: (row, values, at) => {
        row[resource.key] = values[at];
      },
    },
    ...selection.names.map((name) => columnPart(viewer, resource, alias, name)),
    ...[...selection.joined].map(([name, titled]) =>
      (fieldOf(resource, name).targets ? joinedSetPart : joinedPart)(viewer, resource, alias, name, titled),
    ),
  ];
  const placed = parts.map((part, index) => ({
    part,
    start: parts.slice(0, index).reduce((sum, { expressions }) => sum + expressions.length, 0),
  }));
  const assemble = (values: readonly unknown[]): Row => {
    const row: Row = {};
    for (const { part, start } of placed) part.put(row, values, start);
    return row;
  };
  return {
    select: parts.flatMap(({ expressions }) => expressions).join(', '),
    joins: sql.join(parts.flatMap(({ join }) => (join ? [join] : []))),
    assemble,
    embedded: [...selection.embedded].map(([name, inner]) => [name, fieldOf(resource, name), inner] as const),
  };
};

const kept = new WeakMap<Grants, Map<string, Reader>>();
const most = 300;
/** The reader of a selection for a person; built once and cached as long as their grants. */
export const readerOf = (viewer: Viewer, resource: AnyResource, selection: Selection, alias = 't'): Reader => {
  const cache = remember(kept, viewer.grants, () => new Map<string, Reader>());
  const key = `${viewer.locale} ${alias} ${resource.name} ${selection.id}`;
  const found = cache.get(key);
  if (found) return found;
  const reader = build(viewer, resource, selection, alias);
  if (cache.size >= most) cache.clear();
  cache.set(key, reader);
  return reader;
};
