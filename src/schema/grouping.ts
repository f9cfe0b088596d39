import type { AnyField } from './field';
import type { Filter } from './filter';
import type { AnyResource } from './resource';

/** Whether many rows share the values of a field: a closed set, yes or no, or another record. */
export const hasSharedValues = ({ values, target, column, operators }: AnyField): boolean =>
  column !== null && operators.includes('eq') && (values !== undefined || column === 'boolean' || target !== undefined);

/** The one value to which a filter limits a field; undefined when it does not. */
export const pinnedTo = (filter: Filter | null, field: string): unknown => {
  if (filter === null) return undefined;
  if ('and' in filter) return filter.and.map((each) => pinnedTo(each, field)).find((value) => value !== undefined);
  return 'op' in filter && filter.field === field && filter.op === 'eq' ? filter.value : undefined;
};

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
    pinnedTo(filter, event) !== undefined
  );
};
