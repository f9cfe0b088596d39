import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { diskFull, isDiskFault } from './faults';
import { hasOneSession } from './oneSession';
import { wireTypes } from './wireTypes';

interface Parsed {
  types?: unknown;
}

/** The engine that a pool uses; it may be replaced after a fault. */
export interface EngineSource {
  /** The working engine; null while it is reopened. */
  readonly current: () => PGlite | null;
  /** Whether writes are refused. */
  readonly isReadOnly: () => boolean;
  /** Called when a file could not be written. */
  readonly onDiskFault: () => void;
  /** Called when the memory and the files of the engine may differ from now on. */
  readonly onBroken: (lite: PGlite, cause: Error) => void;
}
/** One engine that is never replaced. */
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

/** The engine as one wire sees it. An engine that was given up gets nothing more, because a new one may already use its files. */
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

/** One wire to the embedded database per client, so that a client discarded after an error does not affect the next one. */
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

/** The settings of a fresh connection to PostgreSQL. */
const reset = async (client: pg.ClientBase, isReadOnly: boolean): Promise<void> => {
  await client.query('rollback');
  await client.query(
    "reset all; set session authorization default; close all; deallocate all; select pg_advisory_unlock_all(); set timezone = 'UTC'",
  );
  if (isReadOnly) await client.query('set default_transaction_read_only = on');
};

/** A pool over the embedded database, which has one session: one client, never closed while idle. */
export const embeddedPool = (engine: PGlite | EngineSource): pg.Pool => {
  const source = 'current' in engine ? engine : always(engine);
  return hasOneSession(
    new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      Client: clientOf(source),
      onConnect: (client: pg.ClientBase) => reset(client, source.isReadOnly()),
    } as unknown as pg.PoolConfig),
  );
};
