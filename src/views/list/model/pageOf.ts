import { orderOf, type ListPlan } from './listPlan';
import type { ListState } from './listState';
import { toCrudSorters, type toCrudFilters } from './toCrud';

/** What decides a page of a list, besides its filter. */
export interface AskedPageOf {
  readonly plan: ListPlan;
  readonly state: ListState;
  readonly columns: readonly string[];
  /** The total is asked for by itself. */
  readonly isLarge?: boolean | undefined;
}
interface Filtered extends AskedPageOf {
  readonly filters: ReturnType<typeof toCrudFilters>;
}

/** What refine needs for one page of a list. */
export const pageOf = ({ plan, state, filters, columns, isLarge }: Filtered) => ({
  resource: plan.resource.name,
  dataProviderName: plan.resource.service,
  pagination: { currentPage: state.page, pageSize: state.perpage, mode: 'server' as const },
  sorters: toCrudSorters(orderOf(plan, state)),
  filters,
  meta: { columns, search: state.q, totals: !isLarge && plan.totals.length > 0, ...(isLarge && { count: false }) },
  errorNotification: false as const,
});

/** What it needs for the total of a list alone, with its sums. */
export const countOf = (asked: Omit<Filtered, 'columns' | 'isLarge'>) => {
  const page = pageOf({ ...asked, columns: [asked.plan.resource.key] });
  return { ...page, pagination: { ...page.pagination, currentPage: 1, pageSize: 1 }, sorters: [] };
};

const noTotals: Readonly<Record<string, number>> = {};
/** The sums that an answer has besides what refine knows of. */
export const totalsOf = (result: object): Readonly<Record<string, number>> =>
  (result as { readonly totals?: Readonly<Record<string, number>> }).totals ?? noTotals;
