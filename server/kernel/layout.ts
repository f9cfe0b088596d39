import type { Expression, Held, Member } from './columnsOf';
import type { Row } from './Row';
import { listed, type SQL } from './sql';

/** A member of a row that is made of several columns. */
interface Nested<T> extends Member<T> {
  readonly shape: Shape;
  make(row: Row): T;
}
/** What a statement reads, by name. */
export type Shape = Readonly<Record<string, Expression<unknown> | Nested<unknown>>>;
/** A row of a query, by the requested names. */
export type Selected<S extends Shape> = { readonly [K in keyof S]: Held<S[K]> };

/** The select list of a shape, and its rows made of what the list answers. */
interface Layout {
  readonly list: SQL;
  readonly row: (values: readonly unknown[]) => Row;
}

const asItIs = (row: Row): unknown => row;
/** Columns as one member of a row: an object with their names, or what a function makes of it. */
export function nested<const S extends Shape>(shape: S): Nested<Selected<S>>;
export function nested<const S extends Shape, T>(shape: S, make: (row: Selected<S>) => T): Nested<T>;
export function nested(shape: Shape, make: (row: Row) => unknown = asItIs): object {
  return { shape, make };
}

/** Puts the columns of a shape into a list, and answers how a row is made of their values. */
const place = (shape: Shape, columns: Expression<unknown>[]): Layout['row'] => {
  const members = Object.entries(shape).map(([name, member]) => {
    if (!('make' in member)) return { name, at: columns.push(member) - 1, make: null };
    const inner = place(member.shape, columns);
    return { name, at: 0, make: (values: readonly unknown[]) => member.make(inner(values)) };
  });
  return (values) => {
    const row: Row = {};
    for (const { name, at, make } of members) row[name] = make ? make(values) : values[at];
    return row;
  };
};

/** The layout of a shape. */
export const layoutOf = (shape: Shape): Layout => {
  const columns: Expression<unknown>[] = [];
  const row = place(shape, columns);
  return { list: listed(columns), row };
};
