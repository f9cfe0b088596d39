import type { HttpError } from '@refinedev/core';
import { isErrorCode, type ErrorCode } from '@/schema/errorCodes';

/** What an API answered, in the shape the error catalogue of the specification reads. */
export interface Failure {
  /** 0 when the request never reached the server. */
  readonly status: number;
  readonly body: unknown;
  /** What the server calls this request in its own log. */
  readonly requestId?: string | null | undefined;
}
/** The words that the catalogue needs, in the person's language. */
export interface FailureWords {
  /** The specification's 'Network error'. */
  readonly network: string;
  /** Names the request to ask about. */
  readonly report: (requestId: string) => string;
}
export interface PathMessage {
  readonly path: string;
  readonly message: string;
}
/** refine's error with every message that came with it. */
export interface ApiError extends HttpError {
  /** What went wrong, where the host says so by a code that is ours. */
  readonly code: ErrorCode | null;
  readonly messages: readonly string[];
  /** The whole answer, for whoever needs more than words: a 409 carries the stored record. */
  readonly body: unknown;
  /** Under which the server's log knows what failed; nothing for refusals. */
  readonly requestId: string | null;
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined;
const isPathMessage = (some: unknown): some is PathMessage => typeof field(some, 'message') === 'string';
const texts = (some: unknown): readonly string[] =>
  Array.isArray(some)
    ? some.flatMap((each) => (typeof each === 'string' ? [each] : isPathMessage(each) ? [each.message] : []))
    : typeof some === 'string' && some
      ? [some]
      : [];
const raw = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body ?? ''));
const isPage = (body: unknown): boolean => typeof body === 'string' && /^\s*</.test(body);

/** The path and message pairs of a form validation, as refine's forms read them. */
export const errorsByPath = (errors: unknown): Record<string, string[]> => {
  const found: Record<string, string[]> = {};
  for (const { path, message } of Array.isArray(errors) ? errors.filter(isPathMessage) : []) if (path) (found[path] ??= []).push(message);
  return found;
};

/** The error catalogue of the specification, section 8. `network` is its 'Network error' in the person's language. */
const messagesOf = ({ status, body }: Failure, network: string): readonly string[] => {
  if (status === 500 || status === 0) return [network];
  const listed = texts(field(body, 'errors'));
  if (listed.length > 0) return listed;
  const said = texts(field(body, 'message'));
  if (said.length > 0) return said;
  return isPage(body) || raw(body) === '' || raw(body) === '""' ? [network] : [raw(body)]; // a proxy's error page is nobody's message
};

/** Turns an answer into the error that refine, forms and notifications read. What failed at the server is told with the number to ask about. */
export const toHttpError = (failure: Failure, { network, report }: FailureWords): ApiError => {
  const messages = messagesOf(failure, network);
  const named = failure.requestId ?? field(failure.body, 'requestId'); // the header is out of sight where the host does not expose it
  const code = field(failure.body, 'code');
  const requestId = failure.status >= 500 && typeof named === 'string' ? named : null;
  return Object.assign(new Error([...messages, ...(requestId ? [report(requestId)] : [])].join('\n')), {
    statusCode: failure.status,
    code: isErrorCode(code) ? code : null,
    errors: failure.status === 500 ? {} : errorsByPath(field(failure.body, 'errors')),
    messages,
    body: failure.body,
    requestId,
  });
};
