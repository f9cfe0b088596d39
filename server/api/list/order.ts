import { filterShape, isStored, type AnyResource, type Filter, type Grants } from '@/schema';
import { mayGroupBy } from '@/schema/grouping';
import { canSee } from '@/schema/project/access';
import { forbidden, invalid } from '../../kernel/DomainError';
import { columnText } from '../../kernel/sql';

const maxSorts = 4;
type Sort = readonly [name: string, direction: 'asc' | 'desc'];

const parse = (entry: string): Sort => (entry.startsWith('-') ? [entry.slice(1), 'desc'] : [entry, 'asc']);
const isSortable = (resource: AnyResource, name: string): boolean => {
  if (name === resource.key) return true;
  const field = resource.all[name];
  const declared: readonly string[] | undefined = resource.list.sortable;
  const byDefault = Object.hasOwn(resource.list.sort ?? {}, name);
  return Boolean(field && isStored(field) && field.sortable && (byDefault || !declared || declared.includes(name)));
};

const judge = (grants: Grants, resource: AnyResource, entry: string, filter: Filter | null): Sort => {
  const sort = parse(entry);
  const [name] = sort;
  if (!isSortable(resource, name) && !mayGroupBy(resource, name, filter)) throw invalid([{ path: `sort.${name}`, code: 'NOT_SORTABLE' }]);
  if (resource.all[name] && !canSee(grants, resource.all[name])) throw forbidden([{ path: `sort.${name}`, code: 'HIDDEN' }]);
  return sort;
};

const declaredSort = (grants: Grants, { list, all }: AnyResource): readonly Sort[] =>
  (Object.entries(list.sort ?? {}) as [string, 'asc' | 'desc'][]).filter(([name]) => all[name] && canSee(grants, all[name]));

/**
 * The order of a list as SQL text, ending in the key so that pages never overlap. What is equal follows the declared order, in the direction
 * of the last column, which an index reads in either direction.
 */
export const orderText = (
  grants: Grants,
  resource: AnyResource,
  alias: string,
  sort: readonly string[] | null | undefined,
  filter?: unknown,
): string => {
  const within = filterShape.safeParse(filter).data ?? null;
  const asked = (sort ?? []).slice(0, maxSorts).map((entry) => judge(grants, resource, entry, within));
  const sorts = asked.length > 0 ? asked : declaredSort(grants, resource);
  const last = sorts.at(-1)?.[1] ?? 'desc';
  const isNew = ([name]: Sort, at: number, all: readonly Sort[]): boolean => all.findIndex(([other]) => other === name) === at;
  const rest = declaredSort(grants, resource).map(([name]): Sort => [name, last]);
  const all = sorts.some(([name]) => name === resource.key) ? sorts : [...sorts, ...rest, [resource.key, last] as const].filter(isNew);
  return all.map(([name, direction]) => `${columnText(alias, name)} ${direction}`).join(', ');
};
