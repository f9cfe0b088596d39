import type { Problem } from '@/schema/project/zod';

export interface DomainErrorOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly Problem[];
  /** Seconds after which the same may be asked again. */
  readonly retryAfter?: number;
  /** What led to it, for the log. */
  readonly cause?: unknown;
}

/** An expected refusal, told to the client in its language; `key` and the messages of `errors` are translation keys. */
export class DomainError extends Error {
  readonly params: Readonly<Record<string, unknown>>;
  readonly errors: readonly Problem[];
  readonly retryAfter: number | undefined;
  constructor(
    readonly statusCode: number,
    readonly key: string,
    { params = {}, errors = [], retryAfter, cause }: DomainErrorOptions = {},
  ) {
    super(key, { cause });
    this.params = params;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** The record does not exist, or this person may not know that it does. */
export const notFound = (): DomainError => new DomainError(404, 'errors.notFound');
/** The record is visible but no key of this person opens what was asked. */
export const forbidden = (errors: readonly Problem[] = []): DomainError => new DomainError(403, 'errors.forbidden', { errors });
/** The request itself is wrong, field by field. */
export const invalid = (errors: readonly Problem[]): DomainError => new DomainError(400, 'errors.invalid', { errors });
/** What was asked contradicts the present state. */
export const conflict = (key: string, errors: readonly Problem[] = [], params: Readonly<Record<string, unknown>> = {}): DomainError =>
  new DomainError(409, key, { errors, params });
/** Nobody is signed in, or the session has ended. */
export const unauthenticated = (): DomainError => new DomainError(401, 'errors.unauthenticated');
