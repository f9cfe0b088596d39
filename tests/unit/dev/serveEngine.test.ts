import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveEngine, type ServedEngine } from '../../../scripts/dev/serveEngine';
import { openDatabase, openEngine, type Database, type EmbeddedEngine } from '../../../server/database/openDatabase';

let engine: EmbeddedEngine, served: ServedEngine;
const failures: Error[] = [],
  opened: Database[] = [];
const open = async (): Promise<Database> => {
  const database = await openDatabase({ servedAt: served.address });
  opened.push(database);
  return database;
};
beforeAll(async () => {
  engine = await openEngine({});
  served = await serveEngine(engine.lite, (error) => failures.push(error));
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close().catch(() => {})));
  await served.close();
  await engine.close();
});
const one = async (database: Database, sql: string, values: unknown[] = []): Promise<unknown> =>
  (await database.pool.query({ text: sql, values, rowMode: 'array' })).rows[0]?.[0];

test('answers as PostgreSQL does: values, refusals, and many statements at once', async () => {
  const database = await open();
  expect(database.engine).toBe('pglite');
  expect(await one(database, "select current_setting('timezone')")).toBe('UTC');
  await expect(database.pool.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
  await expect(database.pool.query('selec')).rejects.toMatchObject({ code: '42601' });
  expect(await Promise.all([1, 2, 3].map((number) => one(database, 'select $1::int', [number])))).toEqual([1, 2, 3]);
  const long = 'ñ'.repeat(300_000);
  expect(await one(database, 'select $1::text', [long])).toBe(long);
  await database.close();
});

test('gives the session to the next process once the one before is gone, without what that one had not committed', async () => {
  const before = await open(),
    after = await open();
  await before.pool.query('create table kept (number int)');
  const client = await before.pool.connect();
  client.on('error', () => {});
  await client.query("begin; insert into kept values (1); set timezone = 'Asia/Tokyo'; prepare mine as select 1");
  const next = one(
    after,
    "select count(*)::int || current_setting('timezone') || (select count(*) from pg_prepared_statements where name = 'mine') from kept",
  );
  const isAnswered = await Promise.race([next.then(() => true), client.query('select pg_sleep(0.1)').then(() => false)]);
  expect(isAnswered).toBe(false);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  expect(await next).toBe('0UTC0');
  client.release(true);
  await after.close();
});

test('lets nobody in without the password, and a connection that sends nothing delays nobody', async () => {
  const address = new URL(served.address);
  address.password = 'wrong';
  const stranger = new pg.Client({ connectionString: address.href });
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  const knocking = connect(Number(address.port), address.hostname);
  await new Promise((resolve) => knocking.once('connect', resolve));
  const database = await open();
  expect(await one(database, 'select 1')).toBe(1);
  knocking.destroy();
  expect(failures).toEqual([]);
});
