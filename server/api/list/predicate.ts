import { sql, type SQL } from 'drizzle-orm';
import { pathOf, type AnyField, type AnyResource, type Comparison, type Filter, type Operator, type Registry } from '@/schema';
import { searchColumns } from '@/schema/project/shape';
import { bind, columnText, quote } from '../sql';
import { fieldOf } from './keyField';

const pattern = (value: unknown): string => String(value).replace(/[\\%_]/g, '\\$&');
const folded = (text: string): SQL => sql.raw(`immutable_unaccent(lower(${text}))`);
const searchable = (field: AnyField, column: string): string => field.searchText?.(column) ?? column;
const isList = ({ column }: AnyField): boolean => column?.endsWith('[]') === true;
const arrayType = ({ column }: AnyField): string => ({ 'bigint[]': 'bigint[]', bigint: 'bigint[]', integer: 'integer[]', double: 'double precision[]' } as Record<string, string>)[column ?? ''] ?? 'text[]';

type Compile = (column: string, value: unknown, field: AnyField) => SQL;
const simple = (operator: string): Compile => (column, value) => sql`${sql.raw(column)} ${sql.raw(operator)} ${bind(value)}`;

const compiled: Readonly<Record<Operator, Compile>> = {
  eq: (column, value, field) => (value === null ? sql.raw(`${column} is null`) : simple('=')(column, value, field)),
  lt: simple('<'), lte: simple('<='), gt: simple('>'), gte: simple('>='),
  in: (column, value, field) => ((value as readonly unknown[]).length === 0 ? sql.raw('false') : sql`${sql.raw(column)} = any(${bind(value)}::${sql.raw(arrayType(field))})`),
  between: (column, value) => {
    const [low, high] = value as readonly [unknown, unknown];
    return sql`${sql.raw(column)} between ${bind(low)} and ${bind(high)}`;
  },
  contains: (column, value, field) => sql`${folded(searchable(field, column))} like '%' || immutable_unaccent(lower(${bind(pattern(value))}::text)) || '%'`,
  startswith: (column, value, field) => sql`${folded(searchable(field, column))} like immutable_unaccent(lower(${bind(pattern(value))}::text)) || '%'`,
  null: (column, _, field) => sql.raw(isList(field) ? `coalesce(cardinality(${column}), 0) = 0` : `${column} is null`),
  has: (column, value, field) => sql`${sql.raw(column)} @> ${bind(value)}::${sql.raw(arrayType(field))}`,
};

/** A piece of a field lies within the text that searches read, which has an index for pieces while the field has none. */
const nearby = (resource: AnyResource, alias: string, { field, op, value }: Comparison): SQL | null => {
  const near = op === 'contains' || op === 'startswith' ? searchColumns(resource).find(({ fields }) => fields.includes(field)) : undefined;
  return near ? sql`${sql.raw(columnText(alias, near.column))} like '%' || immutable_unaccent(lower(${bind(pattern(value))}::text)) || '%'` : null;
};

const comparison = (registry: Registry, resource: AnyResource, alias: string, asked: Comparison): SQL => {
  const { field: path, op, value } = asked;
  const field = fieldOf(registry, resource, path);
  if (!field) throw new Error(`${resource.name} has no field ${path}`);
  const [first, second] = pathOf(path);
  if (!second) {
    const [own, near] = [compiled[op](columnText(alias, first), value, field), nearby(resource, alias, asked)];
    return near ? sql`(${near} and ${own})` : own;
  }
  const target = registry.get(resource.all[first]!.target!);
  return sql`${sql.raw(columnText(alias, first))} in (select ${sql.raw(quote(target.key))} from ${sql.raw(quote(target.name))} where ${compiled[op](quote(second), value, field)})`;
};

/** A filter as SQL over the table under an alias. Names and values must have been judged before; `not` also holds where the rest is unknown. */
export const predicate = (registry: Registry, resource: AnyResource, alias: string, filter: Filter): SQL => {
  const nested = (each: Filter) => predicate(registry, resource, alias, each);
  if ('and' in filter) return sql`(${sql.join(filter.and.map(nested), sql` and `)})`;
  if ('or' in filter) return sql`(${sql.join(filter.or.map(nested), sql` or `)})`;
  if ('not' in filter) return sql`(${nested(filter.not)}) is not true`;
  return comparison(registry, resource, alias, filter);
};
