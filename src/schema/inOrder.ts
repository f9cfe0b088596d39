type Bound = string | number | null | undefined;

const size = (bound: string | number): number => (typeof bound === 'string' ? Date.parse(bound) : bound);

/**
 * Rule: of two numbers, dates or moments of a record, the first is not greater than the last; an absent one breaks nothing.
 *
 * `on`: the field that shows the message, by default the last; `strict`: equal ones break it too.
 */
export const inOrder = <const First extends string, const Last extends string>(
  first: First,
  last: Last,
  { on = last, strict = false }: { readonly on?: NoInfer<First | Last>; readonly strict?: boolean } = {},
) => ({
  on: on as First | Last,
  check: (record: { readonly [K in First | Last]?: Bound }): boolean => {
    const [low, high]: readonly Bound[] = [record[first], record[last]];
    return low == null || high == null || (strict ? size(low) < size(high) : size(low) <= size(high));
  },
});
