import { z } from 'zod';
import { listIn, partOf } from './unknown';

/** The operators of the v2 filter language. Negation is `not`. */
export const operators = [
  /** Equal to the value. */
  'eq',
  /** One of a list of values. */
  'in',
  /** Less than, or earlier. */
  'lt',
  /** Less than or equal. */
  'lte',
  /** Greater than, or later. */
  'gt',
  /** Greater than or equal. */
  'gte',
  /** From the first of two values to the second, both included. */
  'between',
  /** Contains the text, ignoring accents and case. */
  'contains',
  /** Starts with the text, ignoring accents and case. */
  'startswith',
  /** Empty, or an empty list. It takes no value. */
  'null',
  /** A list that contains all of the values. */
  'has',
] as const;
export type Operator = (typeof operators)[number];

/**
 * One comparison: `field` is a declared name, or a path over links (`eventid.region`). If the path leads to several rows, one that matches
 * is enough.
 */
export interface Comparison {
  readonly field: string;
  readonly op: Operator;
  readonly value?: unknown;
}
/** A condition over the rows of one resource. */
export type Filter = { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] } | { readonly not: Filter } | Comparison;

const maxNodes = 50;
/** Accepts only well-formed filters; names and operators are checked against a resource later. */
export const filterShape: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(filterShape).min(1).max(maxNodes) }),
    z.strictObject({ or: z.array(filterShape).min(1).max(maxNodes) }),
    z.strictObject({ not: filterShape }),
    z.strictObject({ field: z.string().max(120), op: z.enum(operators), value: z.unknown().optional() }),
  ]),
) as z.ZodType<Filter>;

/** The value of a comparison in a declared condition that means the midnight before now, at home. */
export const startOfToday = '@startOfToday';

/** Every comparison inside a filter, in reading order. */
export const comparisons = (filter: Filter): readonly Comparison[] =>
  'and' in filter
    ? filter.and.flatMap(comparisons)
    : 'or' in filter
      ? filter.or.flatMap(comparisons)
      : 'not' in filter
        ? comparisons(filter.not)
        : [filter];

/** Joins conditions with `and`, ignoring absent ones. */
export const allOf = (...filters: readonly (Filter | null | undefined)[]): Filter | null => {
  const present = filters.filter((filter): filter is Filter => filter != null);
  return present.length > 1 ? { and: present } : (present[0] ?? null);
};

const valuesAt = (at: unknown, [step, ...rest]: readonly string[]): readonly unknown[] => {
  if (step === undefined) return [at ?? null];
  return Array.isArray(at) ? at.flatMap((each) => valuesAt(each, [step, ...rest])) : valuesAt(partOf(at, step), rest);
};
const compare = (row: Readonly<Record<string, unknown>>, asked: Comparison): boolean =>
  valuesAt(row, asked.field.split('.')).some((actual) => compareValue(actual, asked));
const compareValue = (actual: unknown, { op, value }: Comparison): boolean => {
  const list = listIn(value);
  const text = (some: unknown) =>
    String(some ?? '')
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase();
  const order = (other: unknown) =>
    actual === null ? Number.NaN : (actual as number) < (other as number) ? -1 : (actual as number) > (other as number) ? 1 : 0;
  const tests: Readonly<Record<Operator, () => boolean>> = {
    eq: () => actual === value,
    in: () => list.includes(actual),
    null: () => actual === null || (Array.isArray(actual) && actual.length === 0),
    lt: () => order(value) < 0,
    lte: () => order(value) <= 0,
    gt: () => order(value) > 0,
    gte: () => order(value) >= 0,
    between: () => order(list[0]) >= 0 && order(list[1]) <= 0,
    contains: () => text(actual).includes(text(value)),
    startswith: () => text(actual).startsWith(text(value)),
    has: () => Array.isArray(actual) && list.every((each) => actual.includes(each)),
  };
  return tests[op]();
};
/** Evaluates a filter on one row in memory, with the same meaning as in the server's SQL. */
export const matches = (filter: Filter | null, row: Readonly<Record<string, unknown>>): boolean =>
  filter === null
    ? true
    : 'and' in filter
      ? filter.and.every((each) => matches(each, row))
      : 'or' in filter
        ? filter.or.some((each) => matches(each, row))
        : 'not' in filter
          ? !matches(filter.not, row)
          : compare(row, filter);
