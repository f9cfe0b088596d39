import { sql, type SQL } from 'drizzle-orm';
import { isStored, joinName, type AnyField, type AnyResource, type Grants, type Registry, fieldOf } from '@/schema';
import { isNamed, type Computation } from '@/schema/field';
import { must } from '@/schema/must';
import { can, canSee } from '@/schema/project/access';
import { sqlLiteral } from '@/schema/sql';
import type { Locale } from '../../kernel/messages';
import { nested, value, type Shape } from '../../kernel/select';
import { columnText, every, plain, quote } from '../../kernel/sql';
import { aliveText } from './alive';
import { scopeSql } from './scope';
import type { Selection } from './Selection';
import { remember } from '../../kernel/remember';

export interface Viewer {
  readonly grants: Grants;
  readonly locale: Locale;
  readonly registry: Registry;
}

/** What is read of a record, and the joins that it needs. */
export interface Reader {
  readonly shape: Shape;
  readonly joins: SQL;
  readonly embedded: readonly (readonly [name: string, field: AnyField, selection: Selection])[];
}

/** SQL that counts the children of a row, adds them up or takes the latest. A latest day of children can be one of their own children. */
export const computedText = (
  registry: Registry,
  { key }: AnyResource,
  alias: string,
  { kind, target, via, or, of, where = {} }: Computation,
): string => {
  const children = registry.get(target);
  const child = `${alias}c`;
  const refersBy = (name: string): string => `${columnText(child, name)} = ${columnText(alias, key)}`;
  const conditions = [
    or === undefined ? refersBy(via) : `(${refersBy(via)} or ${refersBy(or)})`,
    aliveText(children, child),
    ...Object.entries(where).map(([name, values]) => `${columnText(child, name)} in (${values.map(sqlLiteral).join(', ')})`),
  ];
  const ofChild = (): string => {
    const name = must(of, `what of ${target} is computed`);
    const inner = children.all[name]?.computed;
    return inner && !inner.stored ? computedText(registry, children, child, inner) : columnText(child, name);
  };
  const result = { count: () => 'count(*)', sum: () => `coalesce(sum(${ofChild()}), 0)::float8`, latest: () => `max(${ofChild()})::text` }[
    kind
  ]();
  return `(select ${result} from ${quote(target)} ${quote(child)} where ${conditions.join(' and ')})`;
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
  readonly shape: Shape;
  readonly join?: SQL;
}
const read = <T>(text: string) => value<T>(plain(text));
/** What the person may not see. */
const hidden = read<null>('null');

const columnPart = (viewer: Viewer, resource: AnyResource, alias: string, name: string): Part => {
  const field = fieldOf(resource, name);
  if (!canSee(viewer.grants, field)) return { shape: { [name]: hidden } };
  const expression = isStored(field)
    ? columnText(alias, name)
    : field.computed
      ? computedText(viewer.registry, resource, alias, field.computed)
      : 'null';
  return { shape: { [name]: read(expression) } };
};

/**
 * A reference answers key and title. The title is null when the person may not read the record or its name, unless the reference is
 * `named`.
 */
const joinedPart = (viewer: Viewer, resource: AnyResource, alias: string, name: string, titled: boolean): Part => {
  const field = fieldOf(resource, name);
  const under = joinName(name);
  if (!canSee(viewer.grants, field)) return { shape: { [under]: hidden } };
  const target = viewer.registry.get(must(field.target, `the target of ${name}`));
  const reference = `j_${name}`;
  const alsoClosed = isNamed(field);
  const title = titled ? titleText(viewer, target, reference, alsoClosed) : null;
  const own = columnText(alias, name);
  const record = { [target.key]: read(own), title: title ? read(title) : hidden };
  const shape = { [under]: nested(record, (row) => (row[target.key] === null ? null : row)) };
  if (!title) return { shape };
  const scope = alsoClosed ? null : scopeSql(viewer.registry, viewer.grants, target, 'list', reference);
  const on = every([sql.raw(`${columnText(reference, target.key)} = ${own}`), scope]);
  return { shape, join: sql` left join ${sql.raw(`${quote(target.name)} ${quote(reference)}`)} on ${on}` };
};

/** A set of references answers keys and titles in the order of the keys, joined in the same statement. */
const joinedSetPart = (viewer: Viewer, resource: AnyResource, alias: string, name: string, titled: boolean): Part => {
  const field = fieldOf(resource, name);
  const under = joinName(name);
  if (!canSee(viewer.grants, field)) return { shape: { [under]: hidden } };
  const target = viewer.registry.get(must(field.targets, `the targets of ${name}`));
  const reference = `j_${name}`,
    set = `${reference}_set`;
  const title = titled ? titleText(viewer, target, reference) : null;
  const own = columnText(alias, name);
  const keys = read<readonly number[] | null>(own);
  if (!title) return { shape: { [under]: nested({ keys }, ({ keys }) => keys?.map((id) => ({ [target.key]: id, title: null })) ?? null) } };
  const on = every([
    sql.raw(`${columnText(reference, target.key)} = u.id`),
    scopeSql(viewer.registry, viewer.grants, target, 'list', reference),
  ]);
  const join = sql` left join lateral (select jsonb_agg(jsonb_build_object(${sql.raw(`'${target.key}', u.id, 'title', ${title}) order by u.at) as list from unnest(${own}) with ordinality u(id, at) left join ${quote(target.name)} ${quote(reference)} on`)} ${on}) ${sql.raw(quote(set))} on true`;
  const list = read<readonly unknown[] | null>(columnText(set, 'list'));
  return { shape: { [under]: nested({ keys, list }, ({ keys, list }) => (keys === null ? null : (list ?? []))) }, join };
};

const build = (viewer: Viewer, resource: AnyResource, selection: Selection, alias: string): Reader => {
  const parts: readonly Part[] = [
    { shape: { [resource.key]: read(columnText(alias, resource.key)) } },
    ...selection.names.map((name) => columnPart(viewer, resource, alias, name)),
    ...[...selection.joined].map(([name, titled]) =>
      (fieldOf(resource, name).targets ? joinedSetPart : joinedPart)(viewer, resource, alias, name, titled),
    ),
  ];
  return {
    shape: Object.assign({}, ...parts.map(({ shape }) => shape)),
    joins: sql.join(parts.flatMap(({ join }) => (join ? [join] : []))),
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
