import type { Expression, Held } from './columnsOf';
import { sql, type Compiled, type SQL } from './sql';

/** Runs statements: a transaction, or a connection without one. */
export interface Runner {
  /** Runs a fragment and answers its rows as arrays, in the order of the select list. Only code that composes select lists uses it. */
  readonly rows: (statement: SQL | Compiled) => Promise<unknown[][]>;
}
export type Shape = Readonly<Record<string, Expression<unknown>>>;
/** A row of a query, by the requested names. */
export type Selected<S extends Shape> = { readonly [K in keyof S]: Held<S[K]> };
/** The part of a statement after the select list, or a whole statement around it. */
type Rest = SQL | ((list: SQL) => SQL);

const comma = sql.raw(', ');

/** Gives a type to an expression that is not a column, as values leave the database (`wireTypes`). */
export const value = <T>(fragment: SQL): Expression<T> => fragment as unknown as Expression<T>;

/** Some columns of a table, or values of a row, under their own names: `pick(i, 'inscriptionid', 'folio')`. */
export function pick<C extends object, const K extends keyof C & string>(columns: C, ...names: readonly K[]): Pick<C, K>;
export function pick(columns: Readonly<Record<string, unknown>>, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, columns[name]]));
}

/** A JSON object built by the database, with a value for each name. Instants in it are in the format of JSON. */
export const jsonObject = <const S extends Shape>(shape: S): Expression<Selected<S>> =>
  value(
    sql`jsonb_build_object(${sql.join(
      Object.entries(shape).map(([name, part]) => sql`${sql.raw(`'${name}'`)}, ${part}`),
      comma,
    )})`,
  );

/**
 * Reads rows by name: `select(tx, { id: i.inscriptionid }, sql`from ${i} where ...`)`. A statement with its select list elsewhere takes
 * a function: `(list) => sql`update ... returning ${list}``.
 */
export const select = async <const S extends Shape>({ rows }: Runner, shape: S, rest: Rest): Promise<readonly Selected<S>[]> => {
  const names = Object.keys(shape);
  const list = sql.join(Object.values(shape) as never, comma);
  const found = await rows(typeof rest === 'function' ? rest(list) : sql`select ${list} ${rest}`);
  return found.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])) as Selected<S>);
};

/** The first row of a statement, if there is one. */
export const selectOne = async <const S extends Shape>(runner: Runner, shape: S, rest: Rest): Promise<Selected<S> | undefined> =>
  (await select(runner, shape, rest))[0];

/** One column of every row. */
export const selectAll = async <T>({ rows }: Runner, column: Expression<T>, rest: SQL): Promise<readonly T[]> =>
  (await rows(sql`select ${column} ${rest}`)).map(([first]) => first as T);

/** Whether there is any row: `exists(tx, sql`from ${i} where ...`)`. */
export const exists = async ({ rows }: Runner, rest: SQL): Promise<boolean> => (await rows(sql`select 1 ${rest}`)).length > 0;

/** Runs a statement without reading its rows. */
export const execute = async ({ rows }: Runner, statement: SQL): Promise<void> => {
  await rows(statement);
};
