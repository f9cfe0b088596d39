import { useDataProvider } from '@refinedev/core';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { comparisons, fieldAt, type AnyResource, type Filter, type Registry } from '@/schema';
import { must } from '@/schema/must';
import { recordTitle } from '../../../fields/kit/recordTitle';
import type { Words } from '../../../fields/kit/useWords';
import type { Describing } from './describeFilter';
import { useSame } from './useSame';

type Titles = NonNullable<Describing['titles']>;
interface Wanted {
  readonly path: string;
  readonly target: AnyResource;
  readonly ids: readonly number[];
}
const most = 50;

const wantedBy = (resource: AnyResource, registry: Registry, filter: Filter | null): readonly Wanted[] => {
  const targetAt = (path: string): AnyResource => {
    const { target, targets } = must(fieldAt(registry, resource, path), path);
    return registry.get(must(target ?? targets, `the target of ${path}`));
  };
  const byPath = new Map<string, Set<number>>();
  for (const { field, value } of filter ? comparisons(filter) : []) {
    const found = fieldAt(registry, resource, field);
    if (!found?.target && !found?.targets) continue;
    const ids = (Array.isArray(value) ? value : [value]).filter((each): each is number => typeof each === 'number');
    byPath.set(field, new Set([...(byPath.get(field) ?? []), ...ids]));
  }
  return [...byPath]
    .filter(([, ids]) => ids.size > 0)
    .map(([path, ids]) => ({ path, target: targetAt(path), ids: [...ids].slice(0, most) }));
};

/** The titles of the records in a filter, so that its chips are readable. */
export const useReferenceTitles = (resource: AnyResource, registry: Registry, filter: Filter | null, words: Words): Titles => {
  const providerOf = useDataProvider();
  const wanted = useMemo(() => wantedBy(resource, registry, filter), [resource, registry, filter]);
  const found = useQueries({
    queries: wanted.map(({ target, ids }) => ({
      queryKey: ['titles', target.name, words.locale, ids],
      retry: false,
      queryFn: async () => {
        const { getMany, getList } = providerOf(target.service);
        const answer = getMany
          ? await getMany({ resource: target.name, ids: [...ids] })
          : await getList({ resource: target.name, filters: [{ field: target.key, operator: 'in', value: ids }] });
        return answer.data;
      },
    })),
  });
  return useSame(
    Object.fromEntries(
      wanted.map(({ path, target }, at) => [
        path,
        Object.fromEntries((found[at]?.data ?? []).map((row) => [String(row[target.key]), recordTitle(target, row, words)])),
      ]),
    ),
  );
};
