import type { z } from 'zod';
import type { PermissionKey } from './access';
import type { Operator } from './filter';

/** What every field type accepts, whatever it stores. */
export interface CommonOptions {
  /** A record without a value is refused; the column is never null. */
  readonly required?: boolean;
  /** No two rows share the value; soft-deleted rows do not count. `organization` and `parent` narrow where. */
  readonly unique?: boolean | 'organization' | 'parent';
  /** The value of a new record for which none is given. */
  readonly default?: unknown;
  /** Written by the server only (actions, hooks); never accepted as input. */
  readonly readOnly?: boolean;
  /** Accepted when the row is created and never again. */
  readonly createOnly?: boolean;
  /** Any of these keys is needed to read the field; absent means everyone who may read the resource. */
  readonly visibleTo?: readonly PermissionKey[];
  /** Whoever holds this key reads null and may not write, filter, sort or search by the field. Deny wins. */
  readonly hiddenBy?: PermissionKey;
  /** Any of these keys, with edit access, is needed to write the field. */
  readonly editableBy?: readonly PermissionKey[];
  /** Only members of the platform organisation see and write it. */
  readonly platformOnly?: boolean;
}

/** Refuses in `O` what `Allowed` does not name; TypeScript itself only notices when there is nothing else. */
export type Only<O, Allowed> = { readonly [K in Exclude<keyof O, keyof Allowed>]: never };

/** The options that a field type was called with, or none. */
export const optionsOf = <O extends CommonOptions>(options: O | undefined): O => options ?? ({} as O);

/** The names of what every field type accepts. */
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
] as const satisfies readonly (keyof CommonOptions)[];

/** Where a stored value lives in PostgreSQL. */
export type ColumnKind = 'text' | 'integer' | 'bigint' | 'double' | 'boolean' | 'timestamptz' | 'date' | 'jsonb' | 'text[]' | 'bigint[]';

/** A child collection counted or summed: `inscriptions.distanceid`, optionally only some rows of it. */
export interface Computation {
  readonly kind: 'count' | 'sum';
  readonly target: string;
  readonly via: string;
  /** Field of the children that is added up; absent for a count. */
  readonly of?: string;
  /** Only children whose field holds one of the values. */
  readonly where?: { readonly [field: string]: readonly (string | number | boolean)[] };
  /** Kept in a column by the database itself, so that it sorts, filters and can carry a constraint. */
  readonly stored: boolean;
}

/** Rows of another resource edited inside their parent and saved with it. */
export interface Embedding {
  readonly target: string;
  /** Field of `target` that points back to the parent. */
  readonly via: string;
  /** Integer field of `target` that keeps the order, when the person may change it. */
  readonly order?: string;
  readonly min?: number;
  readonly max?: number;
}

/** Which text with tags a value may hold, as plain data for every side that cleans it: tag → its attributes, and the schemes of links. */
export interface Markup {
  readonly tags: { readonly [tag: string]: readonly string[] };
  readonly schemes: readonly string[];
}

/** Kinds of files that people may upload; the upload tells them apart by their contents. */
export const fileKinds = ['png', 'jpg', 'webp', 'pdf', 'csv', 'xlsx'] as const;
export type FileKind = (typeof fileKinds)[number];
/** What an upload must be for a value to point to it. */
export interface UploadRule {
  readonly kinds: readonly FileKind[];
  readonly maxBytes?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
}

/** Carries the inferred types; never present at run time. */
export declare const types: unique symbol;

/**
 * One field of a resource, as plain data.
 *
 * A field answers every question the projections ask of it (`column`, `graphql`, `operators`, `zod`), so shared code never branches on `type`.
 */
export interface Field<Row = any, Input = any, O extends CommonOptions = CommonOptions> {
  readonly type: string;
  /** Names of the options that the type takes beyond the common ones; any other is a mistake of the declaration. */
  readonly takes?: readonly string[];
  readonly options: O;
  /** Validates one present value of an input; absence and defaults are the projection's business. */
  readonly zod: z.ZodType<Input>;
  /** Column kind, or `null` when the value has no column of its own. */
  readonly column: ColumnKind | null;
  /** Name of the GraphQL output type. */
  readonly graphql: string;
  readonly operators: readonly Operator[];
  /** Whether lists may be ordered by it. */
  readonly sortable: boolean;
  /** SQL text expression that search reads, given the quoted column; absent when the field is not searchable. */
  readonly searchText?: (column: string) => string;
  /** Whether a list may add it up in its totals. */
  readonly summable?: boolean;
  /** The closed set of values, for a database check, filters and words. */
  readonly values?: readonly string[];
  /** Values that an action sets and that forms offer all the same. */
  readonly byForm?: readonly string[];
  /** The list of `locales/{es,en}/lists.json` in which the words of the values stand. */
  readonly list?: string;
  /** Field of the same resource whose words the values share. */
  readonly words?: string;
  /** Named sets of the values that filters and totals offer. */
  readonly groups?: { readonly [group: string]: readonly string[] };
  /** What a chosen record says and is proposed: `stateid.region`. */
  readonly proposedFrom?: string;
  /** Narrows what may be picked: field of the target → field of this record that it must equal. */
  readonly match?: { readonly [targetField: string]: string };
  /** Whether the title of the record that it points to is read with this one, whatever key opens its list. */
  readonly named?: boolean;
  /** Whether the database copies it from the row that owns this one. */
  readonly ofParent?: boolean;
  /** Whether every value is stored in one letter case, so that a plain index finds it in any. */
  readonly folded?: boolean;
  /** SQL expression over sibling columns that the database keeps the column equal to. */
  readonly generated?: string;
  /** Condition that the database enforces, given the quoted column. */
  readonly check?: (column: string) => string;
  /** SQL expression of the title when the field names its record, given the quoted column and the language. */
  readonly titleSql?: (column: string, language: string) => string;
  /** The value as one line of text, for titles of records. */
  readonly titleText?: (value: Row, language: string) => string;
  /** Resource that the value is a key of. */
  readonly target?: string;
  /** Resource that every element of the value is a key of. */
  readonly targets?: string;
  /** Validates one element of a value that is a list, for comparisons. */
  readonly element?: z.ZodType;
  /** Fields of each object in a value that is a list of objects. */
  readonly members?: Fields;
  /** The tags that texts inside the value may hold; the server removes the rest before it judges. */
  readonly markup?: Markup;
  /** The value points to uploads of this server, which must be such. */
  readonly uploads?: UploadRule;
  /** Siblings without which the value cannot be read or typed in: a list asks for them along with it. */
  readonly reads?: readonly string[];
  readonly computed?: Computation;
  readonly embeds?: Embedding;
  readonly [types]?: { row: Row; input: Input };
}

/** Options of a type that is not known here; `object` keeps TypeScript from refusing options that share no name with the common ones. */
export type AnyOptions = CommonOptions & object;
export type AnyField = Field<any, any, AnyOptions>;
export type Fields = Readonly<Record<string, AnyField>>;

type Spec<Row, Input> = Omit<Field<Row, Input>, 'options' | typeof types>;

/** Pairs options with the facets of a type. Field types call this; resources never do. */
export const field =
  <Row, Input = Row>() =>
  <const O extends CommonOptions, const S extends Spec<Row, Input>>(
    options: O,
    spec: S,
  ): Field<Row, Input, NoInfer<O>> & Pick<S, Extract<keyof S, 'column' | 'computed' | 'embeds'>> => ({ options, ...spec });

/** Whether a value of the field may arrive from outside. */
export const isWritable = (some: AnyField): boolean =>
  !some.options.readOnly && !some.generated && (some.column !== null || some.embeds !== undefined) && !some.computed;
/** Whether the field has a column of its own. */
export const isStored = (some: AnyField): boolean => some.column !== null;
/** Whether the field can never be null in a row. */
export const isNeverNull = (some: AnyField): boolean =>
  some.options.required === true || some.options.default !== undefined || some.computed !== undefined || some.embeds !== undefined;

/** Whether the database copies a value from the row that owns this one. */
export const isOfParent = ({ ofParent }: AnyField): boolean => ofParent === true;
/** Whether the title of the record that a field points to is read with this one. */
export const isNamed = ({ named }: AnyField): boolean => named === true;
