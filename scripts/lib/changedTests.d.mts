export function changedFiles(): readonly string[];
export function changedEntities(files: readonly string[]): readonly string[];
export function changedTests(files: readonly string[]): {
  readonly entities: readonly string[];
  readonly files: readonly string[];
  /** Reached as well, and too long for somebody who waits. */
  readonly heavy: readonly string[];
  readonly browser: readonly string[];
};
