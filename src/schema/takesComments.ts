import { hasView, type AnyResource } from './resource';

/** Whether people write comments about records of it. */
export const takesComments = ({ comments, scope, tenancy, actions = {}, ...resource }: AnyResource): boolean =>
  comments ?? (scope?.owner === undefined && tenancy !== 'catalog' && (hasView(resource, 'edit') || Object.keys(actions).length > 0));
