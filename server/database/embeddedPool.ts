import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { diskFull, isDiskFault } from './faults';
import { wireTypes } from './wireTypes';

interface Parsed {
  types?: unknown;
}

/** The engine that a pool speaks to, which may be another one after a fault. */
export interface EngineSource {
  /** The engine that works; null while it is opened again. */
  readonly current: () => PGlite | null;
  /** Whether no writes are to be tried. */
  readonly isReadOnly: () => boolean;
  /** Told that a file could not be written. */
  readonly onDiskFault: () => void;
  /** Told of an engine whose memory and files may differ from now on. */
  readonly onBroken: (lite: PGlite, cause: Error) => void;
}
/** One engine for good. */
const always = (lite: PGlite): EngineSource => ({
  current: () => lite,
  isReadOnly: () => false,
  onDiskFault: () => {},
  onBroken: () => {},
});

const opening = '57P03',
  readOnly = '25006',
  hopeless: ReadonlySet<unknown> = new Set(['PANIC', 'FATAL']);
const isOpened = (): Error => Object.assign(new Error('the embedded database is being opened again'), { code: opening });

/** The engine as one wire sees it: nothing more reaches one that is given up, since another one may be at its files by then. */
const guarded = (lite: PGlite, { current, onBroken }: EngineSource): PGlite => {
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    if (current() !== lite) throw isOpened();
    return lite.execProtocolStream(message, options).catch((error: Error) => {
      onBroken(lite, error);
      throw Object.assign(isOpened(), { cause: error });
    });
  };
  return new Proxy(lite, { get: (engine, key) => (key === 'execProtocolStream' ? execProtocolStream : Reflect.get(engine, key, engine)) });
};

/** One wire to the embedded database per client: a client thrown away after an error must not take the next one with it. */
const wire = (lite: PGlite, source: EngineSource): unknown => {
  const { connection } = createPgConfig(guarded(lite, source));
  const parse = connection.parse.bind(connection) as (query: Parsed) => void;
  connection.parse = (query: Parsed) => parse({ ...query, types: Array.isArray(query.types) ? query.types : [] });
  connection.on('errorMessage', (error: pg.DatabaseError) => {
    if (isDiskFault(error)) {
      error.code = diskFull;
      source.onDiskFault();
    } else if (error.code === readOnly && source.isReadOnly()) error.code = diskFull;
    if (!hopeless.has(error.severity)) return;
    source.onBroken(lite, error);
    connection.emit('error', error);
  });
  return connection;
};

const clientOf = (source: EngineSource): typeof pg.Client =>
  class extends pg.Client {
    constructor() {
      const lite = source.current();
      super({ ...(lite && { connection: wire(lite, source) }), types: wireTypes, pipeline: true } as unknown as pg.ClientConfig);
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): Promise<pg.Client> | void {
      if (!source.current()) {
        if (!callback) return Promise.reject(isOpened());
        process.nextTick(callback as (error: Error) => void, isOpened());
      } else if (callback) super.connect(callback);
      else return super.connect();
    }
  };

/** What a fresh connection to PostgreSQL would bring. */
const reset = async (client: pg.ClientBase, isReadOnly: boolean): Promise<void> => {
  await client.query('rollback');
  await client.query(
    "reset all; set session authorization default; close all; deallocate all; select pg_advisory_unlock_all(); set timezone = 'UTC'",
  );
  if (isReadOnly) await client.query('set default_transaction_read_only = on');
};

/** A pool over the embedded database, which has one session: one client, never recycled while idle. */
export const embeddedPool = (engine: PGlite | EngineSource): pg.Pool => {
  const source = 'current' in engine ? engine : always(engine);
  return new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    Client: clientOf(source),
    onConnect: (client: pg.ClientBase) => reset(client, source.isReadOnly()),
  } as unknown as pg.PoolConfig);
};
