import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { brokenRows, type BrokenRows } from './brokenRows';
import { DatabaseError } from './DatabaseError';
import { StepError } from './StepError';
import { codeOf } from './faults';

/** One migration that the database does not have yet. */
export interface Migration extends Pick<MigrationMeta, 'sql' | 'hash' | 'folderMillis'> {
  readonly tag: string;
}

const records = `create schema if not exists drizzle; create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
/** Migrations of plugins are recorded in a separate table, because the product counts its own. */
export const addedRecords = `create schema if not exists drizzle; create table if not exists drizzle.dorsal_plugin_migrations (id serial primary key, plugin text not null, hash text not null, created_at bigint)`;
/** Refusals that are temporary: a lock held by somebody, a deadlock. */
const passing: ReadonlySet<string | undefined> = new Set(['55P03', '40P01', '40001']);
const longest = 160;

const rowsText = ({ table, count, keys, key }: BrokenRows): string => {
  const more = count > keys.length && keys.length > 0 ? ` and ${count - keys.length} more` : '';
  return `${count} ${count === 1 ? 'row' : 'rows'} of ${table}${keys.length > 0 ? ` (${key} ${keys.join(', ')}${more})` : ''} ${count === 1 ? 'breaks' : 'break'}`;
};
const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Why a migration failed, for the person who has to correct it. */
const refusalOf = (tag: string, statement: string, error: Error, broken: BrokenRows | null): DatabaseError => {
  const start = `Migration ${tag} was undone and the database is as it was, because`;
  const text = broken
    ? `${start} ${rowsText(broken)} its rule ${broken.rule}: correct ${broken.count === 1 ? 'it' : 'them'} with the version of Dorsal that ran before, then start this one again.`
    : `${start} "${shorten(statement.trim().replace(/\s+/g, ' '))}" was refused with "${error.message}": start the version of Dorsal that ran before, correct what this names, then start this one again.`;
  return new DatabaseError(text, { cause: error });
};

const tableOf = (statement: string): string | undefined =>
  /(?:TABLE|ON|UPDATE|INTO)\s+(?:IF EXISTS\s+)?(?:"?public"?\.)?"(\w+)"/i.exec(statement)?.[1];

const step = async (client: pg.ClientBase, tag: string, statement: string): Promise<void> => {
  await client.query('savepoint step');
  try {
    await client.query(statement);
  } catch (error) {
    if (passing.has(codeOf(error))) throw new StepError(`Migration ${tag}`, tableOf(statement), error);
    await client.query('rollback to savepoint step');
    const broken = await brokenRows(client, statement, error as Error).catch(() => null);
    throw refusalOf(tag, statement, error as Error, broken);
  }
  await client.query('release savepoint step');
};

/** Records that a migration ran. */
type Record = (client: pg.ClientBase, migration: Migration) => Promise<unknown>;
const recordOwn: Record = (client, { hash, folderMillis }) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
/** The same for the migrations of a plugin. */
export const recordAdded =
  (plugin: string): Record =>
  (client, { hash, folderMillis }) =>
    client.query('insert into drizzle.dorsal_plugin_migrations (plugin, hash, created_at) values ($1, $2, $3)', [
      plugin,
      hash,
      folderMillis,
    ]);

/**
 * Runs migrations within the present transaction, each statement after a savepoint, so that the rows of a refusal can be read. An empty
 * database has none, and runs all at once.
 */
export const runMigrations = async (
  client: pg.ClientBase,
  pending: readonly Migration[],
  isNew: boolean,
  record: Record = recordOwn,
): Promise<void> => {
  if (pending.length > 0) await client.query(record === recordOwn ? records : addedRecords);
  for (const migration of pending) {
    const { tag, sql } = migration;
    if (isNew)
      await client.query(sql.join('\n')).catch((error: Error) => {
        throw refusalOf(tag, tag, error, null);
      });
    else for (const statement of sql) await step(client, tag, statement);
    await record(client, migration);
  }
};
