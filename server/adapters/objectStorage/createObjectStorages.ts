import type pg from 'pg';
import { localStorage } from './localStorage';
import type { ObjectStorages } from './ObjectStorage';
import { s3Storage } from './s3Storage';

interface StorageConfig {
  readonly objectStorage: string | undefined;
}

/** The bucket that is configured, or the database; what the database took before there was a bucket is still read from it. */
export const createObjectStorages = (
  { objectStorage }: StorageConfig,
  database: Pick<pg.ClientBase | pg.Pool, 'query'>,
): ObjectStorages => {
  const local = localStorage(database);
  const taking = objectStorage === undefined ? local : s3Storage(objectStorage);
  return { taking, named: (name) => [taking, local].find((each) => each.name === name) };
};
