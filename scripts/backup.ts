/** `npm run backup -- FILE [--force]`: the whole database of one moment, files and secret in one file, while the server works. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createObjectStorages } from '../server/adapters/objectStorage/createObjectStorages';
import { copyLive } from '../server/backup/liveCopy';
import { makeBackup } from '../server/backup/makeBackup';
import { readConfig, type Config } from '../server/config';
import { DatabaseError } from '../server/database/DatabaseError';
import { openDatabase, type Database } from '../server/database/openDatabase';
import { startProblem } from '../server/startProblem';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** The embedded database of a server that runs is copied first; one that nobody uses is opened. */
const openEmbedded = async (dataDir: string): Promise<Database> => {
  if (!existsSync(join(dataDir, 'database'))) throw new DatabaseError(`There is no database in ${resolve(dataDir)}.`);
  const copy = await copyLive(dataDir);
  if (!copy) return openDatabase({ dataDir });
  try {
    const database = await openDatabase({ dataDir: copy.folder });
    return { ...database, close: async () => { await database.close(); await copy.remove(); } };
  } catch (error) {
    await copy.remove();
    throw error;
  }
};
const open = ({ databaseDirectUrl: databaseUrl, dataDir }: Config): Promise<Database> => (databaseUrl ? openDatabase({ databaseUrl, poolSize: 1 }) : openEmbedded(dataDir));

const backUp = async (file: string, force: boolean): Promise<void> => {
  if (existsSync(file) && !force) throw new DatabaseError(`${file} exists. Choose another name, or add --force to replace it.`);
  const config = readConfig(), database = await open(config);
  try {
    const { rows, files, missing } = await makeBackup({ database, storages: createObjectStorages(config, database.pool), secret: config.authSecret, version }, file);
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    tell(`${file}: ${Object.keys(rows).length} tables, ${count} rows, ${files} files from the object storage, and the secret. Whoever has this file has everything.`);
    if (missing.length > 0) tell(`The object storage does not have ${missing.length} files: ${missing.join(', ')}`);
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
  tell('npm run backup -- FILE [--force]');
  process.exitCode = 2;
} else {
  await backUp(...asked).catch((error: unknown) => {
    tell(startProblem(error, process.env['DATA_DIR']?.trim() || './data') ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
    process.exitCode = 1;
  });
}
