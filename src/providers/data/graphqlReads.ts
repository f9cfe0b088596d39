import type {
  BaseRecord,
  CrudFilter,
  DataProvider,
  GetListParams,
  GetListResponse,
  GetManyParams,
  GetOneParams,
  MetaQuery,
} from '@refinedev/core';
import createDataProvider from '@refinedev/graphql';
import type { Client, OperationResult } from '@urql/core';
import type { AnyResource, Registry } from '@/schema';
import { oneRoot } from '@/schema/project/graphql';
import type { Documents } from './documents';
import { abortable, dataOf } from './graphqlClient';
import { signalOf } from './signalOf';
import { toFilter, toSort } from './toFilter';
import { rowToMexicoCity } from '../http/toMexicoCity';

/** All that screens may say to the provider beyond refine's own words. */
export interface ListMeta {
  /** The columns to ask for; the declared ones when absent. */
  readonly columns?: readonly string[];
  readonly search?: string;
  /** Asks for the declared totals over the whole filter. */
  readonly totals?: boolean;
  /** `false` leaves the rows uncounted: `total` is then -1. */
  readonly count?: boolean;
}
/** The reading half of a data provider. */
export type Reads = Pick<DataProvider, 'getList' | 'getOne'> & Required<Pick<DataProvider, 'getMany'>>;

interface Page {
  readonly items: BaseRecord[];
  readonly total?: number;
  readonly totals?: Readonly<Record<string, number>>;
}
const largestPage = 100;
const defaultPage = 25;

const buildVariables = ({ pagination, sorters, filters, meta }: GetListParams) => ({
  page: pagination?.currentPage ?? 1,
  perpage: pagination?.pageSize ?? defaultPage,
  sort: toSort(sorters),
  filter: toFilter(filters),
  search: (meta as ListMeta | undefined)?.search || null,
});

/** Reads of one v2 service through `@refinedev/graphql`, with documents from the declarations and our own filter language. */
export const createGraphqlReads = (client: Client, documents: Documents, registry: Registry): Reads => {
  const pageOf = (result: OperationResult, { name }: AnyResource): Page => dataOf(result)[name] as Page;
  const rowOf = (row: BaseRecord, resource: AnyResource): BaseRecord => rowToMexicoCity(row, resource, registry);
  const options = {
    getList: {
      buildVariables: buildVariables as (params: GetListParams) => Record<string, unknown>,
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
    const meta = (params.meta ?? {}) as ListMeta & MetaQuery;
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

  /** Pages on until the end: what a caller asked whole never comes cut. */
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
    getList: (params) => (params.pagination?.mode === 'off' ? listWhole(params) : listPage(params)) as never,
    getOne: ({ resource, id, meta }) =>
      createDataProvider(abortable(client, signalOf(meta)), options).getOne({
        resource,
        id,
        meta: { ...meta, gqlQuery: documents.one(registry.get(resource)) as never },
      }) as never,
    getMany: (params) => getMany(params) as never,
  };
};
