import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { foundationSql } from '@/schema/project/security';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase, type Database, type DatabaseOptions } from '../../server/database/openDatabase';
import { seedReference } from '../../server/reference/seedReference';
import { cacheFolder } from './cacheFolder';
import { filesUnder, modulesOf } from './modulesOf';

/** What a test database holds when a test starts: no table, the empty tables, the catalogues too, or the demo data of `tests/demo`. */
export type Holding = 'bare' | 'nothing' | 'reference' | 'demo';

const root = fileURLToPath(new URL('../../', import.meta.url));
const digestLength = 12,
  templateLock = 7_321_505,
  dayMs = 24 * 3600 * 1000;
const pauseMs = 250,
  longestMakeMs = 120_000;
const missingDatabase = '3D000',
  inUse = '55006';

const hashOf = (texts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, digestLength);
};
const contentOf = (...paths: readonly string[]): readonly Buffer[] =>
  paths.flatMap((path) => filesUnder(join(root, path))).map((file) => readFileSync(file));

/** What each holding is made of: an old template is never taken for the present one. */
const sources: Readonly<Record<Holding, () => readonly (string | Buffer)[]>> = {
  bare: () => [process.version, ...contentOf('package-lock.json')],
  nothing: () => [foundationSql, ...contentOf('server/database')],
  reference: () => [...sources.nothing(), ...contentOf('server/reference')],
  demo: () => [
    ...sources.reference(),
    ...modulesOf(join(root, 'tests/demo/fillDemo.ts')).map((file) => readFileSync(file)),
    ...contentOf('locales'),
  ],
};
const digests = new Map<Holding, string>();
const digestOf = (holding: Holding): string => {
  const known = digests.get(holding) ?? hashOf(sources[holding]());
  digests.set(holding, known);
  return known;
};

/** What the data of a test is built on, and what is written then. */
const steps: Readonly<Record<Holding, { readonly base?: Holding; readonly write: (database: Database) => Promise<unknown> }>> = {
  bare: { write: async () => {} },
  nothing: { write: (database) => migrateDatabase(database) },
  reference: { base: 'nothing', write: ({ pool }) => seedReference(pool) },
  demo: { base: 'reference', write: async (database) => (await import('../demo/fillDemo')).fillDemo(database) },
};

/** Address of the PostgreSQL that tests run on; the embedded database when absent. */
export const testServer = (): string | undefined => process.env['TEST_DATABASE_URL'] || undefined;
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

const dumpFile = (holding: Holding): string => join(cacheFolder(), `dorsal-test-${digestOf(holding)}.tar`);
const templateName = (holding: Holding): string => `dorsal_template_${digestOf(holding)}`;

/** The bytes of a file as a `Blob` that gives them without a copy: an engine that starts from them only reads. */
class HeldBlob extends Blob {
  readonly #bytes: ArrayBuffer;
  constructor(bytes: ArrayBuffer) {
    super();
    this.#bytes = bytes;
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes);
  }
}
const held = new Map<string, HeldBlob>();
/** A dump, read once for each worker: copying it took a tenth of the time of the tests on the embedded database. */
const dumpOf = (holding: Holding): Blob => {
  const file = dumpFile(holding);
  const known = held.get(file) ?? new HeldBlob(new Uint8Array(readFileSync(file)).buffer);
  held.set(file, known);
  return known;
};

/** The only process that makes a dump now; the others wait until it is there, or until the maker cannot be alive any more. */
const claim = async (file: string): Promise<boolean> => {
  for (;;) {
    try {
      mkdirSync(`${file}.making`);
      return true;
    } catch {
      const since = statSync(`${file}.making`, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > longestMakeMs) rmSync(`${file}.making`, { recursive: true, force: true });
      await new Promise((done) => setTimeout(done, pauseMs));
      if (existsSync(file)) return false;
    }
  }
};

const makeDump = async (holding: Holding): Promise<void> => {
  if (existsSync(dumpFile(holding)) || !(await claim(dumpFile(holding)))) return;
  try {
    await writeDump(holding);
  } finally {
    rmSync(`${dumpFile(holding)}.making`, { recursive: true, force: true });
  }
};

const writeDump = async (holding: Holding): Promise<void> => {
  const { base, write } = steps[holding];
  if (base) await makeDump(base);
  const database = await openDatabase(base ? { loadFrom: dumpOf(base) } : {});
  await write(database);
  const whole = Buffer.from(await (await database.dump!()).arrayBuffer());
  await database.close();
  const draft = `${dumpFile(holding)}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, whole);
  renameSync(draft, dumpFile(holding));
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

const makeTemplate = async (holding: Holding): Promise<void> => {
  const { base, write } = steps[holding];
  if (base) await makeTemplate(base);
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const name = templateName(holding);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return mark(client, name);
    const draft = `dorsal_draft_${randomBytes(4).toString('hex')}`;
    await copyDatabase(client, draft, base ? templateName(base) : 'template1');
    const database = await openDatabase({ databaseUrl: addressOf(draft) });
    try {
      await write(database);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${draft} rename to ${name}`);
    return mark(client, name);
  });
};

/** Templates and dumps stay for the next run, named by the digest of what they are made of. This removes what earlier versions left and nobody wanted for a day. */
export const dropOldTemplates = async (): Promise<void> => {
  const isOld = (ms: number): boolean => Date.now() - ms > dayMs;
  if (testServer()) {
    await onServer(async (client) => {
      const { rows } = await client.query<{ datname: string; wanted: string | null }>(
        `select datname, shobj_description(oid, 'pg_database') as wanted from pg_database where datname like 'dorsal_template_%'`,
      );
      for (const { datname, wanted } of rows)
        if (isOld(Date.parse(wanted ?? '') || 0)) await client.query(`drop database if exists ${datname}`);
    });
  }
  for (const name of readdirSync(cacheFolder())) {
    const file = join(cacheFolder(), name);
    if (/^dorsal-test-\w+\.tar/.test(name) && isOld(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity))
      rmSync(file, { force: true });
  }
};

const openCopy = async (holding: Holding, poolSize?: number): Promise<Database> => {
  const name = `dorsal_test_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    await copyDatabase(client, name, templateName(holding)).catch(async (error: pg.DatabaseError) => {
      if (error.code !== missingDatabase) throw error;
      await makeTemplate(holding);
      await copyDatabase(client, name, templateName(holding));
    });
    // Nobody needs what a test wrote after a crash of the machine, and a slow disk is not waited for.
    await client.query(`alter database ${name} set synchronous_commit to off`);
  });
  const database = await openDatabase({ databaseUrl: addressOf(name), poolSize });
  const close = async (): Promise<void> => {
    await database.close();
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { ...database, close };
};

/** A migrated database of its own: on PostgreSQL when TEST_DATABASE_URL is set, embedded in memory otherwise. Close it when done. */
export const openTestDatabase = async ({
  holding = 'nothing',
  poolSize,
}: { readonly holding?: Holding; readonly poolSize?: number | undefined } = {}): Promise<Database> => {
  if (testServer()) return openCopy(holding, poolSize);
  await makeDump(holding);
  return openDatabase({ loadFrom: dumpOf(holding) });
};

/** The embedded database in a folder of the disk, whatever the others run on: for what a disk can do to it. */
export const openFolderDatabase = async (
  dataDir: string,
  options: Pick<DatabaseOptions, 'leastFree' | 'freeBytes' | 'onDisk' | 'onError'> = {},
): Promise<Database> => {
  await makeDump('reference');
  return openDatabase({ ...options, dataDir, loadFrom: dumpOf('reference') });
};

/** Fills a data folder as a first start does, in a third of the time, for a server that starts on it. */
export const fillFolder = async (dataDir: string): Promise<void> => (await openFolderDatabase(dataDir)).close();

/** A fresh database without any table, for tests of the migration itself. Gives its address on PostgreSQL. */
export const openEmptyDatabase = async (): Promise<{
  readonly database: Database;
  readonly databaseUrl: string | undefined;
  readonly close: () => Promise<void>;
}> => {
  if (!testServer()) {
    await makeDump('bare');
    const database = await openDatabase({ loadFrom: dumpOf('bare') }); // setting an engine up takes three times as long
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
