import type { CrudFilter, CrudOperators, CrudSort } from '@refinedev/core';
import type { Filter, Operator } from '@/schema';

type Plain = Exclude<CrudOperators, 'or' | 'and'>;
const direct: Readonly<Partial<Record<Plain, Operator>>> = {
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
  ina: 'has',
};
const denied: Readonly<Partial<Record<Plain, Operator>>> = {
  ne: 'eq',
  nin: 'in',
  nbetween: 'between',
  ncontains: 'contains',
  nstartswith: 'startswith',
  nnull: 'null',
  nina: 'has',
};

const comparison = (field: string, op: Operator, value: unknown): Filter => (op === 'null' ? { field, op } : { field, op, value });

const toNode = (filter: CrudFilter): Filter | null => {
  if (filter.operator === 'and' || filter.operator === 'or') {
    const nodes = filter.value.map(toNode).filter((node) => node !== null);
    if (nodes.length < 2) return nodes[0] ?? null;
    return filter.operator === 'and' ? { and: nodes } : { or: nodes };
  }
  const { field, operator, value } = filter as Exclude<CrudFilter, { operator: 'or' | 'and' }>;
  const op = direct[operator];
  if (op) return comparison(field, op, value);
  const negated = denied[operator];
  if (negated) return { not: comparison(field, negated, value) };
  throw new Error(`the filter language has no operator "${operator}"`);
};

/** Translates refine's filters into the filter language of the v2 services. An unknown operator is refused. */
export const toFilter = (filters: readonly CrudFilter[] = []): Filter | null => toNode({ operator: 'and', value: [...filters] });
/** Translates refine's sorters for the v2 services. */
export const toSort = (sorters: readonly CrudSort[] = []): readonly string[] =>
  sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field));
