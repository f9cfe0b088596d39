import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { nth } from '@/schema/must';
import { readRules, type Rule } from '@/schema/project/rules';
import { DatabaseError } from './DatabaseError';
import { layFoundation } from './layFoundation';
import type { Database } from './openDatabase';
import { applyRules, hasRules } from './rules/applyRules';
import { recordAdded, runMigrations, type Migration } from './runMigrations';
import { usualPatience, withLocks, type Patience } from './withLocks';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const securityFile = new URL('./security.sql', import.meta.url);
/** Any number that is the same in every process: the process that holds this lock migrates. */
const migrationLock = 7_321_504;

/** Migrations of a plugin, which follow those of the product. */
export interface AddedMigrations {
  readonly plugin: string;
  readonly folder: string;
}
/** What a database is brought to; tests replace it. */
export interface Wanted {
  readonly migrationsFolder?: string;
  readonly rules?: readonly Rule[];
  readonly patience?: Patience;
  readonly added?: readonly AddedMigrations[];
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
  return readMigrationFiles({ migrationsFolder }).map((migration, at) => ({ ...migration, tag: nth(entries, at).tag }));
};

/** The migrations of this version, in their order. */
export const knownMigrations = (): readonly Migration[] => migrationsIn(folder);

/** The migrations of plugins that this database does not have yet. */
const pendingAdded = async (
  client: pg.ClientBase,
  added: readonly AddedMigrations[],
): Promise<readonly { readonly plugin: string; readonly pending: readonly Migration[] }[]> => {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.dorsal_plugin_migrations') is not null as "isThere"`,
  );
  const { rows: recorded } = rows[0]?.isThere
    ? await client.query<{ plugin: string; hash: string }>('select plugin, hash from drizzle.dorsal_plugin_migrations order by id')
    : { rows: [] };
  return added.map(({ plugin, folder: of }) => {
    const known = migrationsIn(of),
      have = recorded.filter((each) => each.plugin === plugin).map(({ hash }) => hash);
    if (have.length > known.length || have.some((hash, at) => hash !== known[at]?.hash))
      throw new DatabaseError(
        `The database was brought up to date by another version of the plugin ${plugin}. Nothing was changed. Start with that version, or restore a backup from before it.`,
      );
    return { plugin, pending: known.slice(have.length) };
  });
};

/** Runs the migrations of plugins that a database does not have yet, within the present transaction. */
export const runAddedMigrations = async (client: pg.ClientBase, added: readonly AddedMigrations[]): Promise<void> => {
  for (const { plugin, pending } of await pendingAdded(client, added)) await runMigrations(client, pending, false, recordAdded(plugin));
};

/**
 * A table that does not come from our migrations cannot be brought up to date: the first statement that meets a difference would fail,
 * or silently do something wrong.
 */
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
  { migrationsFolder = folder, rules, patience = usualPatience, added = [] }: Wanted,
): Promise<void> => {
  const known = migrationsIn(migrationsFolder),
    recorded = await recordedMigrations(client);
  refuseOtherOrigin(recorded, known, dataDir);
  const pending = known.slice(recorded.length),
    wanted = rules ?? readRules(readFileSync(securityFile, 'utf8'));
  await layFoundation(client);
  const more = added.length === 0 ? [] : await pendingAdded(client, added);
  if ([pending, ...more.map((each) => each.pending)].every((each) => each.length === 0) && (await hasRules(client, wanted))) return;
  await withLocks(client, patience, async () => {
    await runMigrations(client, pending, recorded.length === 0);
    await runAddedMigrations(client, added);
    await applyRules(client, wanted);
  });
};

/** Brings the database up to date, or throws and leaves it unchanged. Any number of processes may do it at once and repeatedly. */
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
