import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { readRules, type Rule } from '@/schema/project/rules';
import { DatabaseError } from './DatabaseError';
import { layFoundation } from './layFoundation';
import type { Database } from './openDatabase';
import { applyRules, hasRules } from './rules/applyRules';
import { runMigrations, type Migration } from './runMigrations';
import { usualPatience, withLocks, type Patience } from './withLocks';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const securityFile = new URL('./security.sql', import.meta.url);
/** Any number, the same in every process: whoever holds it migrates. */
const migrationLock = 7_321_504;

/** What a database is brought to, when it is not what this version says; tests give another. */
export interface Wanted {
  readonly migrationsFolder?: string;
  readonly rules?: readonly Rule[];
  readonly patience?: Patience;
}

const recordedMigrations = async (client: pg.ClientBase): Promise<readonly string[]> => {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`);
  if (!rows[0]?.isThere) return [];
  const { rows: recorded } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by created_at, id');
  return recorded.map(({ hash }) => hash);
};

const migrationsIn = (migrationsFolder: string): readonly Migration[] => {
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    readonly entries: readonly { readonly tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder }).map((migration, at) => ({ ...migration, tag: entries[at]!.tag }));
};

/** The migrations of this version, in their order. */
export const knownMigrations = (): readonly Migration[] => migrationsIn(folder);

/** Tables that grew otherwise than ours cannot be brought up to date: the first statement that meets a difference would fail, or worse, not fail. */
const refuseOtherOrigin = (recorded: readonly string[], known: readonly Migration[], dataDir: string | undefined): void => {
  const differs = known.some(({ hash }, at) => recorded[at] !== undefined && recorded[at] !== hash);
  const [what, elsewhere] = dataDir
    ? [`The data folder ${resolve(dataDir)}`, 'choose another folder with DATA_DIR']
    : ['The database', 'choose an empty database with DATABASE_URL'];
  if (differs)
    throw new DatabaseError(
      `${what} was made by another version of Dorsal, whose tables this version cannot bring up to date. Nothing was changed. Start the version that made it, or ${elsewhere}.`,
    );
  if (recorded.length <= known.length) return;
  throw new DatabaseError(
    `${what} was brought up to date by a newer version of Dorsal: it has ${recorded.length} migrations and this version knows ${known.length}. Nothing was changed. Start the newer version, or restore a backup from before it, or ${elsewhere}.`,
  );
};

const bringUp = async (
  client: pg.ClientBase,
  dataDir: string | undefined,
  { migrationsFolder = folder, rules, patience = usualPatience }: Wanted,
): Promise<void> => {
  const known = migrationsIn(migrationsFolder),
    recorded = await recordedMigrations(client);
  refuseOtherOrigin(recorded, known, dataDir);
  const pending = known.slice(recorded.length),
    wanted = rules ?? readRules(readFileSync(securityFile, 'utf8'));
  await layFoundation(client);
  if (pending.length === 0 && (await hasRules(client, wanted))) return;
  await withLocks(client, patience, async () => {
    await runMigrations(client, pending, recorded.length === 0);
    await applyRules(client, wanted);
  });
};

/** Brings the database up to date, or throws and leaves it as it was; any number of processes may do it at once, and again. */
export const migrateDatabase = async ({ pool, dataDir }: Pick<Database, 'pool' | 'dataDir'>, wanted: Wanted = {}): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await bringUp(client, dataDir, wanted);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
};
