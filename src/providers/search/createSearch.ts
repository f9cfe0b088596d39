import { liteClient } from 'algoliasearch/lite';
import type { Config } from '../config';
import { jsonToMexicoCity } from '../http/toMexicoCity';
import type { Http } from '../http/createHttp';

export interface Query {
  readonly index: string;
  readonly attributes: readonly string[];
}
/** The answer of the host for one text: where it matches, between marks. */
export interface Highlight {
  readonly value: string;
  readonly matchLevel: 'none' | 'partial' | 'full';
}
export type Highlights = Highlight | { readonly [member: string]: Highlight };
export interface Hit extends Readonly<Record<string, unknown>> {
  readonly objectID: string;
  readonly _highlightResult?: Readonly<Record<string, Highlights>>;
}
/** Searches several indexes with one request; the answers come in the order of the queries. */
export type Search = (
  text: string,
  queries: readonly Query[],
  options: { readonly most: number; readonly signal: AbortSignal },
) => Promise<readonly (readonly Hit[])[]>;

/** Marks around matches: characters of the private use area, so that no text of a record can look like one. */
export const marks = { before: '\u{E000}', after: '\u{E001}' } as const;

const connectMs = 5000,
  answerMs = 15_000;
const kept = {
  get: async <T>(_key: unknown, make: () => Promise<T>): Promise<T> => make(),
  set: async <T>(_key: unknown, value: T): Promise<T> => value,
  delete: async () => undefined,
  clear: async () => undefined,
};

type Requester = NonNullable<NonNullable<Parameters<typeof liteClient>[2]>['requester']>;
/** Sends the requests of the client with the bearer of the person, like every other request of the product. */
const requesterOf = ({ fetch }: Pick<Http, 'fetch'>, signal: AbortSignal): Requester => ({
  send: async ({ method, url, headers, data, responseTimeout }) => {
    const late = AbortSignal.timeout(responseTimeout);
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers },
        signal: AbortSignal.any([signal, late]),
        ...(data !== undefined && { body: data as BodyInit }),
      });
      return { status: response.status, content: await response.text(), isTimedOut: false };
    } catch (error) {
      signal.throwIfAborted();
      return { status: 0, content: String(error), isTimedOut: late.aborted };
    }
  },
});

/**
 * The search client of the product, created with its public application id and key. It caches no answers, because another person or
 * organization may ask next.
 */
export const createSearch = (
  { search: { appId, key, host }, host: services }: Pick<Config, 'search' | 'host'>,
  http: Pick<Http, 'fetch'>,
): Search => {
  const { host: url, protocol } = new URL(host || services || location.origin);
  return async (text, queries, { most, signal }) => {
    const client = liteClient(appId, key, {
      // one for each search, because that is how a search is cancelled
      hosts: [{ url, protocol: protocol === 'http:' ? 'http' : 'https', accept: 'readWrite' }],
      authMode: 'WithinHeaders',
      requester: requesterOf(http, signal),
      timeouts: { connect: connectMs, read: answerMs, write: answerMs },
      responsesCache: kept,
      requestsCache: kept,
      hostsCache: kept,
    });
    const { results } = await client.search<Hit>({
      requests: queries.map(({ index, attributes }) => ({
        indexName: index,
        query: text,
        hitsPerPage: most,
        attributesToRetrieve: [...attributes],
        highlightPreTag: marks.before,
        highlightPostTag: marks.after,
      })),
    });
    return queries.map((_, at) => {
      const result = results[at];
      return result && 'hits' in result ? (jsonToMexicoCity(result.hits) as readonly Hit[]) : [];
    });
  };
};
