/** One environment variable, as people read about it. */
export interface Variable {
  readonly name: string;
  /** What counts when it is absent. */
  readonly fallback?: string;
  /** How the fallback reads, where it is not a fixed text. */
  readonly otherwise?: string;
  readonly meaning: string;
  readonly takes: string;
  readonly isSecret?: boolean;
}
