/** Writes what a vitest run counted to the file that COUNTS_FILE names. */
export default class CountReporter {
  onTestRunEnd(modules: readonly object[], errors: readonly object[]): void;
}
