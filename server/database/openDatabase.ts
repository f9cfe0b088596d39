import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import pg from 'pg';
import { DatabaseError } from './DatabaseError';
import { embeddedPool } from './embeddedPool';
import { lockFolder } from './folderLock';
import { wireTypes } from './wireTypes';

/** One database, whichever engine serves it. */
export interface Database {
  readonly pool: pg.Pool;
  readonly engine: 'pglite' | 'postgres';
  /** Where the embedded database is stored; absent in memory and on PostgreSQL. */
  readonly dataDir?: string | undefined;
  /** Waits for what is running, writes everything down and lets the data folder go. */
  close(): Promise<void>;
  /** The whole embedded database as one file. */
  dump?(): Promise<Blob>;
}

export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded database; in memory when absent. */
  readonly dataDir?: string | undefined;
  /** A dump that the embedded database starts from. */
  readonly loadFrom?: Blob | undefined;
  /** Connections to PostgreSQL. */
  readonly poolSize?: number | undefined;
  /** Told of connections that broke while nobody used them. */
  readonly onError?: (error: Error) => void;
}

const oldest = 15, oldestNumber = 150_000, defaultPoolSize = 10, connectMs = 10_000;
/** How long a connection that nobody uses stays, in milliseconds: whoever reads a page for a minute finds one whose plans are made, and not one to be opened. */
export const idleMs = 10 * 60_000;

const whereIs = (databaseUrl: string): string => {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host}${pathname}`;
  } catch {
    return 'the address in DATABASE_URL';
  }
};

/** Refuses a server that is absent or too old before anything else touches it. */
const checkServer = async (pool: pg.Pool, databaseUrl: string): Promise<void> => {
  try {
    const { rows } = await pool.query<{ number: number; version: string }>("select current_setting('server_version_num')::int as number, current_setting('server_version') as version");
    const [server] = rows;
    if (server && server.number < oldestNumber) throw new DatabaseError(`PostgreSQL ${oldest} or newer is needed; ${whereIs(databaseUrl)} runs ${server.version}.`);
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`PostgreSQL at ${whereIs(databaseUrl)} does not answer: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`, { cause: error });
  }
};

const openServer = async (databaseUrl: string, { poolSize = defaultPoolSize, onError = () => {} }: DatabaseOptions): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, types: wireTypes, options: '-c timezone=UTC', connectionTimeoutMillis: connectMs, idleTimeoutMillis: idleMs, keepAlive: true, application_name: 'dorsal', pipeline: true });
  pool.on('error', onError);
  await checkServer(pool, databaseUrl);
  return { pool, engine: 'postgres', close: () => pool.end() };
};

const openEmbedded = async ({ dataDir, loadFrom, onError = () => {} }: DatabaseOptions): Promise<Database> => {
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const unlock = dataDir ? lockFolder(dataDir) : () => {};
  try {
    const lite = await PGlite.create({
      dataDir: dataDir ? join(dataDir, 'database') : 'memory://',
      extensions: { pg_trgm, unaccent, btree_gist },
      ...(loadFrom && { loadDataDir: loadFrom }),
    });
    const pool = embeddedPool(lite);
    pool.on('error', onError);
    const close = async (): Promise<void> => {
      await pool.end();
      if (!lite.closed) await lite.close();
      unlock();
    };
    return { pool, engine: 'pglite', dataDir, close, dump: () => lite.dumpDataDir('none') };
  } catch (error) {
    unlock();
    throw error;
  }
};

/** Opens PostgreSQL when an address is given, the embedded database otherwise. */
export const openDatabase = (options: DatabaseOptions = {}): Promise<Database> =>
  options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options);
