import type { AnyResource } from './resource';

/** Whether its rows are for their owner alone, apart from those that the owner shares. */
export const isPersonal = ({ scope }: Pick<AnyResource, 'scope'>): boolean => scope?.owner !== undefined && scope.about === undefined;
