import type { Comparison, Filter } from '@/schema';

/** Pieces that are searched in one text, as one comparison. */
export type TextGroup = readonly [Comparison, ...Comparison[]];
interface Grouped {
  readonly texts: readonly TextGroup[];
  readonly others: readonly Filter[];
}
const isPiece = (filter: Filter): filter is Comparison => 'field' in filter && filter.op === 'contains' && !filter.field.includes('.');

/** Groups the pieces that are searched in the same text, so that each row is normalised once and not once for each piece. */
export const textGroups = (filters: readonly Filter[]): Grouped => {
  const texts = new Map<string, [Comparison, ...Comparison[]]>();
  const others: Filter[] = [];
  for (const filter of filters) {
    if (!isPiece(filter)) {
      others.push(filter);
      continue;
    }
    const known = texts.get(filter.field);
    if (known) known.push(filter);
    else texts.set(filter.field, [filter]);
  }
  return { texts: [...texts.values()], others };
};
