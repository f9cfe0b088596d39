import type { CrudFilter, CrudOperators, CrudSort, LogicalFilter } from '@refinedev/core';
import type { Comparison, Filter, Operator } from '@/schema';
import { must } from '@/schema/must';
import type { Sort } from './listState';

type Plain = Exclude<CrudOperators, 'or' | 'and'>;
const positive: Readonly<Record<Operator, Plain>> = {
  eq: 'eq',
  in: 'in',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
  between: 'between',
  contains: 'contains',
  startswith: 'startswith',
  null: 'null',
  has: 'ina',
};
const negative: Readonly<Partial<Record<Operator, Plain>>> = {
  eq: 'ne',
  in: 'nin',
  between: 'nbetween',
  contains: 'ncontains',
  startswith: 'nstartswith',
  null: 'nnull',
  has: 'nina',
};
const opposite: Readonly<Partial<Record<Operator, Plain>>> = { lt: 'gte', lte: 'gt', gt: 'lte', gte: 'lt' };

const plain = (field: string, operator: Plain, value: unknown): LogicalFilter => ({ field, operator, value });
const valueOf = ({ op, value }: Comparison): unknown => (op === 'null' ? true : value);

const compared = (comparison: Comparison, denied: boolean): CrudFilter => {
  const { field, op } = comparison;
  if (!denied) return plain(field, positive[op], valueOf(comparison));
  const direct = negative[op];
  if (direct) return plain(field, direct, valueOf(comparison));
  // An absent value is not less than anything, so negating an order keeps the rows without a value.
  return {
    operator: 'or',
    value: [plain(field, must(opposite[op], `the opposite of ${op}`), comparison.value), plain(field, 'null', true)],
  };
};

/** Translates a filter for refine, which has no `not`: negation is moved to the comparisons. */
export const toCrud = (filter: Filter, denied = false): CrudFilter => {
  if ('not' in filter) return toCrud(filter.not, !denied);
  if ('and' in filter) return { operator: denied ? 'or' : 'and', value: filter.and.map((each) => toCrud(each, denied)) };
  if ('or' in filter) return { operator: denied ? 'and' : 'or', value: filter.or.map((each) => toCrud(each, denied)) };
  return compared(filter, denied);
};
/** The filters of `useList`; conditions joined by `and` become separate ones. */
export const toCrudFilters = (filter: Filter | null): CrudFilter[] =>
  filter === null ? [] : 'and' in filter ? filter.and.map((each) => toCrud(each)) : [toCrud(filter)];
/** The sorters of `useList`. */
export const toCrudSorters = (sort: readonly Sort[]): CrudSort[] => sort.map(({ name, order }) => ({ field: name, order }));
