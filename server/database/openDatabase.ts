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
import { hasOneSession } from './oneSession';
import { wireTypes } from './wireTypes';

/** One database, on either engine. */
export interface Database {
  readonly pool: pg.Pool;
  readonly engine: 'pglite' | 'postgres';
  /** Where the embedded database is stored; absent in memory and on PostgreSQL. */
  readonly dataDir?: string | undefined;
  /** The disk under the embedded database; absent in memory and on PostgreSQL. */
  readonly disk?: Pick<DiskWatch, 'isFull' | 'begin'>;
  /** Waits for running work, writes everything to disk and releases the data folder. */
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
  /** What is between this process and PostgreSQL. */
  readonly pooling?: Pooling | undefined;
  /** Called when an idle connection broke. */
  readonly onError?: (error: Error) => void;
  /** Free bytes under the data folder below which the embedded database refuses writes, once its disk is watched. */
  readonly leastFree?: number | undefined;
  /** Replaces the question to the file system, for tests. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
  /** Called when the disk under the embedded database is full, and when it has space again. */
  readonly onDisk?: (isFull: boolean) => void;
}

const oldest = 15,
  oldestNumber = 150_000,
  defaultPoolSize = 10,
  connectMs = 10_000;
/**
 * How long an idle connection stays open, in milliseconds. Somebody who reads a page for a minute then gets a connection with cached
 * plans and does not wait for a new one.
 */
export const idleMs = 10 * 60_000;

/** Whether a connection belongs to this process, or to a pooler that shares it between transactions. */
export type Pooling = 'session' | 'transaction';
const isNamed = (asked: unknown): asked is { readonly name: string } => typeof asked === 'object' && asked !== null && 'name' in asked;
/** Removes the names of statements: a pooler could run them on a connection that does not know them. */
const unnamed = (client: pg.ClientBase): void => {
  client.query = new Proxy(client.query, {
    apply: (query, _self, [asked, ...rest]: readonly unknown[]) =>
      Reflect.apply(query, client, [isNamed(asked) ? { ...asked, name: undefined } : asked, ...rest]),
  });
};

/** Connections to a PostgreSQL with our settings. A pooler ignores the options of a connection, but keeps a time zone that is set. */
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

/** Refuses a server that is unavailable or too old before anything else uses it. */
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

/** When a connection is lost, the queries over it fail. Without a listener the error would end the process. */
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
  /** Writes everything to disk and releases the data folder; with null it only releases the folder. */
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

/** Refuses writes while the disk is full and reopens the engine after a fault, so that the files always hold what was acknowledged. */
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

/** The embedded engine of another process, which outlives this one. It has one session, so there is one connection. */
const openServed = ({ dataDir, onError = () => {} }: DatabaseOptions, address: string): Database => {
  const pool = hasOneSession(
    new pg.Pool({
      connectionString: address,
      max: 1,
      idleTimeoutMillis: 0,
      types: wireTypes,
      application_name: 'dorsal',
      pipeline: true,
    }),
  );
  survive(pool, onError);
  return { pool, engine: 'pglite', dataDir, close: () => pool.end() };
};

/** Opens PostgreSQL when an address is given, the embedded database otherwise. */
export const openDatabase = async (options: DatabaseOptions = {}): Promise<Database> => {
  if (options.databaseUrl) return openServer(options.databaseUrl, options);
  return options.servedAt ? openServed(options, options.servedAt) : openEmbedded(options);
};
