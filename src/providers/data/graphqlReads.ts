import type { BaseRecord, CrudFilter, GetListParams, GetListResponse, GetManyParams, GetOneParams, MetaQuery } from '@refinedev/core';
import createDataProvider from '@refinedev/graphql';
import type { Client, OperationResult } from '@urql/core';
import type { AnyResource, Registry } from '@/schema';
import { oneRoot } from '@/schema/project/graphql';
import type { Documents } from './documents';
import { abortable, dataOf } from './graphqlClient';
import type { PlainReads } from './plainProvider';
import { signalOf } from './signalOf';
import { toFilter, toSort } from './toFilter';
import { rowToMexicoCity } from '../http/toMexicoCity';

/** The options of screens to the provider beyond those of refine. */
export interface ListMeta {
  /** The requested columns; the declared ones when absent. */
  readonly columns?: readonly string[];
  readonly search?: string;
  /** Requests the declared totals over the whole filter. */
  readonly totals?: boolean;
  /** `false` does not count the rows: `total` is then -1. */
  readonly count?: boolean;
}
interface Page {
  readonly items: BaseRecord[];
  readonly total?: number;
  readonly totals?: Readonly<Record<string, number>>;
}
const largestPage = 100;
const defaultPage = 25;

const buildVariables = ({ pagination, sorters, filters, meta }: GetListParams): Record<string, unknown> => ({
  page: pagination?.currentPage ?? 1,
  perpage: pagination?.pageSize ?? defaultPage,
  sort: toSort(sorters),
  filter: toFilter(filters),
  search: meta?.['search'] || null,
});

/** Reads of one v2 service through `@refinedev/graphql`, with documents from the declarations and our own filter language. */
export const createGraphqlReads = (client: Client, documents: Documents, registry: Registry): PlainReads => {
  const pageOf = (result: OperationResult, { name }: AnyResource): Page => dataOf(result)[name] as Page;
  const rowOf = (row: BaseRecord, resource: AnyResource): BaseRecord => rowToMexicoCity(row, resource, registry);
  const options = {
    getList: {
      buildVariables,
      dataMapper: (result: OperationResult, { resource }: GetListParams) => {
        const declared = registry.get(resource);
        return pageOf(result, declared).items.map((row) => rowOf(row, declared));
      },
      getTotalCount: (result: OperationResult, { resource }: GetListParams) => pageOf(result, registry.get(resource)).total ?? -1,
    },
    getOne: {
      buildVariables: ({ id }: GetOneParams) => ({ id: Number(id) }),
      dataMapper: (result: OperationResult, { resource }: GetOneParams) => {
        const declared = registry.get(resource);
        return rowOf(dataOf(result)[oneRoot(declared)] as BaseRecord, declared);
      },
    },
  };

  const listPage = async (params: GetListParams): Promise<GetListResponse> => {
    const resource = registry.get(params.resource);
    const meta: ListMeta & MetaQuery = params.meta ?? {};
    const asked = { columns: meta.columns ?? resource.list.columns, total: meta.count !== false, totals: meta.totals === true };
    let totals: Page['totals'];
    const provider = createDataProvider(abortable(client, signalOf(meta)), {
      ...options,
      getList: {
        ...options.getList,
        getTotalCount: (result: OperationResult, listed: GetListParams) => {
          totals = pageOf(result, resource).totals;
          return options.getList.getTotalCount(result, listed);
        },
      },
    });
    const page = await provider.getList({ ...params, meta: { ...meta, gqlQuery: documents.list(resource, asked) as never } });
    return { ...page, ...(totals && { totals }) };
  };

  /** Reads all pages, because a caller that asks for everything must not get a part. */
  const listWhole = async (params: GetListParams): Promise<GetListResponse> => {
    const rows: BaseRecord[] = [];
    for (let currentPage = 1; ; currentPage += 1) {
      const { data } = await listPage({
        ...params,
        pagination: { currentPage, pageSize: largestPage },
        meta: { ...params.meta, count: false },
      });
      rows.push(...data);
      if (data.length < largestPage) return { data: rows, total: rows.length };
    }
  };

  const getMany = async ({ resource, ids, meta }: GetManyParams): Promise<{ data: BaseRecord[] }> => {
    if (ids.length === 0) return { data: [] };
    const filters: CrudFilter[] = [{ field: registry.get(resource).key, operator: 'in', value: ids.map(Number) }];
    return listWhole({ resource, filters, ...(meta && { meta }) });
  };

  return {
    getList: (params) => (params.pagination?.mode === 'off' ? listWhole(params) : listPage(params)),
    getOne: ({ resource, id, meta }) =>
      createDataProvider(abortable(client, signalOf(meta)), options).getOne({
        resource,
        id,
        meta: { ...meta, gqlQuery: documents.one(registry.get(resource)) as never },
      }),
    getMany,
  };
};
