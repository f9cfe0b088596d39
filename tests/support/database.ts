import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { foundationSql } from '@/schema/project/security';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase, type Database } from '../../server/database/openDatabase';

const folder = new URL('../../server/database/', import.meta.url);
const digestLength = 12, templateLock = 7_321_505, dayMs = 24 * 3600 * 1000;
const missingDatabase = '3D000';

/** Changes with anything that a fresh database is made of, so that an old template is never taken for the present one. */
const digest = (): string => {
  const migrations = new URL('migrations/', folder);
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql')).sort().map((name) => readFileSync(new URL(name, migrations), 'utf8'));
  return createHash('sha256').update([foundationSql, ...files, readFileSync(new URL('security.sql', folder), 'utf8')].join('\0')).digest('hex').slice(0, digestLength);
};

/** Address of the PostgreSQL that tests run on; the embedded database when absent. */
export const testServer = (): string | undefined => process.env['TEST_DATABASE_URL'];
const addressOf = (database: string): string => {
  const url = new URL(testServer()!);
  url.pathname = `/${database}`;
  return url.href;
};

/** One statement on the server itself, outside any test database. */
export const onServer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: testServer()! });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const dumpFile = (): string => join(tmpdir(), `dorsal-test-${digest()}.tar`);
const templateName = (): string => `dorsal_template_${digest()}`;

const makeDump = async (): Promise<void> => {
  if (existsSync(dumpFile())) return;
  const database = await openDatabase();
  await migrateDatabase(database);
  const whole = Buffer.from(await (await database.dump!()).arrayBuffer());
  await database.close();
  const draft = `${dumpFile()}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, whole);
  renameSync(draft, dumpFile());
};

const makeTemplate = (): Promise<void> =>
  onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [templateName()]);
    if (rows.length > 0) return;
    const draft = `dorsal_draft_${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${draft}`);
    const database = await openDatabase({ databaseUrl: addressOf(draft) });
    try {
      await migrateDatabase(database);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${draft} rename to ${templateName()}`);
  });

/** Makes the migrated database that every test file starts from, unless it exists. */
export const prepareTemplate = (): Promise<void> => (testServer() ? makeTemplate() : makeDump());

/** Leaves the server as it was. The dump of the embedded database stays for the next run; those of other versions go. */
export const dropTemplate = async (): Promise<void> => {
  if (testServer()) await onServer((client) => client.query(`drop database if exists ${templateName()} with (force)`));
  for (const name of readdirSync(tmpdir())) {
    const file = join(tmpdir(), name);
    if (/^dorsal-test-\w+\.tar/.test(name) && file !== dumpFile() && Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > dayMs) rmSync(file, { force: true });
  }
};

const openCopy = async (poolSize?: number): Promise<Database> => {
  const name = `dorsal_test_${randomBytes(6).toString('hex')}`;
  const copy = () => onServer((client) => client.query(`create database ${name} template ${templateName()}`));
  await copy().catch(async (error: pg.DatabaseError) => {
    if (error.code !== missingDatabase) throw error;
    await makeTemplate(); // another run on the same server ended and took its template along
    await copy();
  });
  const database = await openDatabase({ databaseUrl: addressOf(name), poolSize });
  const close = async (): Promise<void> => {
    await database.close();
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { ...database, close };
};

/** A migrated, empty database of its own: on PostgreSQL when TEST_DATABASE_URL is set, embedded in memory otherwise. Close it when done. */
export const openTestDatabase = async (poolSize?: number): Promise<Database> => {
  await prepareTemplate();
  return testServer() ? openCopy(poolSize) : openDatabase({ loadFrom: new Blob([readFileSync(dumpFile())]) });
};

/** A fresh database without any table, for tests of the migration itself. Gives its address on PostgreSQL. */
export const openEmptyDatabase = async (): Promise<{ readonly database: Database; readonly databaseUrl: string | undefined; readonly close: () => Promise<void> }> => {
  if (!testServer()) {
    const database = await openDatabase();
    return { database, databaseUrl: undefined, close: () => database.close() };
  }
  const name = `dorsal_test_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name}`));
  const database = await openDatabase({ databaseUrl: addressOf(name) });
  const close = async (): Promise<void> => {
    await database.close();
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { database, databaseUrl: addressOf(name), close };
};
