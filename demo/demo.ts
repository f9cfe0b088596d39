import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../scripts/lib/commandLine.mjs';
import { createPasswords } from '../server/auth/passwords';
import { ConfigError, readConfig, type Config } from '../server/config';
import { DatabaseError } from '../server/database/DatabaseError';
import { migrateDatabase } from '../server/database/migrateDatabase';
import { openDatabase, type Database } from '../server/database/openDatabase';
import { seedReference } from '../server/reference/seedReference';
import { demoAccounts, demoPassword, newcomer } from '../server/demoAccounts';
import { keepImage } from './demoImage';
import { hasData, seedDemo } from './seedDemo';

/** The person asked for something impossible. */
class UsageError extends Error {}

const usual = 60_000,
  most = 5_000_000;
const usage = `npm run demo -- [--inscriptions N] [--fresh | --image]

Fills the database with demo data and names its accounts.
  --inscriptions N   how many inscriptions (${usual} by default)
  --fresh            throws away what an embedded database holds
  --image            keeps the data on this machine for the first start of new data folders instead`;

interface Arguments {
  readonly inscriptions: number;
  readonly fresh: boolean;
  readonly image: boolean;
}
const flag = { type: 'boolean', default: false } as const;
const readArguments = (): Arguments => {
  const { values } = commandLine({
    usage,
    options: { inscriptions: { type: 'string', default: String(usual) }, fresh: flag, image: flag },
  });
  const inscriptions = Number(values.inscriptions);
  if (!Number.isInteger(inscriptions) || inscriptions < 0 || inscriptions > most)
    throw new UsageError(`--inscriptions is "${values.inscriptions}"; it takes a whole number up to ${most}.\n\n${usage}`);
  return { inscriptions, fresh: values.fresh, image: values.image };
};

const open = async (where: { readonly databaseUrl?: string | undefined; readonly dataDir: string }): Promise<Database> => {
  const database = await openDatabase(where);
  await migrateDatabase(database);
  return database;
};

/** The database to fill. Only an embedded one may be removed, and only while nobody else has it open. */
const emptyDatabase = async (config: Config, fresh: boolean): Promise<Database> => {
  const database = await open(config);
  if (!(await hasData(database.pool))) return database;
  await database.close();
  if (config.databaseUrl)
    throw new UsageError(
      'The database has data already. Demo data needs an empty one: create another database and name it in DATABASE_URL.',
    );
  if (!fresh) throw new UsageError(`There is data in ${config.dataDir} already. Add --fresh to throw it away.`);
  rmSync(join(config.dataDir, 'database'), { recursive: true });
  return open(config);
};

const isTerminal = process.stderr.isTTY;
const show = (text: string, isLast: boolean): void =>
  void process.stderr.write(isTerminal ? `\r\u001b[K${text}${isLast ? '\n' : ''}` : `${text}\n`);

/** Reports the progress of each part: in place on a terminal, every tenth in a file. */
const createProgress = () => {
  let shown = '';
  return (done: number, total: number, what: string): void => {
    if (what === 'indexes') return show('indexes', true);
    const mark = `${what} ${Math.floor((done / total) * 10)}`;
    if (mark === shown && !isTerminal && done < total) return;
    shown = mark;
    show(`${what} ${done} / ${total}`, done === total);
  };
};

/** Fills the database of a folder for `keepImage`. */
const fillImage =
  (inscriptions: number) =>
  async (dataDir: string): Promise<void> => {
    const database = await open({ dataDir });
    try {
      await seedReference(database.pool);
      await seedDemo(database.pool, { inscriptions });
    } finally {
      await database.close();
    }
  };

const run = async (): Promise<void> => {
  const { inscriptions, fresh, image } = readArguments();
  if (image) return void (await keepImage(inscriptions, fillImage(inscriptions)));
  const config = readConfig();
  if (config.production) throw new UsageError('Demo data and its accounts have no place in production.');
  const database = await emptyDatabase(config, fresh);
  try {
    const started = Date.now();
    await seedReference(database.pool);
    await seedDemo(database.pool, { inscriptions, passwords: createPasswords(config.authSecret), onProgress: createProgress() });
    process.stdout.write(
      `${inscriptions} inscriptions in ${((Date.now() - started) / 1000).toFixed(1)} s\n${[...demoAccounts, newcomer].map(({ email }) => email).join('\n')}\npassword: ${demoPassword}\n`,
    );
  } finally {
    await database.close();
  }
};

run().catch((error: unknown) => {
  const known = error instanceof UsageError || error instanceof ConfigError || error instanceof DatabaseError;
  process.stderr.write(`${error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error)}\n`);
  process.exitCode = 1;
});
