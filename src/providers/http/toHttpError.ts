import type { HttpError } from '@refinedev/core';
import { isErrorCode, type ErrorCode } from '@/schema/errorCodes';
import { partOf } from '@/schema/unknown';

/** The answer of an API, in the shape that the error catalogue of the specification reads. */
export interface Failure {
  /** 0 when the request never reached the server. */
  readonly status: number;
  readonly body: unknown;
  /** The request id in the server's log. */
  readonly requestId?: string | null | undefined;
}
/** The texts that the catalogue needs, in the person's language. */
export interface FailureWords {
  /** The specification's 'Network error'. */
  readonly network: string;
  /** Names the request id for support. */
  readonly report: (requestId: string) => string;
}
export interface PathMessage {
  readonly path: string;
  readonly message: string;
}
/** refine's error with every message of the answer. */
export interface ApiError extends HttpError {
  /** The error code, if the host sent one of ours. */
  readonly code: ErrorCode | null;
  readonly messages: readonly string[];
  /** The whole answer, for callers that need more than the message: a 409 contains the stored record. */
  readonly body: unknown;
  /** The id of a failure in the server's log; undefined for refusals. */
  readonly requestId: string | null;
}

const isPathMessage = (some: unknown): some is PathMessage => typeof partOf(some, 'message') === 'string';
const texts = (some: unknown): readonly string[] =>
  Array.isArray(some)
    ? some.flatMap((each) => (typeof each === 'string' ? [each] : isPathMessage(each) ? [each.message] : []))
    : typeof some === 'string' && some
      ? [some]
      : [];
const raw = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body ?? ''));
const isPage = (body: unknown): boolean => typeof body === 'string' && /^\s*</.test(body);

/** The pairs of path and message of a form validation, as refine's forms read them. */
export const errorsByPath = (errors: unknown): Record<string, string[]> => {
  const found: Record<string, string[]> = {};
  for (const { path, message } of Array.isArray(errors) ? errors.filter(isPathMessage) : []) if (path) (found[path] ??= []).push(message);
  return found;
};

/** The error catalogue of the specification, section 8. `network` is its 'Network error' in the person's language. */
const messagesOf = ({ status, body }: Failure, network: string): readonly string[] => {
  if (status === 500 || status === 0) return [network];
  const listed = texts(partOf(body, 'errors'));
  if (listed.length > 0) return listed;
  const said = texts(partOf(body, 'message'));
  if (said.length > 0) return said;
  return isPage(body) || raw(body) === '' || raw(body) === '""' ? [network] : [raw(body)]; // the error page of a proxy is not a message for people
};

/**
 * Turns an answer into the error that refine, forms and notifications read. A failure of the server includes the request id for support.
 */
export const toHttpError = (failure: Failure, { network, report }: FailureWords): ApiError => {
  const messages = messagesOf(failure, network);
  const named = failure.requestId ?? partOf(failure.body, 'requestId'); // the header is not readable if the host does not expose it
  const code = partOf(failure.body, 'code');
  const requestId = failure.status >= 500 && typeof named === 'string' ? named : null;
  return Object.assign(new Error([...messages, ...(requestId ? [report(requestId)] : [])].join('\n')), {
    statusCode: failure.status,
    code: isErrorCode(code) ? code : null,
    errors: failure.status === 500 ? {} : errorsByPath(partOf(failure.body, 'errors')),
    messages,
    body: failure.body,
    requestId,
  });
};
