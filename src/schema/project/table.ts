import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  type ExtraConfigColumn,
  type IndexColumn,
  type PgColumn,
  type PgColumnBuilder,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  type PgTableWithColumns,
} from 'drizzle-orm/pg-core';
import { must } from '../must';
import type { ColumnKind } from '../field';
import type { Registry } from '../registry';
import { tableShape, type ColumnShape, type IndexShape, type TableShape } from './shape';

/** A projected table: columns by name, with types that only the declaration knows. */
export type ProjectedTable = PgTableWithColumns<any>;

const builders: Readonly<Record<ColumnKind, () => PgColumnBuilder<any, any>>> = {
  text: () => text(),
  integer: () => integer(),
  bigint: () => bigint({ mode: 'number' }),
  double: () => doublePrecision(),
  boolean: () => boolean(),
  timestamptz: () => timestamp({ withTimezone: true, mode: 'string', precision: 3 }),
  date: () => date({ mode: 'string' }),
  jsonb: () => jsonb(),
  'text[]': () => text().array(),
  'bigint[]': () => bigint({ mode: 'number' }).array(),
};

const columnBuilder = (shape: ColumnShape): PgColumnBuilder<any, any> => {
  if (shape.identity) return bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
  const plain = builders[shape.kind]();
  const strict = shape.notNull ? plain.notNull() : plain;
  if (shape.generated) return strict.generatedAlwaysAs(sql.raw(shape.generated));
  if (shape.defaultNow) return strict.default(sql`now()`);
  return shape.default === undefined ? strict : strict.default(shape.default);
};

type Columns = Readonly<Record<string, ExtraConfigColumn>>;
const columnIn = (columns: Columns, name: string): ExtraConfigColumn => must(columns[name], `the column ${name}`);
type Parts = [Partial<IndexColumn>, ...Partial<IndexColumn>[]];

const indexBuilder =
  (columns: Columns) =>
  ({ name, on, unique: isUnique, gin, where }: IndexShape): PgTableExtraConfigValue => {
    const parts = on.map((part) =>
      'expression' in part
        ? sql.raw(part.expression)
        : part.op
          ? columnIn(columns, part.column).op(part.op)
          : columnIn(columns, part.column),
    ) as unknown as Parts;
    const start = isUnique ? uniqueIndex(name) : index(name);
    const built = gin ? start.using('gin', ...parts) : start.on(...parts);
    return where ? built.where(sql.raw(where)) : built;
  };

const at = (columns: Columns, names: readonly string[]): [PgColumn, ...PgColumn[]] =>
  names.map((name) => columnIn(columns, name)) as unknown as [PgColumn, ...PgColumn[]];

const extras = (shape: TableShape, columns: Columns, tables: Readonly<Record<string, ProjectedTable>>): PgTableExtraConfigValue[] => [
  ...shape.checks.map(({ name, sql: condition }) => check(name, sql.raw(condition))),
  ...shape.uniques.map(({ name, columns: names }) => unique(name).on(...at(columns, names))),
  ...shape.foreignKeys.map(({ name, columns: names, target, targetColumns }) => {
    const key = foreignKey({ name, columns: at(columns, names), foreignColumns: at(tables[target] as unknown as Columns, targetColumns) });
    return names.length > 1 ? key.onUpdate('cascade') : key;
  }),
  ...shape.indexes.map(indexBuilder(columns)),
];

/** The tables of all resources. They refer to each other by name, in any order: drizzle reads the references when all exist. */
export const tablesOf = (registry: Registry): Readonly<Record<string, ProjectedTable>> => {
  const tables: Record<string, ProjectedTable> = {};
  for (const resource of registry.all) {
    const shape = tableShape(resource, registry);
    const columns: Record<string, PgColumnBuilderBase> = Object.fromEntries(
      shape.columns.map((column) => [column.name, columnBuilder(column) as unknown as PgColumnBuilderBase]),
    );
    tables[resource.name] = pgTable(shape.name, columns, (built) => extras(shape, built as unknown as Columns, tables));
  }
  return tables;
};
