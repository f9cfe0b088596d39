import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { foundationSql } from '@/schema/project/security';
import { DatabaseError } from './DatabaseError';
import type { Database } from './openDatabase';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const securityFile = new URL('./security.sql', import.meta.url);
/** Any number, the same in every process: whoever holds it migrates. */
const migrationLock = 7_321_504;
const attempts = 5, pauseMs = 50;

const state = `create table if not exists public.dorsal_state (name text primary key, hash text not null, applied timestamptz not null default now())`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const isApplied = async (client: pg.ClientBase, name: string, text: string): Promise<boolean> => {
  const { rows } = await client.query('select 1 from public.dorsal_state where name = $1 and hash = $2', [name, hashOf(text)]);
  return rows.length > 0;
};

const apply = async (client: pg.ClientBase, name: string, text: string): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into public.dorsal_state (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, applied = now()', [name, hashOf(text)]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const isRace = (error: unknown): boolean => ['XX000', '40001', '40P01', '23505'].includes((error as { code?: string }).code ?? '');

/** Roles and catalogue rows belong to the whole cluster, where another database may migrate at this instant. */
const applyPatiently = async (client: pg.ClientBase, name: string, text: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apply(client, name, text);
      return;
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      await new Promise((done) => setTimeout(done, pauseMs * attempt));
    }
  }
};

/** A database restored into another cluster comes without its roles, and so without what was granted to them. */
const hasRoles = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query("select 1 from pg_roles where rolname in ('dorsal_tenant', 'dorsal_platform', 'dorsal_public')");
  return rows.length === 3;
};

const layFoundation = async (client: pg.ClientBase): Promise<boolean> => {
  await client.query(state);
  const whole = await hasRoles(client);
  if (whole && (await isApplied(client, 'foundation', foundationSql))) return false;
  try {
    await applyPatiently(client, 'foundation', foundationSql);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new DatabaseError(
      `The database user lacks a right: ${(error as Error).message}. Once, as an administrator: create extension pg_trgm; create extension unaccent; create extension btree_gist; ` +
        'create role dorsal_tenant nologin; create role dorsal_platform nologin; create role dorsal_public nologin; grant dorsal_tenant, dorsal_platform, dorsal_public to the user of DATABASE_URL.', { cause: error });
  }
  return !whole;
};

const recordedMigrations = async (client: pg.ClientBase): Promise<readonly string[]> => {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`);
  if (!rows[0]?.isThere) return [];
  const { rows: recorded } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by created_at, id');
  return recorded.map(({ hash }) => hash);
};

/** Tables that grew otherwise than ours cannot be brought up to date: the first statement that meets a difference would fail, or worse, not fail. */
const refuseOtherOrigin = async (client: pg.ClientBase, dataDir: string | undefined): Promise<void> => {
  const recorded = await recordedMigrations(client);
  const differs = readMigrationFiles({ migrationsFolder }).some(({ hash }, at) => recorded[at] !== undefined && recorded[at] !== hash);
  if (!differs) return;
  const [what, elsewhere] = dataDir ? [`The data folder ${resolve(dataDir)}`, 'choose another folder with DATA_DIR'] : ['The database', 'choose an empty database with DATABASE_URL'];
  throw new DatabaseError(`${what} was made by another version of Dorsal, whose tables this version cannot bring up to date. Nothing was changed. Start the version that made it, or ${elsewhere}.`);
};

const bringUp = async (client: pg.ClientBase): Promise<void> => {
  const isNewCluster = await layFoundation(client);
  await migrate(drizzle(client as pg.Client), { migrationsFolder });
  const security = readFileSync(securityFile, 'utf8');
  if (isNewCluster || !(await isApplied(client, 'security', security))) await applyPatiently(client, 'security', security);
};

/** Brings the database up to date, or throws before it changes anything; any number of processes may do it at once, and again. */
export const migrateDatabase = async ({ pool, dataDir }: Pick<Database, 'pool' | 'dataDir'>): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await refuseOtherOrigin(client, dataDir);
    await bringUp(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).then(() => client.release(), (error: Error) => client.release(error));
  }
};
