import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import pg from 'pg';
import { DatabaseError } from './DatabaseError';
import { type DiskWatch, watchDisk } from './diskWatch';
import { embeddedPool } from './embeddedPool';
import { lockFolder } from './folderLock';
import { isAway, codeOf, messageOf } from './faults';
import { addressesOf, createHosts } from './hosts';
import { keepEngine } from './keptEngine';
import { wireTypes } from './wireTypes';

/** One database, whichever engine serves it. */
export interface Database {
  readonly pool: pg.Pool;
  readonly engine: 'pglite' | 'postgres';
  /** Where the embedded database is stored; absent in memory and on PostgreSQL. */
  readonly dataDir?: string | undefined;
  /** The disk under the embedded database; absent in memory and on PostgreSQL. */
  readonly disk?: Pick<DiskWatch, 'isFull' | 'begin'>;
  /** Waits for what is running, writes everything down and lets the data folder go. */
  close(): Promise<void>;
  /** The whole embedded database as one file. */
  dump?(): Promise<Blob>;
}

export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded database; in memory when absent. */
  readonly dataDir?: string | undefined;
  /** Address of an embedded database that another process keeps open, as `npm run dev` does while the server restarts. */
  readonly servedAt?: string | undefined;
  /** A dump that the embedded database starts from. */
  readonly loadFrom?: Blob | undefined;
  /** Connections to PostgreSQL. */
  readonly poolSize?: number | undefined;
  /** What stands between this process and PostgreSQL. */
  readonly pooling?: Pooling | undefined;
  /** Told of connections that broke while nobody used them. */
  readonly onError?: (error: Error) => void;
  /** Free bytes under the data folder below which the embedded database takes no more writes, once its disk is watched. */
  readonly leastFree?: number | undefined;
  /** Stands in for asking the file system how much is free. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
  /** Told when the disk under the embedded database is full, and when it is not any more. */
  readonly onDisk?: (isFull: boolean) => void;
}

const oldest = 15,
  oldestNumber = 150_000,
  defaultPoolSize = 10,
  connectMs = 10_000;
/** How long a connection that nobody uses stays, in milliseconds: whoever reads a page for a minute finds one whose plans are made, and not one to be opened. */
export const idleMs = 10 * 60_000;

/** Whether a connection is this process's own, or one of a pooler that gives it to others between two transactions. */
export type Pooling = 'session' | 'transaction';
const isNamed = (asked: unknown): asked is { readonly name: string } => typeof asked === 'object' && asked !== null && 'name' in asked;
/** Takes the names from statements: a pooler would look for them on a connection that never heard of them. */
const unnamed = (client: pg.ClientBase): void => {
  client.query = new Proxy(client.query, {
    apply: (query, _self, [asked, ...rest]: readonly unknown[]) =>
      Reflect.apply(query, client, [isNamed(asked) ? { ...asked, name: undefined } : asked, ...rest]),
  });
};

/** Connections to a PostgreSQL, set up as all of ours are. A pooler knows no options of a connection, but keeps a time zone that is set. */
export const serverPool = (config: pg.PoolConfig, pooling: Pooling, onConnect?: (client: pg.ClientBase) => Promise<void>): pg.Pool => {
  const isShared = pooling === 'transaction';
  const prepare = async (client: pg.ClientBase): Promise<void> => {
    if (isShared) await client.query("set timezone = 'UTC'");
    await onConnect?.(client);
  };
  const pool = new pg.Pool({
    ...config,
    types: wireTypes,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: connectMs,
    application_name: 'dorsal',
    pipeline: true,
    ...(isShared ? {} : { options: '-c timezone=UTC' }),
    ...((isShared || onConnect) && { onConnect: prepare }),
  });
  if (isShared) pool.on('connect', unnamed);
  return pool;
};

const hostOf = (databaseUrl: string): string => {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host}${pathname}`;
  } catch {
    return 'the address in DATABASE_URL';
  }
};
const whereIs = (addresses: readonly string[]): string => addresses.map(hostOf).join(' or ');

/** Refuses a server that is absent or too old before anything else touches it. */
const checkServer = async (pool: pg.Pool, addresses: readonly string[]): Promise<void> => {
  try {
    const { rows } = await pool.query<{ number: number; version: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
    );
    const [server] = rows;
    if (server && server.number < oldestNumber)
      throw new DatabaseError(`PostgreSQL ${oldest} or newer is needed; ${whereIs(addresses)} runs ${server.version}.`);
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`PostgreSQL at ${whereIs(addresses)} does not answer: ${messageOf(error) || codeOf(error)}`, { cause: error });
  }
};

/** A connection that is lost in use fails what was asked over it; without anybody who hears of it, it would end the process. */
const survive = (pool: pg.Pool, onError: (error: Error) => void): void => {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
};

const openServer = async (
  databaseUrl: string,
  { poolSize = defaultPoolSize, onError = () => {}, pooling = 'session' }: DatabaseOptions,
): Promise<Database> => {
  const addresses = addressesOf(databaseUrl),
    hosts = addresses.length > 1 ? createHosts(addresses) : undefined;
  const pool = serverPool(
    { connectionString: addresses[0], max: poolSize, connectionTimeoutMillis: connectMs, ...(hosts && { Client: hosts.Client }) },
    pooling,
    hosts?.onConnect,
  );
  survive(pool, onError);
  if (hosts)
    pool.on('release', (error) => {
      if (isAway(error)) hosts.forget();
    });
  await checkServer(pool, addresses);
  return { pool, engine: 'postgres', close: () => pool.end() };
};

/** The embedded engine with its folder, which no other process may use until it is closed. */
export interface EmbeddedEngine {
  readonly lite: PGlite;
  /** Writes everything down and lets the data folder go; with null only that. */
  close(lite?: PGlite | null): Promise<void>;
}

const createLite = (dataDir: string | undefined, loadFrom?: Blob): Promise<PGlite> =>
  PGlite.create({
    dataDir: dataDir ? join(dataDir, 'database') : 'memory://',
    extensions: { pg_trgm, unaccent, btree_gist },
    ...(loadFrom && { loadDataDir: loadFrom }),
  });

/** Starts the embedded engine in this process. */
export const openEngine = async ({ dataDir, loadFrom }: Pick<DatabaseOptions, 'dataDir' | 'loadFrom'>): Promise<EmbeddedEngine> => {
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const unlock = dataDir ? lockFolder(dataDir) : () => {};
  try {
    const first = await createLite(dataDir, loadFrom);
    const close = async (lite: PGlite | null = first): Promise<void> => {
      if (lite && !lite.closed) await lite.close();
      unlock();
    };
    return { lite: first, close };
  } catch (error) {
    unlock();
    throw error;
  }
};

const openInMemory = async (options: DatabaseOptions): Promise<Database> => {
  const { lite, close } = await openEngine(options);
  const pool = embeddedPool(lite);
  survive(pool, options.onError ?? (() => {}));
  return {
    pool,
    engine: 'pglite',
    close: async () => {
      await pool.end();
      await close();
    },
    dump: () => lite.dumpDataDir('none'),
  };
};

/** Refuses writes while the disk is full and opens the engine again after a fault, so that what is acknowledged is what the files say. */
const openInFolder = async (dataDir: string, options: DatabaseOptions): Promise<Database> => {
  const { onError = () => {}, onDisk = () => {}, leastFree = 0, freeBytes } = options;
  const { lite, close } = await openEngine(options);
  const kept = keepEngine(lite, () => createLite(dataDir), onError);
  const disk = watchDisk({
    folder: dataDir,
    leastFree,
    freeBytes,
    onChange: (isFull) => {
      onDisk(isFull);
      pool.query(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`).catch(onError);
    },
  });
  const pool = embeddedPool({ current: kept.current, isReadOnly: disk.isFull, onDiskFault: disk.suspect, onBroken: kept.giveUp });
  survive(pool, onError);
  const closeAll = async (): Promise<void> => {
    await disk.stop();
    await pool.end();
    try {
      await kept.close();
    } finally {
      await close(null);
    }
  };
  return { pool, engine: 'pglite', dataDir, disk, close: closeAll, dump: () => (kept.current() ?? lite).dumpDataDir('none') };
};
const openEmbedded = (options: DatabaseOptions): Promise<Database> =>
  options.dataDir ? openInFolder(options.dataDir, options) : openInMemory(options);

/** The embedded engine of another process, which outlives this one; it has one session, so there is one connection. */
const openServed = ({ dataDir, onError = () => {} }: DatabaseOptions, address: string): Database => {
  const pool = new pg.Pool({
    connectionString: address,
    max: 1,
    idleTimeoutMillis: 0,
    types: wireTypes,
    application_name: 'dorsal',
    pipeline: true,
  });
  survive(pool, onError);
  return { pool, engine: 'pglite', dataDir, close: () => pool.end() };
};

/** Opens PostgreSQL when an address is given, the embedded database otherwise. */
export const openDatabase = async (options: DatabaseOptions = {}): Promise<Database> => {
  if (options.databaseUrl) return openServer(options.databaseUrl, options);
  return options.servedAt ? openServed(options, options.servedAt) : openEmbedded(options);
};
