import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRelease } from '../../scripts/lib/release/releases';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import { writeArchive, type BackupHead } from '../../server/backup/backupFile';
import { makeBackup, ownTables } from '../../server/backup/makeBackup';
import { refuseOtherSecret, restoreBackup, type Place } from '../../server/backup/restoreBackup';
import { knownMigrations, migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase, type Database } from '../../server/database/openDatabase';
import { contentsOf } from '../support/contentsOf';
import { openEmptyDatabase, testServer } from '../support/database';
import { longer } from '../support/limits';
import { startS3Server, type S3Server } from '../support/s3Server';
import { restoreRelease } from '../upgrade/support/restoreRelease';
import { rulesOf } from './support/rulesOf';
import { valueOf } from './seed';

const folder = mkdtempSync(join(tmpdir(), 'dorsal-backup-')),
  file = join(folder, 'whole.tar.gz');
const secret = 'a secret of tests that is long enough',
  version = '0.2.0',
  inBucket = 'picture-in-a-bucket',
  picture = Buffer.from('bytes of a picture');

const sequencesOf = async (pool: pg.Pool): Promise<unknown> =>
  (await pool.query("select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1")).rows;
const storagesOf = (address?: string) => (database: Parameters<typeof createObjectStorages>[1]) =>
  createObjectStorages({ objectStorage: address }, database);
const into = (database: Database, more: Partial<Place> = {}): Promise<unknown> =>
  restoreBackup(file, { database, storagesOn: storagesOf(), onSecret: () => {}, force: false, ...more });
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

describe('a backup of everything that a release left behind', () => {
  let source: Awaited<ReturnType<typeof openEmptyDatabase>>, bucket: S3Server;
  beforeAll(async () => {
    [source, bucket] = await Promise.all([openEmptyDatabase(), startS3Server()]);
    const { database } = source;
    await restoreRelease(database.pool, readRelease(version));
    await migrateDatabase(database);
    const storages = storagesOf(bucket.address)(database.pool);
    await storages.taking.put({ key: inBucket, mime: 'image/png', data: picture });
    await database.pool.query("insert into uploads (uploadid, mime, bytes, storage) values ($1, 'image/png', $2, 's3')", [
      inBucket,
      picture.length,
    ]);
    await makeBackup({ database, storages, secret, version }, file);
  }, longer.timeout);
  afterAll(async () => {
    await Promise.all([source?.close(), bucket?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('is read by its owner alone, and leaves no draft', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}.part`, { throwIfNoEntry: false })).toBeUndefined();
  });

  const compare = async (pool: pg.Pool, except: readonly string[] = []): Promise<void> => {
    const [brought, had] = await Promise.all([contentsOf(pool, ownTables), contentsOf(source.database.pool, ownTables)]);
    const compared = Object.keys(had).filter((name) => !except.includes(name));
    expect(compared.length).toBeGreaterThan(100 / 2);
    for (const name of compared) expect(`${name} ${brought[name]}`).toBe(`${name} ${had[name]}`);
    expect(await sequencesOf(pool)).toEqual(await sequencesOf(source.database.pool));
    expect(await rulesOf(pool)).toEqual(await rulesOf(source.database.pool));
  };

  test(
    'restores every table, sequence and rule, files and the secret into an empty place, and not again over it',
    async () => {
      const { database, close } = await openEmptyDatabase(),
        secrets: string[] = [];
      try {
        await into(database, { storagesOn: storagesOf(bucket.address), onSecret: (each) => secrets.push(each) });
        await compare(database.pool);
        expect(secrets).toEqual([secret]);
        expect(await refusalOf(into(database))).toMatch(/^The database is not empty: it has \d+ tables\. Nothing was changed\./);
      } finally {
        await close();
      }
    },
    longer.timeout,
  );

  test.each(testServer() ? ['PostgreSQL'] : [])(
    'of %s goes into the embedded database, with the files of an object storage that the new place has not; with --force what was there goes',
    async () => {
      const database = await openDatabase();
      try {
        await database.pool.query('create table events (old int)');
        await into(database, { force: true });
        await compare(database.pool, ['uploads', 'stored_objects']);
        expect(await valueOf<string>(database.pool, 'select storage from uploads where uploadid = $1', [inBucket])).toBe('local');
        expect(await valueOf<Buffer>(database.pool, 'select data from stored_objects where object_key = $1', [inBucket])).toEqual(picture);
      } finally {
        await database.close();
      }
    },
    longer.timeout,
  );

  test(
    'is refused cut off, without its end, of a newer version, or with another secret, and changes nothing',
    async () => {
      const { database, close } = await openEmptyDatabase(),
        broken = join(folder, 'broken.tar.gz');
      const restoring = (more: Partial<Place> = {}): Promise<string> =>
        refusalOf(restoreBackup(broken, { database, storagesOn: storagesOf(), onSecret: () => {}, force: false, ...more }));
      const writeHead = (more: Partial<BackupHead> = {}): Promise<void> =>
        writeArchive(broken, async (add) => {
          await add(
            'backup.json',
            JSON.stringify({
              format: 1,
              version,
              engine: 'pglite',
              created: '',
              tables: [],
              migrations: knownMigrations().map(({ hash }) => hash),
              ...more,
            } satisfies BackupHead),
          );
          await add('auth-secret', secret);
        });
      try {
        writeFileSync(broken, readFileSync(file).subarray(0, 500));
        expect(await restoring()).toContain('is no whole backup of Dorsal');
        await writeHead({ version: '9.0.0', migrations: ['another'] });
        expect(await restoring()).toContain('The backup was made by Dorsal 9.0.0, and this version cannot read it.');
        await writeHead();
        expect(await restoring({ onSecret: (each) => refuseOtherSecret(broken, `${each} `, each) })).toMatch(
          /^AUTH_SECRET is not the one of the backup, .*: tar -xzOf \S+ auth-secret$/,
        );
        expect(await restoring()).toContain('is no whole backup of Dorsal');
        expect(
          await valueOf<number>(
            database.pool,
            "select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
          ),
        ).toBe(0);
      } finally {
        await close();
      }
    },
    longer.timeout,
  );
});
