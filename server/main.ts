import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { registry } from '@/resources';
import { buildApp } from './app';
import { createPasswords } from './auth/passwords';
import { ConfigError, readConfig, type Config } from './config';
import { DatabaseError } from './database/DatabaseError';
import { migrateDatabase } from './database/migrateDatabase';
import { openDatabase, type Database } from './database/openDatabase';
import { demoPassword } from './demo/demoAccounts';
import { seedDemo } from './demo/seedDemo';
import { seedReference } from './reference/seedReference';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** A port that is free now, for those who ask for any. */
const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject).listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
const settledConfig = async (): Promise<Config> => {
  const config = readConfig();
  return config.port === 0 ? readConfig({ ...process.env, PORT: String(await freePort(config.host)) }) : config;
};

const wantsDemo = ({ demo, production }: Config, { engine }: Database): boolean => !production && (demo === 'on' || (demo === 'auto' && engine === 'pglite'));
const fillDemo = async (config: Config, { pool }: Database): Promise<void> => {
  let told = -1;
  await seedDemo(pool, {
    passwords: createPasswords(config.authSecret),
    inscriptions: config.demoInscriptions,
    onProgress: (done, total, what) => {
      const tenth = Math.floor((done / total) * 10);
      if (tenth === told) return;
      told = tenth;
      tell(`demo ${what} ${tenth * 10} %`);
    },
  });
};

const demoEmails = async (pool: pg.Pool, { production }: Config): Promise<readonly string[]> => {
  if (production) return [];
  const { rows } = await pool.query<{ email: string }>('select u.email from auth_credentials c join users u on u.userid = c.userid and u.deleted_at is null where c.demo order by u.userid');
  return rows.map(({ email }) => email);
};

const announce = async (config: Config, database: Database): Promise<void> => {
  say(`ready ${config.publicOrigin}`);
  const emails = await demoEmails(database.pool, config);
  for (const email of emails) say(email);
  if (emails.length > 0) say(`password: ${demoPassword}`);
};

const graceMs = 10_000;
/** Stops taking requests, finishes those under way and closes the database; a second signal changes nothing, a stuck one does not hold the process. */
const stopOnSignal = (app: FastifyInstance, database: Database): void => {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => process.exit(1), graceMs);
    await app.close();
    await database.close();
    clearTimeout(late);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
};

const start = async (): Promise<void> => {
  const config = await settledConfig();
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: config.databasePool, onError: (error) => tell(`database connection: ${error.message}`) });
  try {
    await migrateDatabase(database);
    await seedReference(database.pool);
    if (wantsDemo(config, database)) await fillDemo(config, database);
    const app = await buildApp({ pool: database.pool, config, registry });
    stopOnSignal(app, database);
    await app.listen({ host: config.host, port: config.port });
    await announce(config, database);
  } catch (error) {
    await database.close();
    throw error;
  }
};

start().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof DatabaseError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  tell(known ? (error as Error).message : ((error as Error).stack ?? String(error)));
  process.exit(1);
});
