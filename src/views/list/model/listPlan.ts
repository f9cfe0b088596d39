import { allOf, fieldAt, wayOf, type AnyField, type AnyResource, type Filter, type Grants, type Registry } from '@/schema';
import { can, canRead, canSee } from '@/schema/project/access';
import { refusalReads } from '@/schema/project/refusal';
import type { Parent } from '../../../fields/kit/contracts';
import { uiOf } from '../../../fields/kit/fieldUi';
import type { ListState, Sort } from './listState';

/** One column of a list. */
export interface Column {
  readonly name: string;
  readonly field: AnyField;
  readonly sortable: boolean;
  /** Text goes left, quantities right. */
  readonly align: 'left' | 'right' | 'center';
}
/** What a list may show to a person: decided once, from the declaration and the grants. */
export interface ListPlan {
  readonly resource: AnyResource;
  /** Every column that may be shown, declared ones first. */
  readonly columns: readonly Column[];
  /** Names shown when nobody chose. */
  readonly standard: readonly string[];
  /** The column that names the record and carries its link; it is never hidden. */
  readonly title: string;
  readonly filters: readonly { readonly path: string; readonly field: AnyField }[];
  readonly totals: readonly string[];
  readonly sort: readonly Sort[];
}

const isTabular = ({ embeds, column, computed }: AnyField): boolean =>
  !embeds && (column !== null || computed !== undefined) && column !== 'jsonb';
const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** Decides the columns, filters and totals of a list for one person. A field that the screen around already says is left out. */
export const planList = (resource: AnyResource, registry: Registry, grants: Grants, saidElsewhere?: string): ListPlan => {
  const { list, all, title } = resource;
  const sees = (name: string): boolean => all[name] !== undefined && canRead(grants, all[name], registry) && name !== saidElsewhere;
  const declared = list.columns.filter(sees);
  const others = Object.keys(all).filter((name) => sees(name) && name !== 'version' && isTabular(all[name]!));
  const sortable = (list.sortable ?? Object.keys(all)) as readonly string[];
  const seenAt = (path: string): AnyField | undefined => {
    const field = fieldAt(registry, resource, path);
    const open = wayOf(registry, resource, path)?.steps.every(
      ({ to, reads }) => can(grants, 'list', to) && reads.every((each) => canSee(grants, each)),
    );
    return field && open && canSee(grants, field) && field.operators.length > 0 ? field : undefined;
  };
  return {
    resource,
    columns: unique([...declared, ...others]).map((name) => ({
      name,
      field: all[name]!,
      sortable: all[name]!.sortable && sortable.includes(name),
      align: uiOf(all[name]!).align ?? 'left',
    })),
    standard: declared,
    title: declared.includes(title) ? title : (declared[0] ?? title),
    filters: (list.filters ?? []).flatMap((path: string) => {
      const field = path === saidElsewhere ? undefined : seenAt(path);
      return field ? [{ path, field }] : [];
    }),
    totals: Object.keys(list.totals ?? {}).filter(sees),
    sort: Object.entries(list.sort ?? {}).map(([name, order = 'asc']) => ({ name, order })),
  };
};

/** The columns on screen, in the declared order, the title always among them. */
export const shownColumns = ({ columns, standard, title }: ListPlan, chosen: ListState['columns']): readonly Column[] => {
  const wanted = new Set([...(chosen ?? standard), title]);
  return columns.filter(({ name }) => wanted.has(name));
};
/** Own values without which no row says what may be done with it. */
const judged = ({ resource: { actions = {}, all }, columns }: ListPlan): readonly string[] =>
  Object.values(actions)
    .flatMap(refusalReads)
    .filter((name) => columns.some((column) => column.name === name) && !all[name]?.target);
/** The names that a request asks for: what is declared and what was added, so that hiding a column asks nothing. */
export const askedColumns = (plan: ListPlan, shown: readonly Column[]): readonly string[] =>
  withRead(plan, unique([...plan.standard, ...shown.map(({ name }) => name), ...judged(plan)]));
/** The same names and what their values cannot be read without. */
export const withRead = ({ resource, columns }: ListPlan, names: readonly string[]): readonly string[] =>
  unique([
    ...names,
    ...names.flatMap((name) => resource.all[name]?.reads ?? []).filter((name) => columns.some((column) => column.name === name)),
  ]);

/** The whole condition of a list: the workspace, what the screen fixes and what the person chose. */
export const wholeFilter = (chosen: Filter | null, parent: Parent | undefined, fixed: Filter | null | undefined): Filter | null =>
  allOf(parent ? { field: parent.field, op: 'eq', value: parent.id } : null, fixed, chosen);
