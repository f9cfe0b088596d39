import { z } from 'zod';
import { wayOf, type AnyField, type AnyResource, type Registry } from '@/schema';

/** The key of every resource, as a field; declarations do not repeat it. */
export const keyField: AnyField = {
  type: 'key',
  options: { readOnly: true, required: true },
  zod: z.int().positive(),
  column: 'bigint',
  graphql: 'Int',
  operators: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'between'],
  sortable: true,
};

/** The field of a declared name, of a path over links, or of the key. */
export const fieldOf = (registry: Registry, resource: AnyResource, path: string): AnyField | undefined => {
  const way = wayOf(registry, resource, path);
  return way && (way.name === way.end.key ? keyField : way.end.all[way.name]);
};
