import type { AnyField, Fields, types } from './field';

/** Flattens an intersection so that editors show one object. */
export type Flatten<T> = { [K in keyof T]: T[K] } & {};
type Types<F extends AnyField> = NonNullable<F[typeof types]>;
type IsComputed<F extends AnyField> = F extends { readonly computed: object }
  ? true
  : F['column'] extends null
    ? F extends { readonly embeds: object }
      ? false
      : true
    : false;
type IsReadOnly<F extends AnyField> = F['options'] extends { readOnly: true } ? true : IsComputed<F>;
type HasDefault<F extends AnyField> = F['options'] extends { default: {} } ? true : false;
type IsRequired<F extends AnyField> = F['options'] extends { required: true } ? true : F extends { readonly embeds: object } ? true : false;

/** The type of a field in a row. */
export type RowValue<F extends AnyField> = true extends IsComputed<F> | IsRequired<F> | HasDefault<F>
  ? Types<F>['row']
  : Types<F>['row'] | null;
type InputValue<F extends AnyField> = true extends IsRequired<F> | HasDefault<F> ? Types<F>['input'] : Types<F>['input'] | null;

type Writable<F extends Fields> = { [K in keyof F as IsReadOnly<F[K]> extends true ? never : K]: F[K] };
type Mandatory<F extends Fields> = {
  [K in keyof F as F[K]['options'] extends { required: true } ? (HasDefault<F[K]> extends true ? never : K) : never]: F[K];
};

/** The columns of every row besides its declared fields. */
export interface BaseRow {
  readonly created: string;
  readonly updated: string;
  readonly version: number;
  readonly organizationid?: number | null;
}
/** The fields of a row as the API answers them. */
export type RowOf<F extends Fields> = Flatten<{ -readonly [K in keyof F]: RowValue<F[K]> } & BaseRow>;
/** The fields of a record as the API accepts them. */
export type InputOf<F extends Fields> = Flatten<
  { -readonly [K in keyof Mandatory<Writable<F>>]: Types<F[K]>['input'] } & {
    -readonly [K in Exclude<keyof Writable<F>, keyof Mandatory<F>>]?: InputValue<F[K & keyof F]> | undefined;
  }
>;

type IsKept<F extends AnyField> = F extends { readonly computed: object }
  ? F['options'] extends { stored: true }
    ? true
    : false
  : F['column'] extends null
    ? false
    : true;
/** The declared fields of a row that have their own column. */
export type StoredOf<F extends Fields> = { -readonly [K in keyof F as IsKept<F[K]> extends true ? K : never]: RowValue<F[K]> };
/** The columns that a statement of the server may write, without those that the database computes. */
export type WrittenOf<F extends Fields> = {
  -readonly [K in keyof F as true extends IsComputed<F[K]> ? never : F[K]['column'] extends null ? never : K]: RowValue<F[K]>;
};
