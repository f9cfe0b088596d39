import type { BaseRecord, DataProvider, GetListParams, GetListResponse } from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import axios, { isCancel, type AxiosInstance, type AxiosRequestConfig } from 'axios';
import type { Registry } from '@/schema';
import { requestIdHeader, type Http } from '../http/createHttp';
import { toFilter } from './toFilter';
import { rowToMexicoCity } from '../http/toMexicoCity';
import type { ListMeta } from './graphqlReads';
import { signalOf } from './signalOf';

/** Our axios: it sends through the shared `fetch`, so it carries the bearer and repeats a refused request, and it throws refine's errors. */
export const createAxios = (http: Http): AxiosInstance => {
  const instance = axios.create({ adapter: 'fetch', env: { fetch: http.fetch }, timeout: 60_000 });
  // only who writes a form knows its boundary, so `fetch` names its type
  instance.interceptors.request.use((config) => {
    if (config.data instanceof FormData) config.headers.setContentType(false);
    return config;
  });
  instance.interceptors.response.use(
    (response) => response,
    (error: unknown) => {
      if (isCancel(error)) throw error;
      const response = axios.isAxiosError(error) ? error.response : undefined;
      const cause = (error as { readonly cause?: { readonly statusCode?: number } }).cause;
      throw http.toError({
        status: response?.status ?? cause?.statusCode ?? 0,
        body: response?.data ?? null,
        requestId: response?.headers[requestIdHeader] as string | undefined,
      });
    },
  );
  return instance;
};

/** simple-rest knows nothing of aborting, so the instance it is given carries the signal of the call. */
const withSignal = (instance: AxiosInstance, signal: AbortSignal | undefined): AxiosInstance => {
  if (!signal) return instance;
  const get = (url: string, config?: AxiosRequestConfig) => instance.get(url, { ...config, signal });
  return Object.assign(Object.create(instance) as AxiosInstance, { get });
};

const isFile = (value: unknown): boolean => value instanceof Blob || (Array.isArray(value) && value.some(isFile));
/** Values with files among them go as multipart: what is JSON in the part `data`, each file in one that is named after its field. */
const asSent = <T>(variables: T): T => {
  const entries = Object.entries(variables ?? {});
  if (!entries.some(([, value]) => isFile(value))) return variables;
  const form = new FormData();
  form.set('data', JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !isFile(value)))));
  for (const [name, value] of entries.filter(([, each]) => isFile(each)))
    for (const file of [value].flat() as readonly Blob[]) form.append(name, file);
  return form as T;
};

const reading = (name: string, value: unknown) => ({ field: name, operator: 'eq' as const, value });

const largestPage = 1000;
/** One v2 service in the simple-rest convention: all its writes, and its reads where there is no GraphQL. */
export const createRest = (url: string, http: Http, registry: Registry): DataProvider => {
  const instance = createAxios(http);
  const plain = simpleRest(url, instance);
  const convert = <T>(resource: string, row: T): T =>
    row && typeof row === 'object' ? (rowToMexicoCity(row as BaseRecord, registry.get(resource), registry) as T) : row;

  const getPage = async ({ resource, pagination, sorters, filters, meta }: GetListParams): Promise<GetListResponse> => {
    const filter = toFilter(filters);
    const { search, columns } = (meta ?? {}) as ListMeta;
    const query = [
      ...(columns ? [reading('columns', columns.join(','))] : []),
      ...(filter ? [reading('filter', JSON.stringify(filter))] : []),
      ...(search ? [reading('q', search)] : []),
    ];
    const page = await simpleRest(url, withSignal(instance, signalOf(meta))).getList({
      resource,
      filters: query,
      pagination: { currentPage: 1, pageSize: 25, ...pagination },
      ...(sorters && { sorters }),
    });
    return { ...page, data: page.data.map((row) => convert(resource, row)) };
  };

  /** Pages on until the end: what a caller asked whole never comes cut. */
  const getWhole = async (params: GetListParams): Promise<GetListResponse> => {
    const rows: BaseRecord[] = [];
    for (let currentPage = 1; ; currentPage += 1) {
      const { data } = await getPage({ ...params, pagination: { currentPage, pageSize: largestPage } });
      rows.push(...data);
      if (data.length < largestPage) return { data: rows, total: rows.length };
    }
  };
  const getList = (params: GetListParams): Promise<GetListResponse> =>
    params.pagination?.mode === 'off' ? getWhole(params) : getPage(params);

  return {
    getApiUrl: () => url,
    getList: getList as never,
    getOne: async ({ resource, id, meta }) => {
      const { data } = await simpleRest(url, withSignal(instance, signalOf(meta))).getOne({ resource, id });
      return { data: convert(resource, data) as never };
    },
    getMany: async ({ resource, ids, meta }) => {
      const filters = [{ field: registry.get(resource).key, operator: 'in' as const, value: ids.map(Number) }];
      return (await getList({ resource, filters, pagination: { pageSize: Math.max(ids.length, 1) }, ...(meta && { meta }) })) as never;
    },
    create: async ({ resource, variables }) => ({
      data: convert(resource, (await plain.create({ resource, variables: asSent(variables) })).data) as never,
    }),
    update: async ({ resource, id, variables }) => ({
      data: convert(resource, (await plain.update({ resource, id, variables: asSent(variables) })).data) as never,
    }),
    deleteOne: async ({ resource, id, variables }) => ({
      data: (await plain.deleteOne({ resource, id, ...(variables !== undefined && { variables }) })).data as never,
    }),
    custom: (params) => plain.custom(params) as never,
  };
};
