/** An object with unknown properties. */
export type Parts = Readonly<Record<string, unknown>>;

/** Whether a value is an object with properties. */
export const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value);
const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null;
/** A property of a value, or undefined. */
export const partOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
/** The value if it is a text, or null. */
export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** The value if it is a number, or null. */
export const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** The elements of a list, or an empty list for anything else. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** The rows inside a list, or an empty list. */
export const rowsIn = (value: unknown): readonly Parts[] => listIn(value).filter(isParts);
/** The numbers inside a list, or an empty list. */
export const numbersIn = (value: unknown): readonly number[] => listIn(value).filter((each) => typeof each === 'number');
/** The texts inside a list, or an empty list. */
export const textsIn = (value: unknown): readonly string[] => listIn(value).filter((each) => typeof each === 'string');
/** The key of a record, which every row contains. */
export const idOf = (row: Parts, { key }: { readonly key: string }): number => Number(row[key]);
/** The key that a part of an address names; anything but a positive integer names no record. */
export const keyIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
/** Whether a value is one of a closed list; narrows its type. */
export const isOneOf = <const V>(list: readonly V[], value: unknown): value is V => list.some((each) => each === value);
/** The HTTP status of an error, or undefined. */
export const statusOf = (error: unknown): number | undefined => numberIn(partOf(error, 'statusCode')) ?? undefined;
