import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();
/** Text and parameters of a fragment. */
export const compile = (fragment: SQL): { readonly sql: string; readonly params: unknown[] } => dialect.sqlToQuery(fragment);

/** A quoted name, for text that is composed once and kept. Names come from declarations only. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** `"t"."name"`. */
export const columnText = (alias: string, name: string): string => `${quote(alias)}.${quote(name)}`;
/** The same as a fragment. */
export const column = (alias: string, name: string): SQL => sql.raw(columnText(alias, name));
/** One bound value; arrays stay arrays instead of becoming lists. */
export const bind = (value: unknown): SQL => sql`${sql.param(value)}`;
/** Joins conditions with `and`; none is `true`. */
export const every = (conditions: readonly (SQL | null | undefined)[]): SQL => {
  const present = conditions.filter((each): each is SQL => each != null);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
};
