import { fillPlaceholders, Param, sql as drizzle, SQL, StringChunk, type SQLChunk, type SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

export type { SQL } from 'drizzle-orm';

type Scalar = string | number | boolean | null;
/** The parts of a statement: fragments, columns and tables become text, values are bound. */
export type Part = SQLWrapper | Scalar | Buffer | readonly Scalar[];

/** A fragment that is only text, inserted as it is. */
export interface PlainText extends SQLWrapper {
  readonly text: string;
}
/** A text as such a fragment. */
export const plain = (text: string): PlainText => {
  const fragment = drizzle.raw(text);
  return { text, getSQL: () => fragment, shouldOmitSQLParens: () => true };
};
const isWrapper = (part: Part): part is SQLWrapper => typeof part === 'object' && part !== null && 'getSQL' in part;
const textOf = (part: SQLWrapper): string | undefined => ('text' in part ? String(part.text) : undefined);

/**
 * A fragment of SQL. Values are bound and arrays stay arrays. An undefined value does not compile, because it would be left out
 * silently.
 */
const tag = (strings: readonly string[], ...parts: readonly Part[]): SQL => {
  const chunks: SQLChunk[] = [];
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) {
    const plain = isWrapper(part) ? textOf(part) : undefined;
    if (plain === undefined) {
      chunks.push(new StringChunk(text), isWrapper(part) ? part.getSQL() : new Param(part));
      text = '';
    } else text += plain;
    text += strings[index + 1] ?? '';
  }
  return new SQL([...chunks, new StringChunk(text)]);
};
export const sql = Object.assign(tag, { raw: drizzle.raw, join: drizzle.join });
/** Parts with commas in between. */
export const listed = (parts: readonly Part[]): SQL =>
  tag(['', ...parts.map((_, index) => (index === parts.length - 1 ? '' : ', '))], ...parts);
/** A value that is given when the statement runs, under a name. */
export const later = (name: string): SQL => tag(['', ''], drizzle.placeholder(name));

const dialect = new PgDialect();
/** A statement in the form that the database takes. */
export interface Compiled {
  readonly sql: string;
  readonly params: unknown[];
}
/** Text and parameters of a fragment. */
export const compile = (fragment: SQL): Compiled => dialect.sqlToQuery(fragment);
/** A statement with the values that it left for later. */
export const filled = <C extends Compiled>(statement: C, values: Readonly<Record<string, unknown>>): C => ({
  ...statement,
  params: fillPlaceholders(statement.params, values),
});

/** A quoted name, for text that is composed once and cached. Names come from declarations only. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** `"t"."name"`. */
export const columnText = (alias: string, name: string): string => `${quote(alias)}.${quote(name)}`;
/** The same as a fragment. */
export const column = (alias: string, name: string): SQL => sql.raw(columnText(alias, name));
/** One bound value of any kind; arrays stay arrays instead of becoming lists. */
export const bind = (value: unknown): SQL => new SQL([new Param(value)]);
/** A text as it is written in a pattern of `like`, where it stands for itself. */
export const likeText = (text: unknown): string => String(text).replace(/[\\%_]/g, '\\$&');
/** Joins conditions with `and`; none is `true`. */
export const every = (conditions: readonly (SQL | null | undefined)[]): SQL => {
  const present = conditions.filter((each): each is SQL => each != null);
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
};
