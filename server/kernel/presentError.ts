import { wordsOf, type CodeOf, type ErrorCode, type Reason } from '@/schema/errorCodes';
import { statusOf } from '@/schema/unknown';
import { isAway, isFull } from '../database/faults';
import { DomainError } from './DomainError';
import type { Translate } from './messages';

/** A reason in an answer: for programs, and as a text. */
export interface WireReason extends Omit<Reason, 'params'> {
  readonly message: string;
}
/** The answer to an error. */
export interface WireError extends WireReason {
  readonly statusCode: number;
  readonly errors: readonly (WireReason & { readonly path: string })[];
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
};

interface Fault {
  readonly statusCode: 503 | 507;
  readonly code: CodeOf<503 | 507>;
}
/** A temporary failure around the server (database, disk): the request itself was correct. */
export const faultOf = (error: unknown): Fault | null =>
  isAway(error) ? { statusCode: 503, code: 'UNAVAILABLE' } : isFull(error) ? { statusCode: 507, code: 'DISK_FULL' } : null;

/** The text of a reason in a language. */
export const inWords = (reason: Reason, translate: Translate, locale: string): WireReason => ({
  code: reason.code,
  ...(reason.rule !== undefined && { rule: reason.rule }),
  message: translate(wordsOf(reason), locale, reason.params),
});

/** An expected refusal in the language of the request; anything else becomes an anonymous internal error. */
export const presentError = (error: unknown, translate: Translate, locale: string): WireError => {
  const plain = (statusCode: number, code: ErrorCode): WireError => ({ statusCode, ...inWords({ code }, translate, locale), errors: [] });
  if (error instanceof DomainError)
    return {
      statusCode: error.statusCode,
      ...inWords(error, translate, locale),
      errors: error.errors.map((problem) => ({ path: problem.path, ...inWords(problem, translate, locale) })),
    };
  const fault = faultOf(error);
  if (fault) return plain(fault.statusCode, fault.code);
  const statusCode = statusOf(error);
  return statusCode !== undefined && statusCode >= 400 && statusCode <= 499
    ? plain(statusCode, codeOfStatus[statusCode] ?? 'INVALID')
    : plain(500, 'INTERNAL');
};
