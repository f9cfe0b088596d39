/** `npm run release:dump -- [--inscriptions N]`: the data of the version in package.json, which tests/upgrade keeps from each release. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '../server/database/migrateDatabase';
import { openDatabase, type Database } from '../server/database/openDatabase';
import { createPasswords } from '../server/auth/passwords';
import { seedDemo } from '../demo/seedDemo';
import { seedReference } from '../server/reference/seedReference';
import { commandLine } from './lib/commandLine.mjs';
import { packDump, type ReleaseDump } from './lib/release/ReleaseDump';
import { readDump } from './lib/release/readDump';
import { dumpFile } from './lib/release/releases';
import { workThroughProduct } from './lib/release/workThroughProduct';

const mostBytes = 1024 * 1024,
  usual = '200';
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
const file = dumpFile(version);
const { values } = commandLine({
  usage: `npm run release:dump -- [--inscriptions N] [--fresh]

Works through the product for a moment and writes its data to tests/upgrade, once with each release (CONTRIBUTING.md).
  --inscriptions N   how much demo data it begins with (${usual})
  --fresh            replaces the dump of this version, before it leaves`,
  options: { inscriptions: { type: 'string', default: usual }, fresh: { type: 'boolean', default: false } },
});

const fill = async (database: Database): Promise<ReleaseDump> => {
  await migrateDatabase(database);
  await seedReference(database.pool);
  await seedDemo(database.pool, {
    inscriptions: Number(values.inscriptions),
    passwords: createPasswords('a secret of release dumps that is long enough'),
  });
  await workThroughProduct(database);
  const client = await database.pool.connect();
  try {
    return await readDump(client, version);
  } finally {
    client.release();
  }
};

const write = async (): Promise<void> => {
  if (existsSync(file) && !values.fresh)
    throw new Error(`${fileURLToPath(file)} exists: the data of a release is written once, before it leaves. --fresh writes it again.`);
  const database = await openDatabase();
  try {
    const dump = await fill(database);
    const bytes = packDump(dump);
    if (bytes.length > mostBytes)
      throw new Error(`The dump has ${bytes.length} bytes and may have ${mostBytes}: give fewer --inscriptions.`);
    writeFileSync(file, bytes);
    const empty = dump.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name);
    console.log(
      `tests/upgrade/${version}.jsonl.gz: ${bytes.length} bytes, ${dump.tables.length - empty.length} tables with rows${empty.length ? `; none in ${empty.join(', ')}` : ''}`,
    );
  } finally {
    await database.close();
  }
};

write().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
