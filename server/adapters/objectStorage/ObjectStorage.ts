import type { Readable } from 'node:stream';

/** The bytes of one file. Its key is never used for other bytes. */
export interface NewObject {
  readonly key: string;
  readonly mime: string;
  readonly data: Buffer;
}

/** Where the bytes of files are. Whose a file is, and what it is called, stays in the database. */
export interface ObjectStorage {
  /** How uploads name it. */
  readonly name: string;
  readonly put: (object: NewObject) => Promise<void>;
  /** The bytes from their beginning; null where nothing is kept under the key. */
  readonly get: (key: string) => Promise<Readable | null>;
  /** Removing what is not there is no error. */
  readonly remove: (key: string) => Promise<void>;
}

/** The address of the storage begins with a scheme that nobody knows. */
export class UnknownStorage extends Error {
  override readonly name = 'UnknownStorage';
}
/** Makes the storage of an address whose scheme a plugin knows: `folder:./files`. */
export type StorageFactory = (address: string) => ObjectStorage;

/** The storage that takes new files, and the one that an older file was given to. */
export interface ObjectStorages {
  readonly taking: ObjectStorage;
  readonly named: (name: string) => ObjectStorage | undefined;
}
