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
import { readBody, requestIdHeader, type Http } from '../http/createHttp';
import type { ApiError } from '../http/toHttpError';

const failure = '__failure';

type Listed = readonly { readonly message: string }[];
/** What the first error lists by field, else every error as a message of its own. */
const listOf = (own: unknown, all: Listed): unknown => own ?? (all.length > 1 ? all.map(({ message }) => message) : undefined);

const toError = async (http: Http, { graphQLErrors, networkError, response }: CombinedError): Promise<ApiError> => {
  const [first] = graphQLErrors;
  const answered = response as Response | undefined;
  const requestId = answered?.headers?.get(requestIdHeader);
  const { statusCode, errors } = (first?.extensions ?? {}) as { readonly statusCode?: number; readonly errors?: unknown };
  if (first)
    return http.toError({
      status: statusCode ?? answered?.status ?? 400,
      body: { ...first.extensions, message: first.message, errors: listOf(errors, graphQLErrors) },
      requestId,
    });
  const status = answered?.status ?? (networkError as { readonly statusCode?: number } | undefined)?.statusCode ?? 0;
  return http.toError({
    status,
    body: answered && !answered.bodyUsed ? await readBody(answered) : (networkError?.message ?? null),
    requestId,
  });
};

/**
 * Moves errors into the data.
 *
 * `@refinedev/graphql` turns every error into a bare `Error` without status or fields; inside the data ours reach `dataMapper` whole.
 */
export const errorsAsData = (http: Http): Exchange =>
  mapExchange({
    onResult: async ({ error, ...result }) => (error ? { ...result, data: { [failure]: await toError(http, error) } } : result),
  });

/** The data of a result, or its error thrown. */
export const dataOf = ({ data }: OperationResult): Readonly<Record<string, unknown>> => {
  if (data?.[failure]) throw data[failure];
  return data as Readonly<Record<string, unknown>>;
};

/** The GraphQL client of one v2 service. Caching is the query client's business, so this one keeps nothing. */
export const createGraphqlClient = (url: string, http: Http): Client =>
  createClient({
    url,
    exchanges: [errorsAsData(http), fetchExchange],
    requestPolicy: 'network-only',
    preferGetMethod: false,
    fetch: http.graphqlFetch,
  });

/** A client whose queries stop when the caller loses interest; requests that others share go on. */
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
