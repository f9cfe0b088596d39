import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { isStored, type AnyResource, type InferColumns, type ResourceLike } from '@/schema';
import { columnText, plain, quote, type PlainText, type SQL } from './sql';

/** Carries the type of the values; absent at run time. */
declare const held: unique symbol;
/** A member of a row with the type of its value. */
export interface Member<T> {
  readonly [held]: T;
}
/** A part of a statement with the type of its value. */
export interface Expression<T> extends Member<T> {
  readonly getSQL: () => SQL;
  readonly shouldOmitSQLParens: () => boolean;
}
/** The type of the value of a member. */
export type Held<E extends Member<unknown>> = E[typeof held];
/** A column of a table, for any statement. */
export interface Column<T> extends Expression<T> {
  readonly text: string;
}
/** The columns of a table by name. In a statement the object itself is the table with its alias. */
export type Columns<Row> = { readonly [K in keyof Row]-?: Column<Row[K]> } & PlainText;

const kept = ['created_by', 'updated_by', 'deleted_at'];
const namesOf = (source: AnyResource | PgTable): { readonly table: string; readonly columns: readonly string[] } =>
  is(source, Table)
    ? { table: getTableName(source), columns: Object.keys(getTableColumns(source)) }
    : {
        table: source.name,
        columns: [source.key, ...Object.keys(source.all).filter((name) => source.all[name] && isStored(source.all[name])), ...kept],
      };

const built = new WeakMap<object, Map<string, PlainText>>();
const build = (source: AnyResource | PgTable, alias: string): PlainText => {
  const { table, columns } = namesOf(source);
  const named = columns.map((name) => [name, plain(alias ? columnText(alias, name) : quote(name))] as const);
  return Object.assign(plain(alias ? `${quote(table)} ${quote(alias)}` : quote(table)), Object.fromEntries(named));
};

/**
 * The columns of a resource or of another table, with their declared types. With an alias they are written with it, without one by their
 * bare names, as `set` and `insert` need them.
 */
export function columnsOf<R extends ResourceLike>(source: R, alias?: string): Columns<InferColumns<R>>;
export function columnsOf<T extends PgTable>(source: T, alias?: string): Columns<T['$inferSelect']>;
export function columnsOf(source: AnyResource | PgTable, alias = ''): PlainText {
  const aliases = built.get(source) ?? new Map<string, PlainText>();
  const known = aliases.get(alias) ?? build(source, alias);
  built.set(source, aliases.set(alias, known));
  return known;
}

/** A column of a table in a left join: it may be null. */
export const orNull = <T>(column: Expression<T>): Expression<T | null> => column as Expression<T | null>;
