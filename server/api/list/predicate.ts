import { sql, type SQL } from 'drizzle-orm';
import { stepOf, type AnyField, type AnyResource, type Comparison, type Filter, type Operator, type Registry, type Step } from '@/schema';
import { searchColumns } from '@/schema/project/shape';
import { listIn } from '@/schema/unknown';
import { bind, columnText, every, likeText, quote } from '../../kernel/sql';
import { aliveText } from './alive';
import { fieldOf } from './keyField';
import { textGroups, type TextGroup } from './textGroups';

const folded = (text: string): SQL => sql.raw(`immutable_unaccent(lower(${text}))`);
const searchable = (field: AnyField, column: string): string => field.searchText?.(column) ?? column;
const isList = ({ column }: AnyField): boolean => column?.endsWith('[]') === true;
const arrayTypes: Readonly<Partial<Record<string, string>>> = {
  'bigint[]': 'bigint[]',
  bigint: 'bigint[]',
  integer: 'integer[]',
  double: 'double precision[]',
};
const arrayType = ({ column }: AnyField): string => arrayTypes[column ?? ''] ?? 'text[]';

/** The pattern for a text that contains a piece anywhere. */
const likePattern = (value: unknown): SQL => sql`'%' || immutable_unaccent(lower(${bind(likeText(value))}::text)) || '%'`;

type Compile = (column: string, value: unknown, field: AnyField) => SQL;
const simple =
  (operator: string): Compile =>
  (column, value) =>
    sql`${sql.raw(column)} ${sql.raw(operator)} ${bind(value)}`;

const compiled: Readonly<Record<Operator, Compile>> = {
  eq: (column, value, field) => (value === null ? sql.raw(`${column} is null`) : simple('=')(column, value, field)),
  lt: simple('<'),
  lte: simple('<='),
  gt: simple('>'),
  gte: simple('>='),
  in: (column, value, field) =>
    listIn(value).length === 0 ? sql.raw('false') : sql`${sql.raw(column)} = any(${bind(value)}::${sql.raw(arrayType(field))})`,
  between: (column, value) => {
    const [low, high] = listIn(value);
    return sql`${sql.raw(column)} between ${bind(low)} and ${bind(high)}`;
  },
  contains: (column, value, field) => sql`${folded(searchable(field, column))} like ${likePattern(value)}`,
  startswith: (column, value, field) =>
    sql`${folded(searchable(field, column))} like immutable_unaccent(lower(${bind(likeText(value))}::text)) || '%'`,
  null: (column, _, field) => sql.raw(isList(field) ? `coalesce(cardinality(${column}), 0) = 0` : `${column} is null`),
  has: (column, value, field) => sql`${sql.raw(column)} @> ${bind(value)}::${sql.raw(arrayType(field))}`,
};

/** A part of a field is also part of its search text, which has an index for substrings; the field has none. */
const nearby = (resource: AnyResource, alias: string, { field, op, value }: Comparison): SQL | null => {
  const near = op === 'contains' || op === 'startswith' ? searchColumns(resource).find(({ fields }) => fields.includes(field)) : undefined;
  return near ? sql`${sql.raw(columnText(alias, near.column))} like ${likePattern(value)}` : null;
};

/** The scope of the rows of another resource that a condition reads. */
export type Narrow = (resource: AnyResource, alias: string) => SQL | null;
interface Context {
  readonly registry: Registry;
  readonly narrow: Narrow;
}

const joined = ({ link, via, to }: Step, { key }: AnyResource, alias: string, inner: string): string =>
  link === 'children'
    ? `${columnText(inner, via)} = ${columnText(alias, key)}`
    : link === 'childSets'
      ? `${columnText(inner, via)} @> array[${columnText(alias, key)}]`
      : `${columnText(inner, to.key)} = any(${columnText(alias, via)})`;

/** A link to one record is followed to that record. With several records, one that the person may see and that matches is enough. */
const further = (context: Context, resource: AnyResource, alias: string, step: Step, asked: Comparison): SQL => {
  const { to, link, via, rest } = step;
  const inner = `${alias}s`;
  const nested = comparison(context, to, inner, { ...asked, field: rest });
  const table = `${quote(to.name)} ${quote(inner)}`;
  if (link === 'one')
    return sql`${sql.raw(columnText(alias, via))} in (select ${sql.raw(`${columnText(inner, to.key)} from ${table}`)} where ${nested})`;
  return sql`exists (select 1 from ${sql.raw(table)} where ${every([sql.raw(`${joined(step, resource, alias, inner)} and ${aliveText(to, inner)}`), context.narrow(to, inner), nested])})`;
};

const comparison = (context: Context, resource: AnyResource, alias: string, asked: Comparison): SQL => {
  const { field: path, op, value } = asked;
  const step = stepOf(context.registry, resource, path);
  if (step) return further(context, resource, alias, step, asked);
  const field = fieldOf(context.registry, resource, path);
  if (!field) throw new Error(`${resource.name} has no field ${path}`);
  const [own, near] = [compiled[op](columnText(alias, path), value, field), nearby(resource, alias, asked)];
  return near ? sql`(${near} and ${own})` : own;
};

/** Several pieces of one text. Each can still use the index for substrings, and the text is normalised once for all of them. */
const pieces = (context: Context, resource: AnyResource, alias: string, group: TextGroup, all: boolean): SQL => {
  const [{ field: path }] = group;
  const field = fieldOf(context.registry, resource, path);
  if (group.length === 1 || !field) return comparison(context, resource, alias, group[0]);
  const likes = sql.join(
    group.map(({ value }) => likePattern(value)),
    sql`, `,
  );
  const own = sql`${folded(searchable(field, columnText(alias, path)))} like ${sql.raw(all ? 'all' : 'any')} ((select array[${likes}])::text[])`;
  const near = group.flatMap((each) => nearby(resource, alias, each) ?? []);
  return near.length > 0 ? sql`((${sql.join(near, sql.raw(all ? ' and ' : ' or '))}) and ${own})` : own;
};

const compose = (context: Context, resource: AnyResource, alias: string, filter: Filter): SQL => {
  const nested = (each: Filter) => compose(context, resource, alias, each);
  const together = (filters: readonly Filter[], all: boolean): SQL => {
    const { texts, others } = textGroups(filters);
    const parts = [...others.map(nested), ...texts.map((group) => pieces(context, resource, alias, group, all))];
    return sql`(${sql.join(parts, sql.raw(all ? ' and ' : ' or '))})`;
  };
  if ('and' in filter) return together(filter.and, true);
  if ('or' in filter) return together(filter.or, false);
  if ('not' in filter) return sql`(${nested(filter.not)}) is not true`;
  return comparison(context, resource, alias, filter);
};

/**
 * A filter as SQL over the table under an alias. Names and values must be checked before. `not` is also true when the inner value is
 * unknown.
 */
export const predicate = (registry: Registry, resource: AnyResource, alias: string, filter: Filter, narrow: Narrow = () => null): SQL =>
  compose({ registry, narrow }, resource, alias, filter);
