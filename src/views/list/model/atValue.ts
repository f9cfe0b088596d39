import type { Filter } from '@/schema';

/** Rows that have a value in a field, or none there. */
export const atValue = (field: string, value: unknown): Filter =>
  value === null || value === undefined ? { field, op: 'null' } : { field, op: 'eq', value };
