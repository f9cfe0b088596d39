import type { Reason } from '@/schema/errorCodes';
import type { Row } from './Row';
import type { Transaction } from './transaction';

/** What the rules of an entity may know of the import whose row they write. */
export interface ImportedBy {
  readonly import_jobid: number;
  readonly organizationid: number | null;
  readonly eventid: number | null;
  /** How what a new registration costs is settled. */
  readonly charge: 'none' | 'external' | 'courtesy';
  /** Whether new people get their letter. */
  readonly send_email: boolean | null;
  /** Whether new registrations that are paid get a number as their event numbers. */
  readonly assign_numbers: boolean;
}
/** What a person should know of a row, by the words of a published code. */
export interface ImportNote extends Pick<Reason, 'code' | 'rule' | 'params'> {
  readonly path: string;
}
/** One row of a file that is about to be written: its values by field, with references found. */
export interface ImportCall {
  readonly tx: Transaction;
  readonly job: ImportedBy;
  readonly row_no: number;
  readonly values: Readonly<Row>;
  /** Says of a row that is written what a person should know of it, by the fields that it is about. */
  readonly note: (reasons: readonly ImportNote[]) => void;
  /** What names the athlete of the row at the source of the file. */
  readonly person: { readonly source?: string | null; readonly source_ref?: string | null };
}

/** Counted columns of a table that rows of a file use up. */
export interface ImportCounter {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
  /** Whether the rows of the event count, or those that a field of the rows names. */
  readonly of: 'event' | { readonly field: string };
  /** Most of a column, as SQL over the row; what was taken elsewhere meanwhile does not go beyond it. */
  readonly most?: Readonly<Partial<Record<string, string>>>;
}

/** What one entity does with rows of files beyond what every entity does. */
export interface ImportHooks {
  /** Completes a new record, or refuses it. */
  readonly complete?: (call: ImportCall) => Promise<Row> | Row;
  /** Whether new records can be written together: their rules look at nothing that another new record of the file changes, but for what is unique and what is counted. */
  readonly together?: true;
  /** Whether `further` has anything to do for a new record; those are written by themselves. */
  readonly goesFurther?: (call: ImportCall) => boolean;
  /** Finds the record that a row is about where its match key does not. */
  readonly find?: (call: ImportCall) => Promise<number | null>;
  /** Creates the record where no form does, and answers its key. */
  readonly create?: (call: ImportCall, values: Row) => Promise<number>;
  /** Whether a value of a file changes a record, where that is more than being another one. */
  readonly differs?: (before: Row, field: string, given: unknown) => boolean;
  /** Changes the record where no form does. */
  readonly edit?: (call: ImportCall, before: Row, changes: Row) => Promise<void>;
  /** Gives a changed record back what it had, as far as that takes actions; answers the values that are still to be written. */
  readonly changeBack?: (tx: Transaction, id: number, values: Row) => Promise<Row>;
  /** Fields that `further` writes through actions, for new records and changed ones. */
  readonly later?: readonly string[];
  readonly further?: (call: ImportCall, id: number, isNew: boolean) => Promise<void>;
  /** What follows when all rows are written, for at most so many records behind a key. */
  readonly finish?: (tx: Transaction, job: ImportedBy, after: number, most: number) => Promise<ImportFinish>;
  /** What follows when all that an import wrote was taken back. */
  readonly undone?: (tx: Transaction, job: ImportedBy) => Promise<void>;
  /** What a rehearsal has to remember from one portion to the next. */
  readonly counters?: readonly ImportCounter[];
  /** Takes away a record that an import made, where removing it takes more than that. */
  readonly remove?: (tx: Transaction, record: Row) => Promise<void>;
  /** Letters about records that left already. */
  readonly letters?: (tx: Transaction, ids: readonly number[]) => Promise<readonly ImportLetter[]>;
}
/** What the last part of an import came to. */
export interface ImportFinish {
  /** Keys of the records that it changed. */
  readonly changed: readonly number[];
  /** How many records it looked at; fewer than it might means that there are no more. */
  readonly looked: number;
  /** The last key of those. */
  readonly after: number;
}
/** A letter that was sent about an imported record. */
export interface ImportLetter {
  readonly recordid: number;
  readonly kind: string;
  readonly sent_at: string;
}
