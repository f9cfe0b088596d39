import type { Action, AnyResource, Grants } from '@/schema';
import { can } from '@/schema/project/access';
import { allowsRow } from '../allowsRow';
import type { Row } from './selection';

type Named = readonly [string, Action];
const actionsOf = ({ actions = {} }: AnyResource): readonly Named[] => Object.entries(actions as Readonly<Record<string, Action>>);

/** The actions of one kind that the person's keys open: on the list, on a selection. */
export const openActions = (grants: Grants, resource: AnyResource, on: Action['on']): readonly Named[] =>
  actionsOf(resource).filter(([name, action]) => action.on === on && can(grants, name, resource));

/** Whether an action would do something to a row. What the row does not carry is left to the server. */
const holds = ({ when }: Action, row: Row): boolean => {
  if (!when) return true;
  let unknown = false;
  const watched = new Proxy(row, {
    get: (target, name) => {
      if (!(name in target)) unknown = true;
      return Reflect.get(target, name) as unknown;
    },
  });
  const would = when(watched as Parameters<typeof when>[0]);
  return would || unknown;
};
/** The actions offered on one row. */
export const applies = (grants: Grants, resource: AnyResource, row: Row): readonly Named[] =>
  actionsOf(resource).filter(([name, action]) => action.on !== 'list' && allowsRow(grants, name, resource, row) && holds(action, row));
