import { partOf, rowsIn, statusOf } from '@/schema/unknown';
import { isUnauthenticated, type TokenManager } from '../session/tokenManager';
import { jsonToMexicoCity } from './toMexicoCity';
import { toHttpError, type ApiError, type Failure, type FailureWords } from './toHttpError';

type Fetch = typeof globalThis.fetch;

/** The layer that every request of the product uses. */
export interface Http {
  /** Fetches with the bearer and the person's language. A refused token is renewed and the request is sent once more. */
  readonly fetch: Fetch;
  /** The same for GraphQL, where a refused token may be inside a 200. */
  readonly graphqlFetch: Fetch;
  /** Reads or sends JSON, or sends a form. Throws refine's error; instants are converted to Mexico City time. */
  readonly json: <T = unknown>(url: string, options?: JsonOptions) => Promise<T>;
  /** Turns an answer into a message of the error catalogue. */
  readonly toError: (failure: Failure) => ApiError;
}
export interface JsonOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}
export interface HttpOptions {
  readonly tokens: TokenManager;
  readonly language: () => string;
  readonly words: FailureWords;
  /** Called for every answer with a failure of the server. */
  readonly onFailure?: (error: ApiError) => void;
  readonly fetch?: Fetch;
}

/** The header with the request id of the server. */
export const requestIdHeader = 'x-request-id';

/** Reads a body as JSON if it is JSON, otherwise as text. */
export const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};
interface Whole {
  readonly response: Response;
  readonly refused: boolean;
}
const hint = /"UNAUTHENTICATED"|"statusCode":\s*401/;
const saysUnauthenticated = (answer: unknown): boolean => {
  return rowsIn(partOf(answer, 'errors')).some(
    ({ extensions }) => partOf(extensions, 'code') === 'UNAUTHENTICATED' || statusOf(extensions) === 401,
  );
};
const whole = async (response: Response): Promise<Whole> => {
  const text = await response.text();
  // Most answers contain no such word, and only those that do are read twice.
  const hidden = hint.test(text.slice(0, 4000)) && saysUnauthenticated(await readBody(new Response(text)));
  return {
    response: new Response(text, { status: response.status, headers: response.headers }),
    refused: response.status === 401 || hidden,
  };
};
const isAbort = (error: unknown): boolean => partOf(error, 'name') === 'AbortError';

/** Combines the token manager and `fetch`. GraphQL, REST and single calls share it, so that a 401 is handled in one place. */
export const createHttp = ({
  tokens,
  language,
  words,
  onFailure,
  fetch: send = (input, init) => globalThis.fetch(input, init),
}: HttpOptions): Http => {
  const toError = (failure: Failure): ApiError => {
    const error = toHttpError(failure, words);
    if (error.statusCode >= 500) onFailure?.(error);
    return error;
  };
  const sendWith = (bearer: string, input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> => {
    const request = input instanceof Request ? input.clone() : input; // a body may be read only once, and a refused request is sent twice
    const headers = new Headers(init?.headers ?? (request instanceof Request ? request.headers : undefined));
    headers.set('authorization', `Bearer ${bearer}`);
    headers.set('accept-language', language());
    return send(request, { ...init, headers });
  };
  const authorized: Fetch = (input, init) => tokens.run((bearer) => sendWith(bearer, input, init));
  const graphqlFetch: Fetch = async (input, init) => {
    const { response } = await tokens.run(
      async (bearer) => whole(await sendWith(bearer, input, init)),
      (outcome) => (outcome as Whole).refused || isUnauthenticated(outcome),
    );
    return response;
  };
  const json: Http['json'] = async <T>(url: string, { method = 'GET', body, signal }: JsonOptions = {}): Promise<T> => {
    const isForm = body instanceof FormData; // the browser writes its boundary itself
    const response = await authorized(url, {
      method,
      ...(signal && { signal }),
      headers: { accept: 'application/json', ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw isAbort(error) ? error : toError({ status: statusOf(error) ?? 0, body: null });
    });
    const answer = await readBody(response);
    if (!response.ok) throw toError({ status: response.status, body: answer, requestId: response.headers.get(requestIdHeader) });
    return jsonToMexicoCity(answer) as T;
  };
  return { fetch: authorized, graphqlFetch, json, toError };
};
