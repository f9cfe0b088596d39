import type { Readable } from 'node:stream';
import type { Runner } from '../../kernel/select';

/** The bytes of one file. Its key is never used for other bytes. */
export interface NewObject {
  readonly key: string;
  readonly mime: string;
  readonly data: Buffer;
}

/** A large object that is being written. */
export interface Upload {
  readonly key: string;
  /** What the storage calls it until it is whole; the key itself where it needs no other name. */
  readonly upload: string;
}
/**
 * Keeps objects that memory does not hold, in pieces of one size, the last of them shorter.
 *
 * What a storage in the database writes belongs to the transaction of the runner, so that a piece and the place that its writer reached are kept together.
 */
export interface Pieces {
  readonly pieceBytes: number;
  readonly begin: (runner: Runner, object: Pick<NewObject, 'key' | 'mime'>) => Promise<Upload>;
  /** Writes the next piece; they are counted from 1, and one that is written again replaces itself. */
  readonly put: (runner: Runner, upload: Upload, piece: number, data: Buffer) => Promise<void>;
  /** Makes the object of its pieces. */
  readonly finish: (runner: Runner, upload: Upload) => Promise<void>;
  /** Removes it, finished or not. */
  readonly drop: (runner: Runner, upload: Upload) => Promise<void>;
  /** The bytes from one place up to another, both counted, never more in memory than a piece. */
  readonly read: (key: string, from: number, to: number) => Readable;
}

/** Stores the bytes of files. The owner and the name of a file stay in the database. */
export interface ObjectStorage {
  /** The name of the storage in the rows of uploads. */
  readonly name: string;
  readonly put: (object: NewObject) => Promise<void>;
  /** The bytes of a file as a stream; null when nothing is stored under the key. */
  readonly get: (key: string) => Promise<Readable | null>;
  /** Removing a key that does not exist is not an error. */
  readonly remove: (key: string) => Promise<void>;
  /** How it keeps objects that memory does not hold; the database keeps those of a storage without it. */
  readonly pieces?: Pieces;
}

/** The address of the storage starts with an unknown scheme. */
export class UnknownStorage extends Error {
  override readonly name = 'UnknownStorage';
}
/** Creates the storage for an address with a scheme that a plugin added, such as `folder:./files`. */
export type StorageFactory = (address: string) => ObjectStorage;

/** The storage for new files, and the storage of an older file. */
export interface ObjectStorages {
  readonly taking: ObjectStorage;
  readonly named: (name: string) => ObjectStorage | undefined;
}
