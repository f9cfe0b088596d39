import { codeOf } from './faults';
/** One step of bringing a database up to date failed: which one, on which table, and why. */
export class StepError extends Error {
  override readonly name = 'StepError';
  /** The error code of PostgreSQL, five characters. */
  readonly code: string;
  constructor(
    readonly step: string,
    readonly table: string | undefined,
    cause: unknown,
  ) {
    super(`${step} could not be applied: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.code = codeOf(cause);
  }
}
