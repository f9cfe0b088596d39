import { z } from 'zod';
import { inValues } from '@/schema/sql';

/** What every field has that is one of a closed set of values. */
export const oneOf = <const V extends string>(values: readonly V[]) => ({
  zod: z.enum(values),
  column: 'text' as const,
  graphql: 'String' as const,
  operators: ['eq', 'in', 'null'] as const,
  sortable: true as const,
  values,
  check: (column: string): string => inValues(column, values),
});
