/** A value with named parts. */
export type Parts = Readonly<Record<string, unknown>>;

/** Whether a value has named parts. */
export const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value);
/** A named part of a value, or undefined where it has none. */
export const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
/** The value where it is a text, or null. */
export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** The value where it is a number, or null. */
export const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** The elements of a value that is a list, or none. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** The texts inside a list, or none. */
export const textsIn = (value: unknown): readonly string[] => listIn(value).filter((each) => typeof each === 'string');
/** The key of a record; every row that is read carries it. */
export const idOf = (row: Parts, { key }: { readonly key: string }): number => Number(row[key]);
/** Whether a value is one of a closed list, which then names its type. */
export const isOneOf = <const V>(list: readonly V[], value: unknown): value is V => list.some((each) => each === value);
