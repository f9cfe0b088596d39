import { comparisons, matches, type AnyResource, type Grants } from '@/schema';
import { can, scopeFilter } from '@/schema/project/access';

/** Whether a verb is offered on one row. What the row alone cannot tell (a step through a reference) is left to the server. */
export const allowsRow = (grants: Grants, verb: string, resource: AnyResource, row: Readonly<Record<string, unknown>>): boolean => {
  if (!can(grants, verb, resource)) return false;
  const scope = scopeFilter(grants, resource, verb);
  return scope === null || comparisons(scope).some(({ field }) => row[field] === undefined) || matches(scope, row);
};
