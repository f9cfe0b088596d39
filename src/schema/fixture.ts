import type { AnyField } from './field';

/** Values that the contract tests send through validation, PostgreSQL, GraphQL and the screen, and that the gallery shows. */
export interface FieldFixture {
  readonly field: AnyField;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
  /** A value of a row, if rows and inputs differ. */
  readonly row?: unknown;
  /** The longest value that a screen may have to show; with a wider field if the one above would refuse it. */
  readonly long: { readonly field?: AnyField; readonly value: unknown };
}
/** Declares the fixture of one field type. */
export const defineFixture = (fixture: FieldFixture): FieldFixture => fixture;
