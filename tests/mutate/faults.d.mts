/** One small fault and the tests that should notice it. */
export interface Fault {
  readonly area: string;
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  readonly pattern?: string;
}
export const allFaults: readonly Fault[];
/** What is wrong with the list itself, one line a problem. */
export function brokenFaults(): readonly string[];
