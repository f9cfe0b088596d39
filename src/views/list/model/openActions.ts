import type { Action, AnyResource, Grants } from '@/schema';
import { can } from '@/schema/project/access';

/** The actions of one kind that the person's keys allow: on the list, on a selection. */
export const openActions = (grants: Grants, resource: AnyResource, on: Action['on']): readonly (readonly [string, Action])[] =>
  Object.entries(resource.actions ?? {}).filter(([name, action]) => action.on === on && !action.ownPage && can(grants, name, resource));
