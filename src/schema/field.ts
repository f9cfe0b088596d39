import type { z } from 'zod';
import type { PermissionKey } from './access';
import type { CellRule } from './cell';
import type { Operator } from './filter';

/** The options of every field type. */
export interface CommonOptions {
  /** A record without a value is refused; the column is never null. */
  readonly required?: boolean;
  /**
   * No two rows have the same value; soft-deleted rows do not count. `organization` and `parent` limit the comparison to rows with the same
   * one.
   */
  readonly unique?: boolean | 'organization' | 'parent';
  /** The value of a new record when none is given. */
  readonly default?: unknown;
  /** Written by the server only (actions, hooks); never accepted as input. */
  readonly readOnly?: boolean;
  /** Accepted when the row is created, and never again. */
  readonly createOnly?: boolean;
  /** Any of these keys is needed to read the field. Without it everyone who may read the resource may read the field. */
  readonly visibleTo?: readonly PermissionKey[];
  /** Anyone who holds this key reads null and may not write, filter, sort or search by the field. It overrides every other key. */
  readonly hiddenBy?: PermissionKey;
  /** Any of these keys, with edit access, is needed to write the field. */
  readonly editableBy?: readonly PermissionKey[];
  /** Only members of the platform organization see and write it. */
  readonly platformOnly?: boolean;
  /** Opens something for anybody who has it: no audit holds its value. */
  readonly secret?: boolean;
}

/** Refuses keys in `O` that `Allowed` does not have; TypeScript itself notices them only when there are no others. */
export type Only<O, Allowed> = { readonly [K in Exclude<keyof O, keyof Allowed>]: never };

/** The options that a field type was called with, if any. */
export const optionsOf = <O extends CommonOptions>(options: O | undefined): O => options ?? ({} as O);

/** The names of the common options. */
export const commonOptions = [
  'required',
  'unique',
  'default',
  'readOnly',
  'createOnly',
  'visibleTo',
  'hiddenBy',
  'editableBy',
  'platformOnly',
  'secret',
] as const satisfies readonly (keyof CommonOptions)[];

/** Where a stored value is in PostgreSQL. */
export type ColumnKind = 'text' | 'integer' | 'bigint' | 'double' | 'boolean' | 'timestamptz' | 'date' | 'jsonb' | 'text[]' | 'bigint[]';

/** What is counted, summed or latest in a child collection: `inscriptions.distanceid`, possibly only some of its rows. */
export interface Computation {
  readonly kind: 'count' | 'sum' | 'latest';
  readonly target: string;
  readonly via: string;
  /** Another field of the same children that may refer to it. */
  readonly or?: string;
  /** Field of the children that is summed or compared; absent for a count. */
  readonly of?: string;
  /** Only children whose field has one of the values. */
  readonly where?: { readonly [field: string]: readonly (string | number | boolean)[] };
  /** Kept in a column by the database, so that it can be sorted, filtered and constrained. */
  readonly stored: boolean;
}

/** Rows of another resource that are edited inside their parent and saved with it. */
export interface Embedding {
  readonly target: string;
  /** Field of `target` that refers to the parent. */
  readonly via: string;
  /** Integer field of `target` that stores the order, if the person may change it. */
  readonly order?: string;
  readonly min?: number;
  readonly max?: number;
}

/** The HTML that a value may contain, as plain data for every side that cleans it: tag → its attributes, and the schemes of links. */
export interface Markup {
  readonly tags: { readonly [tag: string]: readonly string[] };
  readonly schemes: readonly string[];
}

/** Kinds of files that people may upload; the upload recognises them by their contents. */
export const fileKinds = ['png', 'jpg', 'webp', 'pdf', 'csv', 'xlsx'] as const;
export type FileKind = (typeof fileKinds)[number];
/** The conditions for an upload that a value refers to. */
export interface UploadRule {
  readonly kinds: readonly FileKind[];
  readonly maxBytes?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
}

/** Carries the inferred types; absent at run time. */
export declare const types: unique symbol;

/**
 * One field of a resource, as plain data.
 *
 * A field answers every question of the projections (`column`, `graphql`, `operators`, `zod`), so shared code never branches on `type`.
 */
export interface Field<Row = any, Input = any, O extends CommonOptions = CommonOptions> {
  readonly type: string;
  /** Names of the options that the type has besides the common ones; any other is a mistake in the declaration. */
  readonly takes?: readonly string[];
  readonly options: O;
  /** Validates one present value of an input; the projection handles absence and defaults. */
  readonly zod: z.ZodType<Input>;
  /** Column kind, or `null` when the value has no column. */
  readonly column: ColumnKind | null;
  /** Name of the GraphQL output type. */
  readonly graphql: string;
  readonly operators: readonly Operator[];
  /** Whether lists may be sorted by it. */
  readonly sortable: boolean;
  /** SQL expression of the text that a search reads, given the quoted column; absent when the field is not searchable. */
  readonly searchText?: (column: string) => string;
  /** Whether a list may sum it up in its totals. */
  readonly summable?: boolean;
  /** The closed set of values, for a database check, filters and texts. */
  readonly values?: readonly string[];
  /** Values that an action sets and that forms offer all the same. */
  readonly byForm?: readonly string[];
  /** The list in `locales/{es,en}/lists.json` with the texts of the values. */
  readonly list?: string;
  /** Field of the same resource whose texts the values share. */
  readonly words?: string;
  /** Named sets of the values for filters and totals. */
  readonly groups?: { readonly [group: string]: readonly string[] };
  /** Value of a referenced record that is proposed: `stateid.region`. */
  readonly proposedFrom?: string;
  /** Limits the candidates: field of the target → field of this record that it must equal. */
  readonly match?: { readonly [targetField: string]: string };
  /** Whether the title of the referenced record is read with this one, independent of the keys for its list. */
  readonly named?: boolean;
  /** Whether the database copies it from the row that owns this one. */
  readonly ofParent?: boolean;
  /** Whether every value is stored in one letter case, so that a plain index finds any spelling. */
  readonly folded?: boolean;
  /** SQL expression over other columns from which the database computes the column. */
  readonly generated?: string;
  /** Condition that the database enforces, given the quoted column. */
  readonly check?: (column: string) => string;
  /** SQL expression of the title when the field names its record, given the quoted column and the language. */
  readonly titleSql?: (column: string, language: string) => string;
  /** Where the words are of the names in double braces that the value may contain. */
  readonly braces?: string;
  /** The value as one line of text, for titles of records. */
  readonly titleText?: (value: Row, language: string) => string;
  /** How it is written into a table of a file, where its column does not say it. */
  readonly cell?: CellRule;
  /** Resource of which the value is a key. */
  readonly target?: string;
  /** Resource of which every element of the value is a key. */
  readonly targets?: string;
  /** Validates one element of a list value, for comparisons. */
  readonly element?: () => z.ZodType;
  /** Fields of each object in a value that is a list of objects. */
  readonly members?: Fields;
  /** The tags that texts inside the value may contain; the server removes others before validation. */
  readonly markup?: Markup;
  /** The value refers to uploads of this server, which must meet these conditions. */
  readonly uploads?: UploadRule;
  /** Other fields that are needed to show or type the value: a list requests them too. */
  readonly reads?: readonly string[];
  readonly computed?: Computation;
  readonly embeds?: Embedding;
  readonly [types]?: { row: Row; input: Input };
}

/** Options of a type that is not known here; `object` keeps TypeScript from refusing options that share no name with the common ones. */
export type AnyOptions = CommonOptions & object;
export type AnyField = Field<any, any, AnyOptions>;
export type Fields = Readonly<Record<string, AnyField>>;

type Spec<Row, Input> = Omit<Field<Row, Input>, 'options' | 'zod' | typeof types> & {
  /** Makes what validates a value, when it is needed for the first time: a page that only shows records never makes most of them. */
  readonly zod: () => z.ZodType<Input>;
};

/** Combines options with the facets of a type. Field types call this; resources never do. */
export const field =
  <Row, Input = Row>() =>
  <const O extends CommonOptions, const S extends Spec<Row, Input>>(
    options: O,
    spec: S,
  ): Field<Row, Input, NoInfer<O>> & Pick<S, Extract<keyof S, 'column' | 'computed' | 'embeds'>> => {
    let made: z.ZodType<Input> | undefined;
    return {
      options,
      ...spec,
      get zod() {
        return (made ??= spec.zod());
      },
    };
  };

/** Whether requests may send a value for the field. */
export const isWritable = (some: AnyField): boolean =>
  !some.options.readOnly && !some.generated && (some.column !== null || some.embeds !== undefined) && !some.computed;
/** Whether the field has its own column. */
export const isStored = (some: AnyField): boolean => some.column !== null;
/** Whether the field can never be null in a row. */
export const isNeverNull = (some: AnyField): boolean =>
  some.options.required === true ||
  some.options.default !== undefined ||
  (some.computed !== undefined && some.computed.kind !== 'latest') ||
  some.embeds !== undefined;

/** Whether the database copies a value from the row that owns this one. */
export const isOfParent = ({ ofParent }: AnyField): boolean => ofParent === true;
/** Whether the title of the referenced record is read with this one. */
export const isNamed = ({ named }: AnyField): boolean => named === true;
