import { isUnauthenticated, type TokenManager } from '../session/tokenManager';
import { jsonToMexicoCity } from './toMexicoCity';
import { toHttpError, type ApiError, type Failure, type FailureWords } from './toHttpError';

type Fetch = typeof globalThis.fetch;

/** What every request of the product goes through. */
export interface Http {
  /** Fetches with the bearer and the person's language; a refused token is renewed and the request sent once more. */
  readonly fetch: Fetch;
  /** The same for GraphQL, where a refused token may hide inside a 200. */
  readonly graphqlFetch: Fetch;
  /** Reads or sends JSON, or sends a form. Throws refine's error; instants come in Mexico City time. */
  readonly json: <T = unknown>(url: string, options?: JsonOptions) => Promise<T>;
  /** Words an answer by the error catalogue. */
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
  /** Hears of every answer that is the server's fault. */
  readonly onFailure?: (error: ApiError) => void;
  readonly fetch?: Fetch;
}

/** The header in which the server names a request. */
export const requestIdHeader = 'x-request-id';

/** Reads a body as JSON where it is JSON, as text where it is not. */
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
  const { errors } = (answer ?? {}) as {
    readonly errors?: readonly { readonly extensions?: { readonly code?: unknown; readonly statusCode?: unknown } }[];
  };
  return errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED' || extensions?.statusCode === 401) ?? false;
};
const whole = async (response: Response): Promise<Whole> => {
  const text = await response.text();
  // Most answers carry no such words, and only those that do are read twice.
  const hidden = hint.test(text.slice(0, 4000)) && saysUnauthenticated(await readBody(new Response(text)));
  return {
    response: new Response(text, { status: response.status, headers: response.headers }),
    refused: response.status === 401 || hidden,
  };
};
const isAbort = (error: unknown): boolean => (error as { readonly name?: string } | null)?.name === 'AbortError';

/** Joins the token manager and `fetch`. GraphQL, REST and loose calls share it, so that a 401 is handled in one place. */
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
      throw isAbort(error) ? error : toError({ status: (error as { readonly statusCode?: number }).statusCode ?? 0, body: null });
    });
    const answer = await readBody(response);
    if (!response.ok) throw toError({ status: response.status, body: answer, requestId: response.headers.get(requestIdHeader) });
    return jsonToMexicoCity(answer) as T;
  };
  return { fetch: authorized, graphqlFetch, json, toError };
};
