import { comparisons, matches, type AnyResource, type Grants } from '@/schema';
import { can, canSee, scopeFilter } from '@/schema/project/access';
import { fixedBy } from '@/schema/project/fixed';

/**
 * Whether a verb is offered on one row. Conditions that need more than the row (a step through a reference, a masked field) are left to the
 * server.
 */
export const allowsRow = (grants: Grants, verb: string, resource: AnyResource, row: Readonly<Record<string, unknown>>): boolean => {
  if (!can(grants, verb, resource) || fixedBy(resource, verb, row)) return false;
  const scope = scopeFilter(grants, resource, verb);
  const isUnknown = (name: string): boolean =>
    row[name] === undefined || (resource.all[name] !== undefined && !canSee(grants, resource.all[name]));
  return scope === null || comparisons(scope).some(({ field }) => isUnknown(field)) || matches(scope, row);
};
