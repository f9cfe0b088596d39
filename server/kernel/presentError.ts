import { wordsOf, type CodeOf, type ErrorCode, type Reason } from '@/schema/errorCodes';
import { isAway, isFull } from '../database/faults';
import { DomainError } from './DomainError';
import type { Translate } from './messages';

/** A reason as it leaves the server: for programs, and in words. */
export interface WireReason extends Omit<Reason, 'params'> {
  readonly message: string;
}
/** What leaves the server when something went wrong. */
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
/** What the surroundings of the server failed at, which passes: nobody asked for something wrong. */
export const faultOf = (error: unknown): Fault | null =>
  isAway(error) ? { statusCode: 503, code: 'UNAVAILABLE' } : isFull(error) ? { statusCode: 507, code: 'DISK_FULL' } : null;

/** Says a reason in a language. */
export const inWords = (reason: Reason, translate: Translate, locale: string): WireReason => ({
  code: reason.code,
  ...(reason.rule !== undefined && { rule: reason.rule }),
  message: translate(wordsOf(reason), locale, reason.params),
});

/** An expected refusal in the language of the request; anything else becomes an anonymous failure. */
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
  const { statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { readonly statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode <= 499
    ? plain(statusCode, codeOfStatus[statusCode] ?? 'INVALID')
    : plain(500, 'INTERNAL');
};
