import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foundationSql } from '@/schema/project/security';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase, type Database, type DatabaseOptions } from '../../server/database/openDatabase';
import { seedReference } from '../../server/reference/seedReference';
import { cacheFolder } from './cacheFolder';
import { filesUnder, modulesOf } from '../../demo/modulesOf';
import { copyTemplate, emptyDatabase, makeTemplate, onServer, testServer } from './onServer';

export { onServer, testServer } from './onServer';

/** What a test database holds when a test starts: no table, the empty tables, the catalogues too, or the demo data of `tests/demo`. */
export type Holding = 'bare' | 'nothing' | 'reference' | 'demo';

const root = fileURLToPath(new URL('../../', import.meta.url));
const digestLength = 12,
  dayMs = 24 * 3600 * 1000;
const pauseMs = 250,
  longestMakeMs = 120_000;

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

const makeHolding = async (holding: Holding): Promise<void> => {
  const { base, write } = steps[holding];
  if (base) await makeHolding(base);
  await makeTemplate(templateName(holding), base ? templateName(base) : 'template1', async (databaseUrl) => {
    const database = await openDatabase({ databaseUrl });
    try {
      await write(database);
    } finally {
      await database.close();
    }
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
  const { databaseUrl, drop } = await copyTemplate(templateName(holding), () => makeHolding(holding));
  const database = await openDatabase({ databaseUrl, poolSize });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
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
  const { databaseUrl, drop } = await emptyDatabase();
  const database = await openDatabase({ databaseUrl });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { database, databaseUrl, close };
};
