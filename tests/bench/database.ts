import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import pg from 'pg';
import { foundationSql } from '@/schema/project/security';
import { createPasswords } from '../../server/auth/passwords';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase, type Database } from '../../server/database/openDatabase';
import { seedDemo } from '../../demo/seedDemo';
import { seedReference } from '../../server/reference/seedReference';
import { tell } from './report';

/** Root of the keys of every server that is measured: the passwords of the demo accounts are made with it. */
export const secret = 'a root of keys that only measurements use';

const folder = new URL('../../server/database/', import.meta.url);
const digestLength = 10;
/** Changes with the tables, so that figures never come from those of an older version. */
export const versionOfTables = (): string => {
  const migrations = readdirSync(new URL('migrations/', folder))
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const texts = [...migrations.map((name) => `migrations/${name}`), 'security.sql'].map((name) =>
    readFileSync(new URL(name, folder), 'utf8'),
  );
  return createHash('sha256')
    .update([foundationSql, ...texts].join('\0'))
    .digest('hex')
    .slice(0, digestLength);
};

const local = 'postgres://postgres@127.0.0.1:5432/postgres';
const serverUrl = (): string => process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'] ?? local;
const addressOf = (database: string): string => {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
};

const onServer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: serverUrl() });
  try {
    await client.connect();
  } catch (error) {
    const where = new URL(serverUrl()).host;
    throw new Error(
      `Lists are measured on PostgreSQL, and none answers at ${where}: ${(error as Error).message}\nName one in BENCH_DATABASE_URL (postgres://user:password@host:port/database, a user who may create databases).`,
      { cause: error },
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Brings an empty database to the demo data of that many inscriptions, and closes it. */
export const fill = async ({ pool, engine, close }: Database, inscriptions: number): Promise<void> => {
  try {
    await migrateDatabase({ pool });
    await seedReference(pool);
    let shown = '';
    await seedDemo(pool, {
      inscriptions,
      passwords: createPasswords(secret),
      onProgress: (done, all, what) => {
        const line = `${engine}: ${what} ${Math.floor((done / all) * 10) * 10} %`;
        if (line !== shown) tell(line);
        shown = line;
      },
    });
    await pool.query('vacuum (analyze)');
  } finally {
    await close();
  }
};

/** The address of a database with that many inscriptions: made once for each version of the tables, and kept. */
export const benchDatabase = (inscriptions: number, fresh: boolean): Promise<string> =>
  onServer(async (client) => {
    const family = `dorsal_bench_${inscriptions}_`;
    const wanted = `${family}${versionOfTables()}`;
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [family]);
    if (!fresh && rows.some(({ datname }) => datname === wanted)) return addressOf(wanted);
    for (const { datname } of rows) await client.query(`drop database "${datname}"`);
    const draft = `${wanted}_draft`;
    await client.query(`create database "${draft}"`);
    await fill(await openDatabase({ databaseUrl: addressOf(draft) }), inscriptions);
    await client.query(`alter database "${draft}" rename to "${wanted}"`);
    return addressOf(wanted);
  });

/** Lends a copy of a database to a test that writes to it, and drops it. */
export const withCopy = <T>(databaseUrl: string, work: (databaseUrl: string) => Promise<T>): Promise<T> =>
  onServer(async (client) => {
    const original = new URL(databaseUrl).pathname.slice(1),
      copy = `${original}_copy`;
    await client.query(`drop database if exists "${copy}" with (force)`);
    await client.query(`create database "${copy}" template "${original}"`);
    try {
      return await work(addressOf(copy));
    } finally {
      await client.query(`drop database if exists "${copy}" with (force)`);
    }
  });
