import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase, type Database } from '../database/openDatabase';
import { channel, type Signal } from './signals';

/** What a process receives; `everybody` when it listens again after a gap. */
export type Heard = Signal | { readonly to: 'everybody' };
/** Receives the signals that processes send through the database. */
export interface Signals {
  /** Calls a listener from now on, and answers the function that stops that. */
  readonly on: (listener: (heard: Heard) => void) => () => void;
  readonly close: () => Promise<void>;
}

const pauseMs = 1000;
const parse = (payload: string | undefined): Signal | null => {
  try {
    return JSON.parse(payload ?? '') as Signal;
  } catch {
    return null; // somebody else uses the channel
  }
};

/** Listens over the one connection of the embedded engine, and over each that replaces it. */
const overPool = (pool: pg.Pool, hear: (payload: string | undefined) => void, onError: (error: Error) => void): (() => Promise<void>) => {
  const followed = new WeakSet<pg.ClientBase>();
  const follow = (client: pg.ClientBase): void => {
    if (followed.has(client)) return;
    followed.add(client);
    client.on('notification', ({ payload }) => hear(payload));
    client.query(`listen ${channel}`).catch(onError);
  };
  pool.on('acquire', follow);
  pool.query('select 1').catch(onError); // the connection that is already open
  return async () => {
    pool.off('acquire', follow);
  };
};

/** Listens over a separate connection to PostgreSQL, bypassing a pooler, and opens another one when it is lost. */
const overConnection = (
  databaseUrl: string,
  hear: (payload: string | undefined) => void,
  onOpen: () => void,
  onError: (error: Error) => void,
): (() => Promise<void>) => {
  const over = new AbortController();
  const listen = async (): Promise<void> => {
    const { pool, close } = await openDatabase({ databaseUrl, poolSize: 1 });
    try {
      const client = await pool.connect();
      const lost = new Promise<void>((resolve) => {
        client.once('end', resolve);
        client.once('error', () => resolve());
        over.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', ({ payload }) => hear(payload));
      await client.query(`listen ${channel}`);
      onOpen();
      await lost;
      client.release(true);
    } finally {
      await close();
    }
  };
  const listening = (async () => {
    while (!over.signal.aborted) {
      await listen().catch(onError);
      await setTimeout(pauseMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return async () => {
    over.abort();
    await listening;
  };
};

/** Begins to listen; on PostgreSQL at an address that bypasses a pooler. */
export const openSignals = (
  { pool, engine }: Database,
  directUrl: string | undefined,
  onError: (error: Error) => void = () => {},
): Signals => {
  const listeners = new Set<(heard: Heard) => void>();
  const tellAll = (heard: Heard): void => {
    for (const listener of listeners) listener(heard);
  };
  const hear = (payload: string | undefined): void => {
    const signal = parse(payload);
    if (signal) tellAll(signal);
  };
  const stop =
    engine === 'postgres' && directUrl !== undefined
      ? overConnection(directUrl, hear, () => tellAll({ to: 'everybody' }), onError)
      : overPool(pool, hear, onError);
  return {
    on: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      listeners.clear();
      await stop();
    },
  };
};
