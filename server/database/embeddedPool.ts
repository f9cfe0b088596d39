import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { wireTypes } from './wireTypes';

interface Parsed { types?: unknown }

/** One wire to the embedded database per client: a client thrown away after an error must not take the next one with it. */
const wire = (lite: PGlite): unknown => {
  const { connection } = createPgConfig(lite);
  const parse = connection.parse.bind(connection) as (query: Parsed) => void;
  connection.parse = (query: Parsed) => parse({ ...query, types: Array.isArray(query.types) ? query.types : [] });
  return connection;
};

const clientOf = (lite: PGlite): typeof pg.Client =>
  class extends pg.Client {
    constructor() {
      super({ connection: wire(lite), types: wireTypes, pipeline: true } as unknown as pg.ClientConfig);
    }
  };

/** What a fresh connection to PostgreSQL would bring. */
const reset = async (client: pg.ClientBase): Promise<void> => {
  await client.query('rollback');
  await client.query("reset all; set session authorization default; close all; deallocate all; select pg_advisory_unlock_all(); set timezone = 'UTC'");
};

/** A pool over the embedded database, which has one session: one client, never recycled while idle. */
export const embeddedPool = (lite: PGlite): pg.Pool =>
  new pg.Pool({ max: 1, idleTimeoutMillis: 0, Client: clientOf(lite), onConnect: reset } as unknown as pg.PoolConfig);
