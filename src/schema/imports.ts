import type { PermissionKey } from './access';

/** What a file may bring: the type of its import. */
export const importTypes = [
  'inscriptions',
  'athletes',
  'bibs',
  'results',
  'coupons',
  'affiliates',
  'register',
  'inbody',
  'external',
  'answers',
] as const;
export type ImportType = (typeof importTypes)[number];

/** What an import does with rows that are there already: nothing, only those, or both. */
export const importModes = ['add', 'update', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

/** By what a row of a file names the record that it is about. */
export const matchKeys = ['folio', 'email+dob', 'number', 'external_id', 'curp', 'code'] as const;
export type MatchKey = (typeof matchKeys)[number];

type Key<F> = keyof F & string;

/** How files fill an entity: what they may write, by what a row names its record, and who may bring them. */
export interface Imports<F = any> {
  /** The type of its imports. */
  readonly type: ImportType;
  /** The key whose holders bring files; what they may not do record by record is refused row by row. */
  readonly permission: PermissionKey;
  /** What may be done with rows: `add` new ones, `update` those that are there, or `upsert` both. */
  readonly modes: readonly ImportMode[];
  /** Fields that a column may fill. A field that only the server writes is written by the code of the import. */
  readonly writes: readonly Key<F>[];
  /** By which fields together a row names the record that it is about. */
  readonly matches: { readonly [K in MatchKey]?: readonly Key<F>[] };
  /** Fields of stored records that only an action changes: its code runs that action for them. */
  readonly changes?: readonly Key<F>[];
  /** The field that holds the event for which the file was brought. */
  readonly event?: Key<F>;
  /** The athlete of a row, who is found by what it says of them, or made where that is said too. */
  readonly athlete?: {
    /** The field that leads to the athlete. */
    readonly field: Key<F>;
    /** Fields of the athlete that a column may fill. */
    readonly says: readonly string[];
    /** Whether somebody who is not found becomes a new athlete. */
    readonly makes?: boolean;
  };
  /** Whether people who read no contact data may write it into new records. */
  readonly unseen?: boolean;
  /** Fields that its code supplies for new records where no column does. */
  readonly supplies?: readonly Key<F>[];
  /** Whether its code finds the record of a row where no match key is chosen. */
  readonly finds?: true;
  /** Lists that many columns fill: each adds a row with its own name and the time in its cell. */
  readonly gathers?: { readonly [K in Key<F>]?: { readonly name: string; readonly value: string } };
  /** Whether a file may be run as soon as it was checked, as partial files of a race day are. */
  readonly live?: true;
  /** Values that one row of a file has, and no second one: a later row with the same ones is refused. */
  readonly once?: readonly (readonly Key<F>[])[];
  /** Words that files of this kind write in place of a number or a time that there is not, in capitals. */
  readonly blanks?: readonly string[];
}

/** The same, as those read it who know no entity by name. */
export interface AnyImports extends Omit<
  Imports,
  'writes' | 'changes' | 'matches' | 'event' | 'athlete' | 'gathers' | 'supplies' | 'once'
> {
  readonly writes: readonly string[];
  readonly changes?: readonly string[];
  readonly matches: { readonly [K in MatchKey]?: readonly string[] };
  readonly event?: string;
  readonly supplies?: readonly string[];
  readonly once?: readonly (readonly string[])[];
  readonly gathers?: { readonly [K in string]?: { readonly name: string; readonly value: string } };
  readonly athlete?: { readonly field: string; readonly says: readonly string[]; readonly makes?: boolean };
}
