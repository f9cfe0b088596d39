/** `npm run restore -- FILE [--force]`: fills an empty place with a backup; --force loses what is there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createObjectStorages } from '../server/adapters/objectStorage/createObjectStorages';
import { refuseOtherSecret, restoreBackup } from '../server/backup/restoreBackup';
import { readConfig } from '../server/config';
import { openDatabase } from '../server/database/openDatabase';
import { startProblem } from '../server/startProblem';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

const restore = async (file: string, force: boolean): Promise<void> => {
  const config = readConfig(), chosen = process.env['AUTH_SECRET']?.trim();
  let kept = '';
  const onSecret = (secret: string): void => {
    kept = secret;
    refuseOtherSecret(file, chosen, secret);
  };
  const database = await openDatabase({ databaseUrl: config.databaseDirectUrl, dataDir: config.dataDir, poolSize: 1, onError: (error) => tell(`database connection: ${error.message}`) });
  try {
    const { version, rows, files, missing } = await restoreBackup(file, { database, storagesOn: (client) => createObjectStorages(config, client), onSecret, force });
    if (!chosen) writeFileSync(join(config.dataDir, 'auth-secret'), kept, { mode: 0o600, flush: true });
    tell(`${rows} rows and ${files} files of Dorsal ${version} are back, with ${chosen ? 'AUTH_SECRET' : 'the secret in DATA_DIR'}.`);
    if (missing.length > 0) tell(`${missing.length} files were not in the object storage when the backup was made: ${missing.join(', ')}`);
  } finally {
    await database.close();
  }
};

const read = (): readonly [file: string, force: boolean] | null => {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
    return positionals.length === 1 ? [positionals[0]!, values.force] : null;
  } catch {
    return null;
  }
};
const asked = read();
if (!asked) {
  tell('npm run restore -- FILE [--force]');
  process.exitCode = 2;
} else {
  await restore(...asked).catch((error: unknown) => {
    tell(startProblem(error, process.env['DATA_DIR']?.trim() || './data') ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
    process.exitCode = 1;
  });
}
