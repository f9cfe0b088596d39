import { fieldOf, allOf, fieldAt, wayOf, type AnyField, type AnyResource, type Filter, type Grants, type Registry } from '@/schema';
import { can, canRead, canSee } from '@/schema/project/access';
import { hasSharedValues } from '@/schema/grouping';
import { layouts } from '@/schema/savedState';
import { refusalReads } from '@/schema/project/refusal';
import type { Parent } from '../../../fields/kit/contracts';
import { uiOf } from '../../../fields/kit/fieldUi';
import type { ListState, Sort } from './listState';

/** One column of a list. */
export interface Column {
  readonly name: string;
  readonly field: AnyField;
  readonly sortable: boolean;
  /** Text is aligned left, quantities right. */
  readonly align: 'left' | 'right' | 'center';
}
/** What a list may show to a person: decided once, from the declaration and the grants. */
export interface ListPlan {
  readonly resource: AnyResource;
  /** Every column that may be shown, declared ones first. */
  readonly columns: readonly Column[];
  /** The default columns. */
  readonly standard: readonly string[];
  /** The column that names the record and has its link; it is never hidden. */
  readonly title: string;
  readonly filters: readonly { readonly path: string; readonly field: AnyField }[];
  /** Whether this person may filter by a path, also where the screen already says it. */
  readonly allowed: (path: string) => boolean;
  readonly totals: readonly string[];
  /** Columns whose equal values may be put together. */
  readonly groups: readonly Column[];
  readonly sort: readonly Sort[];
}

const isTabular = ({ embeds, column, computed }: AnyField): boolean =>
  !embeds && (column !== null || computed !== undefined) && column !== 'jsonb';
const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** Decides the columns, filters and totals of a list for one person. A field that the surrounding screen already shows is left out. */
export const planList = (resource: AnyResource, registry: Registry, grants: Grants, saidElsewhere?: string): ListPlan => {
  const { list, all, title } = resource;
  const sees = (name: string): boolean => all[name] !== undefined && canRead(grants, all[name], registry) && name !== saidElsewhere;
  const declared = list.columns.filter(sees);
  const others = Object.keys(all).filter((name) => sees(name) && name !== 'version' && isTabular(fieldOf(resource, name)));
  const sortable = list.sortable ?? Object.keys(all);
  const seenAt = (path: string): AnyField | undefined => {
    const field = fieldAt(registry, resource, path);
    const open = wayOf(registry, resource, path)?.steps.every(
      ({ to, reads }) => can(grants, 'list', to) && reads.every((each) => canSee(grants, each)),
    );
    return field && open && canSee(grants, field) && field.operators.length > 0 ? field : undefined;
  };
  const isWithinEvent = saidElsewhere !== undefined && saidElsewhere === resource.scope?.event;
  const columns = unique([...declared, ...others]).map((name): Column => {
    const field = fieldOf(resource, name);
    return { name, field, sortable: field.sortable && sortable.includes(name), align: uiOf(field).align ?? 'left' };
  });
  return {
    resource,
    columns,
    groups: columns.filter(
      ({ name, field, sortable: isSortable }) =>
        (isSortable || isWithinEvent) && hasSharedValues(field) && list.filters?.includes(name) === true && seenAt(name) !== undefined,
    ),
    standard: declared,
    title: declared.includes(title) ? title : (declared[0] ?? title),
    filters: (list.filters ?? []).flatMap((path: string) => {
      const field = path === saidElsewhere ? undefined : seenAt(path);
      return field ? [{ path, field }] : [];
    }),
    allowed: (path) => seenAt(path) !== undefined,
    totals: Object.keys(list.totals ?? {}).filter(sees),
    sort: Object.entries(list.sort ?? {}).map(([name, order = 'asc']) => ({ name, order })),
  };
};

/** The order of a list: equal values of its group are together, then as chosen or declared. */
export const orderOf = ({ sort }: ListPlan, state: Pick<ListState, 'sort' | 'group'>): readonly Sort[] => {
  const order = state.sort ?? sort;
  if (state.group === null) return order;
  const own = order.find(({ name }) => name === state.group);
  return [own ?? { name: state.group, order: 'asc' }, ...order.filter(({ name }) => name !== state.group)];
};

/** The visible columns in their order, pinned ones first, always including the title. */
export const shownColumns = (
  { columns, standard, title }: ListPlan,
  chosen: ListState['columns'],
  pinned: ListState['pinned'] = [],
): readonly Column[] => {
  const names = chosen ?? standard;
  const wanted = names.includes(title) ? names : [title, ...names];
  return unique([...pinned.filter((name) => wanted.includes(name)), ...wanted]).flatMap(
    (name) => columns.find((column) => column.name === name) ?? [],
  );
};
/** Fields that a row needs to decide about its actions. */
const judged = ({ resource: { actions = {}, all }, columns }: ListPlan): readonly string[] =>
  Object.values(actions)
    .flatMap(refusalReads)
    .filter((name) => columns.some((column) => column.name === name) && !all[name]?.target);
/** The fields of a request: declared ones, added ones and those that place the records, so that hiding a column needs no request. */
export const askedColumns = (plan: ListPlan, shown: readonly Column[], ordered: readonly string[] = []): readonly string[] =>
  withRead(plan, unique([...plan.standard, ...shown.map(({ name }) => name), ...ordered, ...judged(plan)]));
/** The state of a list as this person may have it: a layout or a group whose field they may not read is as none. */
export const allowedState = (plan: ListPlan, state: ListState): ListState => {
  const as = layoutsOf(plan).includes(state.as) ? state.as : 'table';
  const group = as === 'table' && plan.groups.some(({ name }) => name === state.group) ? state.group : null;
  return as === state.as && group === state.group ? state : { ...state, as, group };
};
/** The ways in which a list can be drawn for this person. */
export const layoutsOf = ({ resource: { list }, columns }: ListPlan): readonly ListState['as'][] =>
  layouts.filter((each) => each === 'table' || columns.some(({ name }) => name === list[each]));
/** The fields by which the layout of a list places its records. */
export const placedBy = ({ resource: { list } }: ListPlan, { as, group }: ListState): readonly string[] =>
  [as === 'table' ? undefined : list[as], group].filter((name) => typeof name === 'string');
/** The same names and the fields that are needed to show them. */
export const withRead = ({ resource, columns }: ListPlan, names: readonly string[]): readonly string[] =>
  unique([
    ...names,
    ...names.flatMap((name) => resource.all[name]?.reads ?? []).filter((name) => columns.some((column) => column.name === name)),
  ]);

/** The whole condition of a list: the workspace, the fixed condition of the screen and the person's choice. */
export const wholeFilter = (chosen: Filter | null, parent: Parent | undefined, fixed: Filter | null | undefined): Filter | null =>
  allOf(parent ? { field: parent.field, op: 'eq', value: parent.id } : null, fixed, chosen);
