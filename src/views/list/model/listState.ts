import { filterShape, type AnyResource, type Filter } from '@/schema';
import { columnWidths, layouts, mostPinned } from '@/schema/savedState';

export interface Sort {
  readonly name: string;
  readonly order: 'asc' | 'desc';
}
/** Everything that a person can choose in a list. `null` means as declared. */
export interface ListState {
  readonly page: number;
  readonly perpage: number;
  readonly sort: readonly Sort[] | null;
  readonly filter: Filter | null;
  readonly q: string;
  /** In the order on screen. */
  readonly columns: readonly string[] | null;
  /** Columns that stay at the left while the others move, in their order. */
  readonly pinned: readonly string[];
  /** Widths in pixels that were chosen; the others follow the content. */
  readonly widths: Readonly<Record<string, number>>;
  /** How the records are drawn. */
  readonly as: (typeof layouts)[number];
  /** The column whose equal values are together, under a heading with their count and sums. */
  readonly group: string | null;
  /** The month of the calendar, such as `2026-11`; the present one when null. */
  readonly month: string | null;
  /** The record shown next to the list. */
  readonly open: number | null;
  /** The URL contained an invalid filter: the rows must not look filtered. */
  readonly broken: boolean;
  /** The person chose the declared list on purpose: no saved view replaces it. */
  readonly standard: boolean;
}
/** The URL parameter of a list that is shown as declared on purpose. */
const standardView = 'standard';

export const pageSizes = [25, 50, 100] as const;
/** The list as declared: first page, no filter. */
export const initialState: ListState = {
  page: 1,
  perpage: pageSizes[0],
  sort: null,
  filter: null,
  q: '',
  columns: null,
  pinned: [],
  widths: {},
  as: 'table',
  group: null,
  month: null,
  open: null,
  broken: false,
  standard: false,
};

const keys = ['page', 'perpage', 'sort', 'filter', 'q', 'columns', 'pinned', 'widths', 'as', 'group', 'month', 'open', 'view'] as const;
const positive = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);
const names = (text: string | null): readonly string[] => (text ?? '').split(',').filter(Boolean);

const toSort = (entry: string): Sort => (entry.startsWith('-') ? { name: entry.slice(1), order: 'desc' } : { name: entry, order: 'asc' });
const fromSort = ({ name, order }: Sort): string => (order === 'desc' ? `-${name}` : name);

/** A width as it may be: whole pixels within the limits. */
export const widthWithin = (px: number): number => Math.min(columnWidths.most, Math.max(columnWidths.least, Math.round(px)));
/** Widths as text, in one order however they were stored. */
export const fromWidths = (widths: ListState['widths']): string =>
  Object.entries(widths)
    .map(([name, px]) => `${name}:${px}`)
    .sort()
    .join(',');
const toWidth = (entry: string): readonly [string, number] => {
  const [name = '', px = ''] = entry.split(':');
  return [name, Number(px)];
};

const parseFilter = (text: string | null): Filter | null | undefined => {
  if (!text) return null;
  try {
    return filterShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const known = (resource: AnyResource, name: string): boolean => name === resource.key || Object.hasOwn(resource.all, name);

const isMonth = (text: string | null): text is string => text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
/** How a list may be drawn, as far as its declaration says. */
const layoutOf = (asked: string | null, { list }: AnyResource): ListState['as'] => {
  const layout = layouts.find((each) => each === asked) ?? initialState.as;
  return layout === 'table' || list[layout] !== undefined ? layout : initialState.as;
};

/** Reads the state of a list from a URL. Invalid parts are as declared, and an invalid filter is reported. */
export const readState = (params: URLSearchParams, resource: AnyResource): ListState => {
  const filter = parseFilter(params.get('filter'));
  const sort = names(params.get('sort'))
    .map(toSort)
    .filter(({ name }) => known(resource, name));
  const isKnown = (name: string): boolean => known(resource, name);
  const columns = names(params.get('columns')).filter(isKnown);
  const widths = names(params.get('widths'))
    .map(toWidth)
    .filter(([name, px]) => isKnown(name) && px === widthWithin(px));
  return {
    page: positive(params.get('page')) ?? 1,
    perpage: pageSizes.find((size) => size === positive(params.get('perpage'))) ?? initialState.perpage,
    sort: sort.length > 0 ? sort : null,
    filter: filter ?? null,
    q: params.get('q') ?? '',
    columns: columns.length > 0 ? columns : null,
    pinned: names(params.get('pinned')).filter(isKnown).slice(0, mostPinned),
    widths: Object.fromEntries(widths),
    as: layoutOf(params.get('as'), resource),
    group: [params.get('group') ?? ''].find(isKnown) ?? null,
    month: [params.get('month')].find(isMonth) ?? null,
    open: positive(params.get('open')) ?? null,
    broken: filter === undefined,
    standard: params.get('view') === standardView,
  };
};

const entries = (state: ListState): Readonly<Record<(typeof keys)[number], string>> => ({
  page: state.page > 1 ? String(state.page) : '',
  perpage: state.perpage === initialState.perpage ? '' : String(state.perpage),
  sort: (state.sort ?? []).map(fromSort).join(','),
  filter: state.filter ? JSON.stringify(state.filter) : '',
  q: state.q,
  columns: (state.columns ?? []).join(','),
  pinned: state.pinned.join(','),
  widths: fromWidths(state.widths),
  as: state.as === initialState.as ? '' : state.as,
  group: state.group ?? '',
  month: state.month ?? '',
  open: state.open === null ? '' : String(state.open),
  view: state.standard ? standardView : '',
});

/** Writes the state of a list into a URL, leaving every other parameter as it is. */
export const writeState = (state: ListState, base: URLSearchParams = new URLSearchParams()): URLSearchParams => {
  const params = new URLSearchParams(base);
  for (const [key, value] of Object.entries(entries(state))) {
    if (value) params.set(key, value);
    else params.delete(key);
  }
  return params;
};

/** Changes a part of a state. Changes that affect which rows there are go back to the first page. */
export const changeState = (state: ListState, change: Partial<ListState>): ListState => {
  const moves = 'filter' in change || 'q' in change || 'perpage' in change || 'sort' in change || 'group' in change;
  return { ...state, ...(moves && { page: 1 }), ...('filter' in change && { broken: false }), ...change };
};
