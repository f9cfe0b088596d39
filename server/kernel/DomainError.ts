import { errorCodes, type CodeOf, type ErrorCode, type Reason } from '@/schema/errorCodes';
import type { Refusal } from '@/schema/project/refusal';
import type { Problem } from '@/schema/project/zod';

export interface DomainErrorOptions extends Pick<Reason, 'rule' | 'params'> {
  readonly errors?: readonly Problem[];
  /** Seconds after which the request may be repeated. */
  readonly retryAfter?: number;
  /** The cause, for the log. */
  readonly cause?: unknown;
}

/** An expected refusal. Its code determines the status, and clients read it in their language. */
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

/** The record does not exist, or this person may not see it. */
export const notFound = (): DomainError => new DomainError('NOT_FOUND');
/** This person has no permission for the operation. */
export const forbidden = (errors: readonly Problem[] = []): DomainError => new DomainError('FORBIDDEN', { errors });
/** The request itself is wrong, field by field. */
export const invalid = (errors: readonly Problem[]): DomainError => new DomainError('INVALID', { errors });
/** The request conflicts with the present state. */
export const conflict = (code: CodeOf<409>, errors: readonly Problem[] = [], params: Readonly<Record<string, unknown>> = {}): DomainError =>
  new DomainError(code, { errors, params });
/** A lock of somebody else was not released in time. */
export const crowded = (cause?: unknown): DomainError => new DomainError('CROWDED', { retryAfter: 1, cause });
/** An error of one field. */
export const problemAt = (path: string, code: ErrorCode, params?: Reason['params']): Problem => ({ path, code, ...(params && { params }) });
/** The declaration of the action excludes the record. */
export const refusedBy = ({ code, rule, params, path }: Refusal): DomainError =>
  new DomainError(code, { rule, params, errors: path === undefined ? [] : [{ path, code, rule, params }] });
/** Nobody is signed in, or the session has ended. */
export const unauthenticated = (): DomainError => new DomainError('UNAUTHENTICATED');
/** Somebody asked for too much recently. */
export const tooManyRequests = (seconds: number): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(seconds)) });
