import type { AnyField } from './field';
import type { Filter } from './filter';
import type { AnyResource } from './resource';

/** Whether many rows share the values of a field: a closed set, yes or no, or another record. */
export const hasSharedValues = ({ values, target, column, operators }: AnyField): boolean =>
  column !== null && operators.includes('eq') && (values !== undefined || column === 'boolean' || target !== undefined);

const pins = (field: string, filter: Filter): boolean =>
  'and' in filter ? filter.and.some((each) => pins(field, each)) : 'op' in filter && filter.field === field && filter.op === 'eq';

/**
 * Whether a list may be ordered by a field besides its sortable ones, so that equal values are together: inside one event, where there are
 * few enough rows to sort them without an index.
 */
export const mayGroupBy = ({ list, scope, all }: AnyResource, name: string, filter: Filter | null): boolean => {
  const field = all[name],
    event = scope?.event;
  return (
    field !== undefined &&
    hasSharedValues(field) &&
    list.filters?.includes(name) === true &&
    event !== undefined &&
    filter !== null &&
    pins(event, filter)
  );
};
