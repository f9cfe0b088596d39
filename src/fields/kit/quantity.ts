import { z } from 'zod';

const operators = ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'] as const;
const common = (min: number, max: number) => ({
  operators,
  sortable: true as const,
  check: (column: string): string => `${column} between ${min} and ${max}`,
});

/** The shared part of field types with a whole number between two limits. */
export const wholeBetween = (min: number, max: number) => ({
  ...common(min, max),
  zod: () => z.int().min(min).max(max),
  column: 'integer' as const,
  graphql: 'Int' as const,
});
/** The shared part of field types with a decimal number between two limits. */
export const decimalBetween = (min: number, max: number) => ({
  ...common(min, max),
  zod: () => z.number().min(min).max(max),
  column: 'double' as const,
  graphql: 'Float' as const,
});
