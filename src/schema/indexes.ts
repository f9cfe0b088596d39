import type { BaseFieldName } from './baseFields';

type Key<F> = keyof F & string;

/** An index or a uniqueness over declared columns. `where` is SQL over column names. */
export interface Index<F = any> {
  /** The columns, in the order of the index. */
  readonly on: readonly (Key<F> | BaseFieldName | `${string}id`)[];
  /** Only rows that match are in the index; SQL over column names. */
  readonly where?: string;
  /** Only removed rows, which lists never show: forgetting a person looks for their data among them, too. */
  readonly removed?: boolean;
  /** No two rows have the same values. */
  readonly unique?: boolean;
  /** Two rows without a value count as equal, too. */
  readonly nullsNotDistinct?: boolean;
}

/**
 * No two rows with equal values in `equal` may overlap in time (instants without the end, days with the last one); enforced by the
 * database.
 */
export interface Exclusion<F = any> {
  /** Rows are compared only with rows that have the same values in these fields. */
  readonly equal: readonly Key<F>[];
  /** The fields with the start and the end of a row. */
  readonly range: readonly [Key<F>, Key<F>];
  /** SQL over column names; soft-deleted rows never count. */
  readonly where?: string;
}
