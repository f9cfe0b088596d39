import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import { copyLive } from '../../server/backup/liveCopy';
import { makeBackup } from '../../server/backup/makeBackup';
import { readConfig, type Config } from '../../server/config';
import { DatabaseError } from '../../server/database/DatabaseError';
import { openDatabase, type Database } from '../../server/database/openDatabase';
import { pluginsOf } from './pluginsOf';
import { print } from './command';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** The embedded database of a running server is copied first; otherwise it is opened. */
const openEmbedded = async (dataDir: string): Promise<Database> => {
  if (!existsSync(join(dataDir, 'database'))) throw new DatabaseError(`There is no database in ${resolve(dataDir)}.`);
  const copy = await copyLive(dataDir);
  if (!copy) return openDatabase({ dataDir });
  try {
    const database = await openDatabase({ dataDir: copy.folder });
    return {
      ...database,
      close: async () => {
        await database.close();
        await copy.remove();
      },
    };
  } catch (error) {
    await copy.remove();
    throw error;
  }
};
const open = ({ databaseDirectUrl: databaseUrl, dataDir }: Config): Promise<Database> =>
  databaseUrl ? openDatabase({ databaseUrl, poolSize: 1 }) : openEmbedded(dataDir);

/** Writes the whole database of one moment, with files and secret, into a file. */
export const backUp = async (file: string, force: boolean): Promise<void> => {
  if (existsSync(file) && !force) throw new DatabaseError(`${file} exists. Choose another name, or add --force to replace it.`);
  const config = readConfig(),
    database = await open(config);
  try {
    const { rows, files, missing } = await makeBackup(
      {
        database,
        storages: createObjectStorages(config, database.pool, (await pluginsOf(config)).storages),
        secret: config.authSecret,
        version,
      },
      file,
    );
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    print(
      `${file}: ${Object.keys(rows).length} tables, ${count} rows, ${files} files from the object storage, and the secret. Anyone who has this file has everything.`,
    );
    if (missing.length > 0) print(`The object storage does not have ${missing.length} files: ${missing.join(', ')}`);
  } finally {
    await database.close();
  }
};
