export function changedFiles(): readonly string[];
export function changedEntities(files: readonly string[]): readonly string[];
export function changedTests(files: readonly string[]): {
  readonly entities: readonly string[];
  readonly files: readonly string[];
  readonly browser: readonly string[];
};
