import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { jobsKey } from '@/views/action/runAction';
import {
  importAddress,
  importsAddress,
  isWorking,
  type DescribedImport,
  type ImportReport,
  type OfferedImport,
  type RowFilter,
  type ShownRow,
} from './importApi';

const service = 'inscription';
/** Without signals of changes a page asks every few seconds. */
const lookMs = 2500;
/** Rows of one page of the table. */
export const rowsAtOnce = 50;

interface Catalogue extends BaseRecord {
  readonly items: readonly OfferedImport[];
}
interface RowPage extends BaseRecord {
  readonly items: readonly ShownRow[];
  readonly next: number | null;
}
const keyOf = (id: number): readonly unknown[] => [...jobsKey, 'import', id];

/** The kinds of files that the person may bring. */
export const useCatalogue = () => {
  const { query, result } = useCustom<Catalogue, HttpError>({
    url: importsAddress,
    method: 'get',
    dataProviderName: service,
    errorNotification: false,
    queryOptions: { queryKey: ['imports', 'catalogue'], retry: false },
  });
  return { items: query.isSuccess ? result.data.items : undefined, error: query.error, retry: () => void query.refetch() };
};

/** One import, followed while the server works on it. */
export const useImport = (id: number) => {
  const queries = useQueryClient();
  const queryKey = keyOf(id);
  const { query, result } = useCustom<DescribedImport, HttpError>({
    url: importAddress(id),
    method: 'get',
    dataProviderName: service,
    errorNotification: false,
    queryOptions: {
      queryKey,
      staleTime: 0,
      retry: false,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }) => (state.data && isWorking(state.data.data) ? lookMs : false),
    },
  });
  return {
    job: query.data ? result.data : undefined,
    error: query.error,
    /** Reads it again, and everything that depends on it. */
    reread: async (): Promise<DescribedImport | undefined> => {
      const [{ data }] = await Promise.all([query.refetch(), queries.invalidateQueries({ queryKey: ['import-rows', id] })]);
      return data?.data;
    },
  };
};

/** One page of the rows of an import. `stamp` changes whenever they were checked or written again. */
export const useImportRows = (id: number, asked: { readonly filter: RowFilter; readonly after: number; readonly stamp: string }) => {
  const { filter, after, stamp } = asked;
  const query = new URLSearchParams({
    perpage: String(rowsAtOnce),
    ...(filter !== 'all' && { state: filter }),
    ...(after > 0 && { after: String(after) }),
  });
  const { query: reading, result } = useCustom<RowPage, HttpError>({
    url: `${importAddress(id)}/rows?${query.toString()}`,
    method: 'get',
    dataProviderName: service,
    errorNotification: false,
    queryOptions: {
      queryKey: ['import-rows', id, filter, after, stamp],
      staleTime: 0,
      retry: false,
      placeholderData: (previous) => previous,
    },
  });
  return {
    rows: reading.data ? result.data.items : undefined,
    next: reading.data ? result.data.next : null,
    isOld: reading.isPlaceholderData,
    error: reading.error,
    retry: () => void reading.refetch(),
  };
};

/** What came of an import that was run. */
export const useReport = (id: number, stamp: string) => {
  const { query, result } = useCustom<ImportReport, HttpError>({
    url: `${importAddress(id)}/report`,
    method: 'get',
    dataProviderName: service,
    errorNotification: false,
    queryOptions: { queryKey: ['import-rows', id, 'report', stamp], staleTime: 0, retry: false },
  });
  return query.data ? result.data : undefined;
};
