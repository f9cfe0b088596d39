import { useList, type HttpError } from '@refinedev/core';
import { allOf, type AnyResource, type Filter } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import { formatNumber } from '@/words/format';
import { toCrudFilters } from '../model/toCrud';

interface PresetCountProps {
  readonly resource: AnyResource;
  readonly filter: Filter;
  /** The workspace of the list. */
  readonly within: Filter;
}
/** How many records of a workspace a preset has. */
export const PresetCount = ({ resource, filter, within }: PresetCountProps) => {
  const { locale } = useWords();
  const { query, result } = useList<Readonly<Record<string, unknown>>, HttpError>({
    resource: resource.name,
    dataProviderName: resource.service,
    filters: toCrudFilters(allOf(within, filter)),
    pagination: { currentPage: 1, pageSize: 1 },
    meta: { columns: [resource.title] },
    errorNotification: false,
    queryOptions: { retry: false, placeholderData: (previous) => previous },
  });
  return query.data ? <small className="list-tab-count">{formatNumber(result.total ?? 0, locale)}</small> : null;
};
