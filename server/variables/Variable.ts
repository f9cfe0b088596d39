/** One environment variable, as the documentation describes it. */
export interface Variable {
  readonly name: string;
  /** The value when it is absent. */
  readonly fallback?: string;
  /** The text for the fallback, if it is not a fixed value. */
  readonly otherwise?: string;
  readonly meaning: string;
  readonly takes: string;
  readonly isSecret?: boolean;
}
