import { z } from 'zod';
import { fieldAt, pathOf, type AnyField, type AnyResource, type Registry } from '@/schema';

/** The key of every resource, as a field: declarations do not repeat it. */
export const keyField: AnyField = {
  type: 'key', options: { readOnly: true, required: true }, zod: z.int().positive(), column: 'bigint', graphql: 'Int',
  operators: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'between'], sortable: true,
};

/** The field of a declared name, of a one-step path, or of the key. */
export const fieldOf = (registry: Registry, resource: AnyResource, path: string): AnyField | undefined => {
  if (path === resource.key) return keyField;
  const [first, second] = pathOf(path);
  const target = second ? resource.all[first]?.target : undefined;
  if (second && target && registry.find(target)?.key === second) return keyField;
  return fieldAt(registry, resource, path);
};
