import type { CustomParams, DataProvider, DataProviders } from '@refinedev/core';
import { services, type Registry, type Service } from '@/schema';
import type { Http } from '../http/createHttp';
import { createDocuments, type Documents } from './documents';
import { createGraphqlClient } from './graphqlClient';
import { createGraphqlReads, type Reads } from './graphqlReads';
import { signalOf } from './signalOf';

/** The service that serves REST only. */
const restOnly: ReadonlySet<Service> = new Set(['kits']);

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null; // a chunk that failed to load may load the next time
      throw error;
    });
    return made;
  };
};

const lazyReads = (load: () => Promise<DataProvider>): Reads => ({
  getList: async (params) => (await load()).getList(params),
  getOne: async (params) => (await load()).getOne(params),
  getMany: async (params) => (await load()).getMany!(params),
});

const isAddress = /^https?:\/\//;
/** Addresses stay; `/api/...` and `/v2/...` stand on the host; anything else stands under the service. */
const resolve = (path: string, host: string, service: string, query: unknown): string => {
  const base = isAddress.test(path) ? path : /^\/(api|v2)\//.test(path) ? `${host}${path}` : `${service}/${path.replace(/^\//, '')}`;
  const asked = new URLSearchParams(Object.entries(query ?? {})).toString();
  return asked ? `${base}${base.includes('?') ? '&' : '?'}${asked}` : base;
};

const createService = (service: Service, host: string, http: Http, registry: Registry, documents: Documents): DataProvider => {
  const url = `${host}/v2/${service}`;
  // Writing, and with it axios, loads when something is first written.
  const rest = once(async () => (await import('./rest')).createRest(url, http, registry));
  const reads = restOnly.has(service)
    ? lazyReads(rest)
    : createGraphqlReads(createGraphqlClient(`${url}/_/graphql`, http), documents, registry);
  return {
    ...reads,
    create: async (params) => (await rest()).create(params),
    update: async (params) => (await rest()).update(params),
    deleteOne: async (params) => (await rest()).deleteOne(params),
    custom: async ({ url: path, method, payload, query, meta }: CustomParams) => ({
      data: (await http.json(resolve(path, host, url, query), {
        method: method.toUpperCase(),
        body: payload,
        signal: signalOf(meta),
      })) as never,
    }),
    getApiUrl: () => url,
  };
};

/** One named provider per v2 service; refine picks it by the resource's `dataProviderName`. */
export const createDataProviders = (host: string, http: Http, registry: Registry): DataProviders => {
  const documents = createDocuments(registry);
  const named = Object.fromEntries(services.map((service) => [service, createService(service, host, http, registry, documents)])) as Record<
    Service,
    DataProvider
  >;
  return { default: named.event, ...named };
};
