import { asArrays } from './asArrays';
import type { Expression } from './columnsOf';
import { layoutOf, type Selected, type Shape } from './layout';
import { compile, listed, sql, type Compiled, type PlainText, type SQL } from './sql';

export { nested, type Selected, type Shape } from './layout';

/** Runs statements: a transaction, or a connection without one. */
export interface Runner {
  readonly [asArrays]: (statement: Compiled) => Promise<unknown[][]>;
}
/** The part of a statement after the select list, or a whole statement around it. */
type Rest = SQL | ((list: SQL) => SQL);

const composed = (list: SQL, rest: Rest): SQL => (typeof rest === 'function' ? rest(list) : sql`select ${list} ${rest}`);

/** Gives a type to an expression that is not a column, as values leave the database (`wireTypes`). */
export const value = <T>(fragment: SQL | PlainText): Expression<T> => fragment as unknown as Expression<T>;

/** Some columns of a table, or values of a row, under their own names: `pick(i, 'inscriptionid', 'folio')`. */
export function pick<C extends object, const K extends keyof C & string>(columns: C, ...names: readonly K[]): Pick<C, K>;
export function pick(columns: Readonly<Record<string, unknown>>, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, columns[name]]));
}

/** A JSON object built by the database, with a value for each name. Instants in it are in the format of JSON. */
export const jsonObject = <const S extends Readonly<Record<string, Expression<unknown>>>>(shape: S): Expression<Selected<S>> =>
  value(sql`jsonb_build_object(${listed(Object.entries(shape).map(([name, part]) => sql`${sql.raw(`'${name}'`)}, ${part}`))})`);

/** A statement that is composed once and run often, with the names of what it reads. */
export interface Prepared<R> extends Compiled {
  readonly row: (values: readonly unknown[]) => R;
}
/** The statement of `select` as a fragment. */
export const statementOf = (shape: Shape, rest: Rest): SQL => composed(layoutOf(shape).list, rest);
/** Composes a statement for `read`, with the arguments of `select`. */
export function prepare<const S extends Shape>(shape: S, rest: Rest): Prepared<Selected<S>>;
export function prepare(shape: Shape, rest: Rest): Prepared<unknown> {
  const { list, row } = layoutOf(shape);
  return { ...compile(composed(list, rest)), row };
}
/** Runs a prepared statement. */
export const read = async <R>(runner: Runner, statement: Prepared<R>): Promise<readonly R[]> => {
  const found = await runner[asArrays](statement);
  return found.map((values) => statement.row(values));
};

/**
 * Reads rows by name: `select(tx, { id: i.inscriptionid }, sql`from ${i} where ...`)`. A statement with its select list elsewhere takes
 * a function: `(list) => sql`update ... returning ${list}``.
 */
export const select = async <const S extends Shape>(runner: Runner, shape: S, rest: Rest): Promise<readonly Selected<S>[]> =>
  read(runner, prepare(shape, rest));

/** The first row of a statement, if there is one. */
export const selectOne = async <const S extends Shape>(runner: Runner, shape: S, rest: Rest): Promise<Selected<S> | undefined> =>
  (await select(runner, shape, rest))[0];

/** One column of every row. */
export const selectAll = async <T>(runner: Runner, column: Expression<T>, rest: Rest): Promise<readonly T[]> =>
  (await select(runner, { column }, rest)).map(({ column }) => column);

const one = value<number>(sql`1`);
/** Whether there is any row: `exists(tx, sql`from ${i} where ...`)`. */
export const exists = async (runner: Runner, rest: SQL): Promise<boolean> => (await selectAll(runner, one, rest)).length > 0;

/** Runs a statement without reading its rows. */
export const execute = async (runner: Runner, statement: SQL): Promise<void> => {
  await runner[asArrays](compile(statement));
};
