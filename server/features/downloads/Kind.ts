import type { Filter, ResourceName } from '@/schema';

/** A report that is known by its name: a list, its columns (also over links) and its order. What a person may not read of it is empty. */
export interface Kind {
  readonly resource: ResourceName;
  readonly columns: readonly string[];
  readonly sort: readonly string[];
  /** The field that names the event of a row; a report without one is of the whole organization. */
  readonly event?: string;
  /** Which of its rows, besides the event. */
  readonly where?: Filter;
  /** Set as this on paper, and always of one event. */
  readonly print?: 'packing_list' | 'labels';
}
