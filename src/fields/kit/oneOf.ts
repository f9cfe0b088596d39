import { z } from 'zod';
import { inValues } from '@/schema/sql';

/** The shared part of field types with a closed set of values. */
export const oneOf = <const V extends string>(values: readonly V[]) => ({
  zod: () => z.enum(values),
  column: 'text' as const,
  graphql: 'String' as const,
  operators: ['eq', 'in', 'null'] as const,
  sortable: true as const,
  values,
  check: (column: string): string => inValues(column, values),
});
