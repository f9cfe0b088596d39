import type { Filter, Operator } from '@/schema';

/** A row as the database holds it. */
export type Held = Readonly<Record<string, unknown>>;

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** What a piece of text is looked for in: every language of a translated text, and a formatted text without its tags. */
const textOf = (value: unknown): string => {
  const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return folded(
    texts
      .map((each) => String(each ?? ''))
      .join(' ')
      .replace(/<[^>]*>/g, ' '),
  );
};
const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
/** Below zero, zero or above, as two values of one kind compare; instants by the moment that they name. */
const compared = (one: unknown, other: unknown): number => {
  const [left, right] = isInstant(one) ? [Date.parse(one), Date.parse(String(other))] : [one as number, other as number];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** What every operator means, for a value that is there. */
const meanings: Readonly<Record<Exclude<Operator, 'null'>, (held: unknown, asked: any) => boolean>> = {
  eq: (held, asked) => compared(held, asked) === 0,
  in: (held, asked: readonly unknown[]) => asked.some((each) => compared(held, each) === 0),
  lt: (held, asked) => compared(held, asked) < 0,
  lte: (held, asked) => compared(held, asked) <= 0,
  gt: (held, asked) => compared(held, asked) > 0,
  gte: (held, asked) => compared(held, asked) >= 0,
  between: (held, [low, high]: readonly [unknown, unknown]) => compared(held, low) >= 0 && compared(held, high) <= 0,
  contains: (held, asked) => textOf(held).includes(folded(asked)),
  startswith: (held, asked) => textOf(held).startsWith(folded(asked)),
  has: (held, asked: readonly unknown[]) => asked.every((each) => (held as readonly unknown[]).includes(each)),
};
/** The operators that this file knows. */
export const known: readonly string[] = [...Object.keys(meanings), 'null'];

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether a row satisfies a filter: plain JavaScript that shares no code with the server. What is absent satisfies `null` alone. */
export const satisfies = (filter: Filter, row: Held): boolean => {
  if ('and' in filter) return filter.and.every((each) => satisfies(each, row));
  if ('or' in filter) return filter.or.some((each) => satisfies(each, row));
  if ('not' in filter) return !satisfies(filter.not, row);
  const held = row[filter.field] ?? null;
  if (filter.op === 'null') return held === null || isEmptyList(held);
  const meaning = meanings[filter.op];
  if (!meaning) throw new Error(`No meaning is written down for the operator "${filter.op}".`);
  return held !== null && meaning(held, filter.value);
};
