import {
  createClient,
  fetchExchange,
  mapExchange,
  type Client,
  type CombinedError,
  type DocumentInput,
  type Exchange,
  type OperationResult,
} from '@urql/core';
import { statusOf } from '@/schema/unknown';
import { readBody, requestIdHeader, type Http } from '../http/createHttp';
import type { ApiError } from '../http/toHttpError';

const failure = '__failure';

type Listed = readonly { readonly message: string }[];
/** The field errors of the first error, or else every error as a separate message. */
const listOf = (own: unknown, all: Listed): unknown => own ?? (all.length > 1 ? all.map(({ message }) => message) : undefined);

const toError = async (http: Http, { graphQLErrors, networkError, response }: CombinedError): Promise<ApiError> => {
  const [first] = graphQLErrors;
  const answered = response instanceof Response ? response : undefined;
  const requestId = answered?.headers?.get(requestIdHeader);
  if (first)
    return http.toError({
      status: statusOf(first.extensions) ?? answered?.status ?? 400,
      body: { ...first.extensions, message: first.message, errors: listOf(first.extensions['errors'], graphQLErrors) },
      requestId,
    });
  const status = answered?.status ?? statusOf(networkError) ?? 0;
  return http.toError({
    status,
    body: answered && !answered.bodyUsed ? await readBody(answered) : (networkError?.message ?? null),
    requestId,
  });
};

/**
 * Moves errors into the data.
 *
 * `@refinedev/graphql` turns every error into a plain `Error` without status or fields; inside the data ours reach `dataMapper` unchanged.
 */
export const errorsAsData = (http: Http): Exchange =>
  mapExchange({
    onResult: async ({ error, ...result }) => (error ? { ...result, data: { [failure]: await toError(http, error) } } : result),
  });

/** The data of a result; throws its error. */
export const dataOf = ({ data }: OperationResult): Readonly<Record<string, unknown>> => {
  if (data?.[failure]) throw data[failure];
  return data as Readonly<Record<string, unknown>>;
};

/** The GraphQL client of one v2 service. The query client does the caching, so this one caches nothing. */
export const createGraphqlClient = (url: string, http: Http): Client =>
  createClient({
    url,
    exchanges: [errorsAsData(http), fetchExchange],
    requestPolicy: 'network-only',
    preferGetMethod: false,
    fetch: http.graphqlFetch,
  });

/** A client whose queries are cancelled when the caller no longer needs them; shared requests continue. */
export const abortable = (client: Client, signal: AbortSignal | undefined): Client => {
  if (!signal) return client;
  const query = (document: DocumentInput, variables: Record<string, unknown>) => ({
    toPromise: () =>
      new Promise<OperationResult>((resolve, reject) => {
        signal.throwIfAborted();
        const stop = () => {
          subscription.unsubscribe();
          reject(signal.reason);
        };
        const subscription = client.query(document, variables).subscribe((result) => {
          signal.removeEventListener('abort', stop);
          resolve(result);
          queueMicrotask(() => subscription.unsubscribe());
        });
        signal.addEventListener('abort', stop, { once: true });
      }),
  });
  return Object.assign(Object.create(client) as Client, { query });
};
