import type { CustomParams, DataProvider, DataProviders } from '@refinedev/core';
import { services, type Registry, type Service } from '@/schema';
import { must } from '@/schema/must';
import type { Http } from '../http/createHttp';
import { createDocuments, type Documents } from './documents';
import { createGraphqlClient } from './graphqlClient';
import { createGraphqlReads } from './graphqlReads';
import { toProvider, type PlainReads } from './plainProvider';
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

const lazyReads = (load: () => Promise<DataProvider>): PlainReads => ({
  getList: async (params) => (await load()).getList(params),
  getOne: async (params) => (await load()).getOne(params),
  getMany: async (params) => must((await load()).getMany, 'getMany')(params),
});

const isAddress = /^https?:\/\//;
/** Full addresses stay; `/api/...` and `/v2/...` are on the host; anything else is under the service. */
const resolve = (path: string, host: string, service: string, query: unknown): string => {
  const base = isAddress.test(path) ? path : /^\/(api|v2)\//.test(path) ? `${host}${path}` : `${service}/${path.replace(/^\//, '')}`;
  const asked = new URLSearchParams(Object.entries(query ?? {})).toString();
  return asked ? `${base}${base.includes('?') ? '&' : '?'}${asked}` : base;
};

const createService = (service: Service, host: string, http: Http, registry: Registry, documents: Documents): DataProvider => {
  const url = `${host}/v2/${service}`;
  // Writing, and with it axios, is loaded with the first write.
  const rest = once(async () => (await import('./rest')).createRest(url, http, registry));
  const reads = restOnly.has(service)
    ? lazyReads(rest)
    : createGraphqlReads(createGraphqlClient(`${url}/_/graphql`, http), documents, registry);
  return toProvider({
    ...reads,
    create: async (params) => (await rest()).create(params),
    update: async (params) => (await rest()).update(params),
    deleteOne: async (params) => (await rest()).deleteOne(params),
    custom: async ({ url: path, method, payload, query, meta }: CustomParams) => ({
      data: await http.json(resolve(path, host, url, query), {
        method: method.toUpperCase(),
        body: payload,
        signal: signalOf(meta),
      }),
    }),
    getApiUrl: () => url,
  });
};

/** One named provider per v2 service; refine picks it by the resource's `dataProviderName`. */
export const createDataProviders = (host: string, http: Http, registry: Registry): DataProviders => {
  const documents = createDocuments(registry);
  const of = (service: Service): DataProvider => createService(service, host, http, registry, documents);
  const event = of('event');
  return {
    default: event,
    ...Object.fromEntries(services.map((service) => [service, service === 'event' ? event : of(service)])),
  };
};
