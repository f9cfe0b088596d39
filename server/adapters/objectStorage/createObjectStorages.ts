import type pg from 'pg';
import { localStorage } from './localStorage';
import { UnknownStorage, type ObjectStorage, type ObjectStorages, type StorageFactory } from './ObjectStorage';
import { s3Storage } from './s3Storage';

interface StorageConfig {
  readonly objectStorage: string | undefined;
}

const schemeOf = (address: string): string => address.slice(0, address.indexOf(':'));
const storageAt = (address: string, added: Readonly<Record<string, StorageFactory>>): ObjectStorage => {
  const scheme = schemeOf(address);
  if (/^https?$/.test(scheme)) return s3Storage(address);
  const create = added[scheme];
  if (!create) throw new UnknownStorage(`OBJECT_STORAGE begins with "${scheme}:", which no plugin knows.`);
  return create(address);
};

/**
 * The configured storage, or the database. Files stored in the database before are still read from it. `added` are the storages of
 * plugins, by scheme.
 */
export const createObjectStorages = (
  { objectStorage }: StorageConfig,
  database: Pick<pg.ClientBase | pg.Pool, 'query'>,
  added: Readonly<Record<string, StorageFactory>> = {},
): ObjectStorages => {
  const local = localStorage(database);
  const taking = objectStorage === undefined ? local : storageAt(objectStorage, added);
  return { taking, named: (name) => [taking, local].find((each) => each.name === name) };
};
