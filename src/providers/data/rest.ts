import type { BaseRecord, DataProvider, GetListParams, GetListResponse } from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import axios, { isCancel, type AxiosInstance, type AxiosRequestConfig } from 'axios';
import type { Registry } from '@/schema';
import { type Parts, isParts, partOf, statusOf, textIn, textsIn } from '@/schema/unknown';
import { requestIdHeader, type Http } from '../http/createHttp';
import { toProvider } from './plainProvider';
import { toFilter } from './toFilter';
import { rowToMexicoCity } from '../http/toMexicoCity';
import { signalOf } from './signalOf';

/** Our axios: it sends through the shared `fetch`, so it adds the bearer and repeats a refused request, and it throws refine's errors. */
export const createAxios = (http: Http): AxiosInstance => {
  const instance = axios.create({ adapter: 'fetch', env: { fetch: http.fetch }, timeout: 60_000 });
  // only the code that writes a form knows its boundary, so `fetch` sets the content type
  instance.interceptors.request.use((config) => {
    if (config.data instanceof FormData) config.headers.setContentType(false);
    return config;
  });
  instance.interceptors.response.use(
    (response) => response,
    (error: unknown) => {
      if (isCancel(error)) throw error;
      const response = axios.isAxiosError(error) ? error.response : undefined;
      throw http.toError({
        status: response?.status ?? statusOf(partOf(error, 'cause')) ?? 0,
        body: response?.data ?? null,
        requestId: textIn(response?.headers[requestIdHeader]),
      });
    },
  );
  return instance;
};

/** simple-rest cannot abort requests, so its instance carries the signal of the call. */
const withSignal = (instance: AxiosInstance, signal: AbortSignal | undefined): AxiosInstance => {
  if (!signal) return instance;
  const get = (url: string, config?: AxiosRequestConfig) => instance.get(url, { ...config, signal });
  return Object.assign(Object.create(instance) as AxiosInstance, { get });
};

const filesIn = (value: unknown): readonly Blob[] => [value].flat().filter((each) => each instanceof Blob);
const isFile = (value: unknown): boolean => filesIn(value).length > 0;
/** Values with files are sent as multipart: JSON in the part `data`, each file in a part named after its field. */
const asSent = (variables: Parts): Parts | FormData => {
  const entries = Object.entries(variables ?? {});
  if (!entries.some(([, value]) => isFile(value))) return variables;
  const form = new FormData();
  form.set('data', JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !isFile(value)))));
  for (const [name, value] of entries) for (const file of filesIn(value)) form.append(name, file);
  return form;
};

const reading = (name: string, value: unknown) => ({ field: name, operator: 'eq' as const, value });

const largestPage = 1000;
/** One v2 service in the simple-rest convention: all its writes, and its reads if there is no GraphQL. */
export const createRest = (url: string, http: Http, registry: Registry): DataProvider => {
  const instance = createAxios(http);
  const plain = simpleRest(url, instance);
  const convert = (resource: string, row: BaseRecord): BaseRecord =>
    isParts(row) ? rowToMexicoCity(row, registry.get(resource), registry) : row;

  const getPage = async ({ resource, pagination, sorters, filters, meta }: GetListParams): Promise<GetListResponse> => {
    const filter = toFilter(filters);
    const search = textIn(meta?.['search']),
      columns = textsIn(meta?.['columns']);
    const query = [
      ...(columns.length > 0 ? [reading('columns', columns.join(','))] : []),
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

  /** Reads all pages, because a caller that asks for everything must not get a part. */
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

  return toProvider({
    getApiUrl: () => url,
    getList,
    getOne: async ({ resource, id, meta }) => {
      const { data } = await simpleRest(url, withSignal(instance, signalOf(meta))).getOne({ resource, id });
      return { data: convert(resource, data) };
    },
    getMany: ({ resource, ids, meta }) => {
      const filters = [{ field: registry.get(resource).key, operator: 'in' as const, value: ids.map(Number) }];
      return getList({ resource, filters, pagination: { pageSize: Math.max(ids.length, 1) }, ...(meta && { meta }) });
    },
    create: async ({ resource, variables }) => ({
      data: convert(resource, (await plain.create({ resource, variables: asSent(variables) })).data),
    }),
    update: async ({ resource, id, variables }) => ({
      data: convert(resource, (await plain.update({ resource, id, variables: asSent(variables) })).data),
    }),
    deleteOne: ({ resource, id, variables }) => plain.deleteOne({ resource, id, ...(variables !== undefined && { variables }) }),
    custom: (params) => plain.custom(params),
  });
};
