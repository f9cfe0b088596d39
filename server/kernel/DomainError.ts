import { errorCodes, type CodeOf, type ErrorCode, type Reason } from '@/schema/errorCodes';
import type { Refusal } from '@/schema/project/refusal';
import type { Problem } from '@/schema/project/zod';

export interface DomainErrorOptions extends Pick<Reason, 'rule' | 'params'> {
  readonly errors?: readonly Problem[];
  /** Seconds after which the same may be asked again. */
  readonly retryAfter?: number;
  /** What led to it, for the log. */
  readonly cause?: unknown;
}

/** An expected refusal: the code says which and has its status, clients read it in their language. */
export class DomainError extends Error implements Reason {
  readonly statusCode: number;
  readonly rule: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errors: readonly Problem[];
  readonly retryAfter: number | undefined;
  constructor(
    readonly code: ErrorCode,
    { rule, params = {}, errors = [], retryAfter, cause }: DomainErrorOptions = {},
  ) {
    super(rule === undefined ? code : `${code} ${rule}`, { cause });
    this.statusCode = errorCodes[code];
    this.rule = rule;
    this.params = params;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** The record does not exist, or this person may not know that it does. */
export const notFound = (): DomainError => new DomainError('NOT_FOUND');
/** The record is visible but no key of this person opens what was asked. */
export const forbidden = (errors: readonly Problem[] = []): DomainError => new DomainError('FORBIDDEN', { errors });
/** The request itself is wrong, field by field. */
export const invalid = (errors: readonly Problem[]): DomainError => new DomainError('INVALID', { errors });
/** What was asked contradicts the present state. */
export const conflict = (code: CodeOf<409>, errors: readonly Problem[] = [], params: Readonly<Record<string, unknown>> = {}): DomainError =>
  new DomainError(code, { errors, params });
/** Something wrong with one field. */
export const problemAt = (path: string, code: ErrorCode, params?: Reason['params']): Problem => ({ path, code, ...(params && { params }) });
/** The declaration says that a record does not take an action. */
export const refusedBy = ({ code, rule, params, path }: Refusal): DomainError =>
  new DomainError(code, { rule, params, errors: path === undefined ? [] : [{ path, code, rule, params }] });
/** Nobody is signed in, or the session has ended. */
export const unauthenticated = (): DomainError => new DomainError('UNAUTHENTICATED');
