import { useList } from '@refinedev/core';
import { Tabs } from '@/frame/antd/Tabs';
import { lazy, Suspense, type ReactNode } from 'react';
import { formatNumber } from '@/words/format';
import { isWritable, pathOf, type AnyResource, type Registry } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import type { Parent } from '../../fields/kit/contracts';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { useWords } from '../../fields/kit/useWords';
import { RecordSkeleton } from '../states/RecordSkeleton';

const ListView = lazy(async () => ({ default: (await import('../list/ListView')).ListView }));

interface Related {
  readonly target: AnyResource;
  readonly via: string;
  /** The link is one of several. */
  readonly isSet: boolean;
}
const relatedOf = (resource: AnyResource, registry: Registry): readonly Related[] =>
  (resource.related ?? []).flatMap((path) => {
    const [name, via] = pathOf(path);
    const target = registry.find(name);
    return target && via ? [{ target, via, isSet: target.all[via]?.targets !== undefined }] : [];
  });

/** Whether a new record can name the one whose tab it is made in. */
const namesOwner = ({ target, via }: Related): boolean => {
  const field = target.all[via];
  return field !== undefined && isWritable(field);
};

/** The known values of a new record that refers to this one: the link, and the values that both must share. */
const presetOf = (
  { target, via, isSet }: Related,
  id: number,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const { match = {} } = target.all[via] ?? {};
  return { ...Object.fromEntries(Object.entries(match).map(([here, there]) => [there, row[here]])), [via]: isSet ? [id] : id };
};

/**
 * How many records refer to this one, counted without reading them. Its place is reserved until then, so that no tab moves while somebody
 * presses it.
 */
const RelatedCount = ({ target, via, isSet, id }: Related & { readonly id: number }) => {
  const { locale } = useWords();
  const { query } = useList({
    resource: target.name,
    dataProviderName: target.service,
    filters: [isSet ? { field: via, operator: 'ina', value: [id] } : { field: via, operator: 'eq', value: id }],
    pagination: { currentPage: 1, pageSize: 1 },
    meta: { columns: [target.title] },
    errorNotification: false,
    queryOptions: { retry: false, placeholderData: () => undefined },
  });
  const total = query.data?.total ?? -1;
  return <span className="show-count">{total < 0 ? null : formatNumber(total, locale)}</span>;
};

export interface RelatedListsProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly parent: Parent | undefined;
  readonly children: ReactNode;
}
/** The record itself and the lists of records that refer to it, as tabs with counts; a list loads when its tab opens. */
export const RelatedLists = ({ resource, id, row, parent, children }: RelatedListsProps) => {
  const words = useWords(),
    { t } = words;
  const registry = useRegistry();
  const grants = useGrants();
  const related = relatedOf(resource, registry).filter(({ target }) => can(grants, 'list', target));
  if (related.length === 0) return children;
  /** Where two lists show the same records, the link tells which is which. */
  const nameOf = ({ target, via }: Related): string => {
    const name = t(`${target.name}.${target.name}`);
    return related.filter((other) => other.target === target).length === 1 ? name : `${name}: ${fieldLabel(words, target, via)}`;
  };
  const list = (each: Related) => (
    <Suspense fallback={<RecordSkeleton />}>
      <ListView
        resource={each.target}
        fixed={each.isSet ? { field: each.via, op: 'has', value: [id] } : { field: each.via, op: 'eq', value: id }}
        embedded
        creates={
          namesOwner(each)
            ? { parent: each.target.within === parent?.resource ? parent : undefined, preset: presetOf(each, id, row) }
            : null
        }
      />
    </Suspense>
  );
  return (
    <Tabs
      className="show-related"
      items={[
        { key: 'record', label: t('show.sections'), children },
        ...related.map((each) => ({
          key: `${each.target.name}.${each.via}`,
          children: list(each),
          label: (
            <>
              {nameOf(each)} <RelatedCount {...each} id={id} />
            </>
          ),
        })),
      ]}
    />
  );
};
