import type { ResourceName } from '@/schema';
import type { ObjectStorages } from '../../../adapters/objectStorage/ObjectStorage';
import type { SQL } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import type { Asked } from './Asked';

/** A file in an archive. */
export interface ArchivedFile {
  readonly file: string;
  readonly data: Buffer;
}
/** What an archive packs: which keys the rows lead to, and the file of each. */
export interface ArchiveKind {
  /** Whose rows lead to its files. */
  readonly of: readonly ResourceName[];
  /** The key of the name of its table. */
  readonly table: string;
  /** The folder of its files; they name their own where it is empty. */
  readonly folder: string;
  /** How many files it holds at most. */
  readonly most: number;
  /** The expression of the keys, and everything behind `from`, for what this person sees. */
  readonly keys: (tx: Transaction, resource: string, asked: Asked) => { readonly key: SQL; readonly from: SQL };
  /** Begins to draw; the function answers the file of a key, or null where there is none any more. */
  readonly open: (storages: ObjectStorages, asked: Asked) => (tx: Transaction, key: number) => Promise<ArchivedFile | null>;
}
