import type { Expression, Held } from './columnsOf';
import { sql, type Compiled, type SQL } from './sql';

/** What statements run on: a transaction, or a connection without one. */
export interface Runner {
  /** Runs a fragment and answers its rows as arrays, in the order of the select list. Only what composes select lists reads them. */
  readonly rows: (statement: SQL | Compiled) => Promise<unknown[][]>;
}
export type Shape = Readonly<Record<string, Expression<unknown>>>;
/** A row as it was asked for. */
export type Selected<S extends Shape> = { readonly [K in keyof S]: Held<S[K]> };
/** What comes behind the select list, or a whole statement around it. */
type Rest = SQL | ((list: SQL) => SQL);

const comma = sql.raw(', ');

/** Says what an expression that is no column yields, in the form in which values leave the database (`wireTypes`). */
export const value = <T>(fragment: SQL): Expression<T> => fragment as unknown as Expression<T>;

/** An object of the database's own making, with a value for each name. Instants in it are as JSON has them. */
export const jsonObject = <const S extends Shape>(shape: S): Expression<Selected<S>> =>
  value(
    sql`jsonb_build_object(${sql.join(
      Object.entries(shape).map(([name, part]) => sql`${sql.raw(`'${name}'`)}, ${part}`),
      comma,
    )})`,
  );

/** Reads rows by name: `select(tx, { id: i.inscriptionid }, sql`from ${i} where ...`)`. A statement that answers elsewhere takes the list: `(list) => sql`update ... returning ${list}``. */
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

/** Whether any row is there: `exists(tx, sql`from ${i} where ...`)`. */
export const exists = async ({ rows }: Runner, rest: SQL): Promise<boolean> => (await rows(sql`select 1 ${rest}`)).length > 0;

/** Runs a statement of which nothing is read. */
export const execute = async ({ rows }: Runner, statement: SQL): Promise<void> => {
  await rows(statement);
};
