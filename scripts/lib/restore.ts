import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import { refuseOtherSecret, restoreBackup } from '../../server/backup/restoreBackup';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/database/openDatabase';
import { pluginsOf } from './pluginsOf';
import { print } from './command';

/** Fills an empty place with a backup; with `force`, what is there is lost. */
export const restore = async (file: string, force: boolean): Promise<void> => {
  const config = readConfig(),
    chosen = process.env['AUTH_SECRET']?.trim();
  const { wanted, storages } = await pluginsOf(config);
  let kept = '';
  const onSecret = (secret: string): void => {
    kept = secret;
    refuseOtherSecret(file, chosen, secret);
  };
  const database = await openDatabase({
    databaseUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    poolSize: 1,
    onError: (error) => print(`database connection: ${error.message}`),
  });
  try {
    const { version, rows, files, missing } = await restoreBackup(file, {
      database,
      storagesOn: (client) => createObjectStorages(config, client, storages),
      wanted,
      onSecret,
      force,
    });
    if (!chosen) writeFileSync(join(config.dataDir, 'auth-secret'), kept, { mode: 0o600, flush: true });
    print(`${rows} rows and ${files} files of Dorsal ${version} are back, with ${chosen ? 'AUTH_SECRET' : 'the secret in DATA_DIR'}.`);
    if (missing.length > 0) print(`${missing.length} files were not in the object storage when the backup was made: ${missing.join(', ')}`);
  } finally {
    await database.close();
  }
};
