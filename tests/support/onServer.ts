import { randomBytes } from 'node:crypto';
import pg from 'pg';

const templateLock = 7_321_505,
  pauseMs = 250;
const missingDatabase = '3D000',
  inUse = '55006';

/** Address of the PostgreSQL that tests run on; the embedded database when absent. */
export const testServer = (): string | undefined => process.env['TEST_DATABASE_URL'] || undefined;
/** Address of a database on it. */
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

/** Says of a template that it was wanted now, so that one that nobody wants for a day can go. */
const mark = (client: pg.Client, name: string): Promise<unknown> =>
  client.query(`comment on database ${name} is '${new Date().toISOString()}'`);

/** Templates of a base that another run is being copied from at this moment cannot be copied again for an instant. */
const copyDatabase = async (client: pg.Client, name: string, template: string): Promise<void> => {
  for (let left = 20; ; left -= 1) {
    try {
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      if (left === 0 || (error as pg.DatabaseError).code !== inUse) throw error;
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  }
};

/** Makes a template that is not there yet, once for all who ask: a copy of the base in which `write` has worked. */
export const makeTemplate = (name: string, base: string, write: (databaseUrl: string) => Promise<unknown>): Promise<unknown> =>
  onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return mark(client, name);
    const draft = `dorsal_draft_${randomBytes(4).toString('hex')}`;
    await copyDatabase(client, draft, base);
    await write(addressOf(draft));
    await client.query(`alter database ${draft} rename to ${name}`);
    return mark(client, name);
  });

/** A database that only one test has. */
interface OwnDatabase {
  readonly databaseUrl: string;
  readonly drop: () => Promise<unknown>;
}
const ownDatabase = async (make: (client: pg.Client, name: string) => Promise<unknown>): Promise<OwnDatabase> => {
  const name = `dorsal_test_${randomBytes(6).toString('hex')}`;
  await onServer((client) => make(client, name));
  return { databaseUrl: addressOf(name), drop: () => onServer((client) => client.query(`drop database if exists ${name} with (force)`)) };
};

/** A database of its own with what a template holds, which is made when it is missing. */
export const copyTemplate = (template: string, makeMissing: () => Promise<unknown>): Promise<OwnDatabase> =>
  ownDatabase(async (client, name) => {
    await copyDatabase(client, name, template).catch(async (error: pg.DatabaseError) => {
      if (error.code !== missingDatabase) throw error;
      await makeMissing();
      await copyDatabase(client, name, template);
    });
    // Nobody needs what a test wrote after a crash of the machine, and a slow disk is not waited for.
    await client.query(`alter database ${name} set synchronous_commit to off`);
  });

/** An empty database of its own. */
export const emptyDatabase = (): Promise<OwnDatabase> => ownDatabase((client, name) => client.query(`create database ${name}`));
