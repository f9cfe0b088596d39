import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { registry } from '@/resources';
import { createMail } from './adapters/mail/createMail';
import type { Mail } from './adapters/mail/Mail';
import { createObjectStorages } from './adapters/objectStorage/createObjectStorages';
import type { ObjectStorages } from './adapters/objectStorage/ObjectStorage';
import { createPaymentGateway } from './adapters/paymentGateway/createPaymentGateway';
import type { PaymentGateway } from './adapters/paymentGateway/PaymentGateway';
import { createPush } from './adapters/push/createPush';
import type { Push } from './adapters/push/Push';
import { createRecordService } from './adapters/recordService/createRecordService';
import type { RecordService } from './adapters/recordService/RecordService';
import type { LocalMirror } from './api/localRecordRoutes';
import { createTranslate } from './api/messages';
import { type AppDeps, buildApp, buildAuthApp } from './app';
import { createPasswords } from './auth/passwords';
import { ConfigError, readConfig, type Config } from './config';
import { DatabaseError } from './database/DatabaseError';
import { migrateDatabase } from './database/migrateDatabase';
import { openDatabase, type Database } from './database/openDatabase';
import { demoPassword } from './demo/demoAccounts';
import { seedDemo } from './demo/seedDemo';
import { closeAffiliations } from './jobs/closeAffiliations';
import { expireHolds } from './jobs/expireHolds';
import { openCharges } from './jobs/openCharges';
import { removeFiles } from './jobs/removeFiles';
import { repeat, type Repeating } from './jobs/repeat';
import { sendLetters } from './jobs/sendLetters';
import { sendNotifications } from './jobs/sendNotifications';
import { syncMirror } from './jobs/syncMirror';
import { bikeOrders } from './mirrors/bikeOrders';
import type { Mirror } from './mirrors/Mirror';
import { recordProvider } from './mirrors/mirrorState';
import { storePickups } from './mirrors/storePickups';
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
const fillDemo = async (config: Config, { pool }: Database, signal: AbortSignal): Promise<void> => {
  let told = -1;
  await seedDemo(pool, {
    passwords: createPasswords(config.authSecret),
    inscriptions: config.demoInscriptions,
    signal,
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

const announce = async (config: Config, database: Database, mail: Mail | null): Promise<void> => {
  const { authOrigin, publicOrigin, serve: what } = config;
  if (what !== 'auth' && authOrigin !== publicOrigin) say(`sign in ${authOrigin}/api/auth/signin`);
  say(`ready ${what === 'auth' ? authOrigin : publicOrigin}`);
  if (!mail) tell('SMTP_URL is absent: no invitations and no password resets are sent.');
  const emails = await demoEmails(database.pool, config);
  for (const email of emails) say(email);
  if (emails.length === 0) return;
  say(`password: ${demoPassword}`);
  if (mail?.recent) say(`letters: ${authOrigin}/api/auth/outbox`);
};

interface Mirrored { readonly mirror: Mirror; readonly service: RecordService | null; readonly seconds: number }
const mirrorsOf = ({ bikeService, bikeSeconds, storePickup, pickupSeconds, production }: Config, { pool }: Database): readonly Mirrored[] => [
  { mirror: bikeOrders, service: createRecordService(bikeOrders, bikeService, production, pool), seconds: bikeSeconds },
  { mirror: storePickups, service: createRecordService(storePickups, storePickup, production, pool), seconds: pickupSeconds },
];
const localOf = (mirrored: readonly Mirrored[]): readonly LocalMirror[] =>
  mirrored.flatMap(({ mirror, service }) => (service?.put ? [{ mirror, records: { ...service, put: service.put } }] : []));

/** The embedded database writes all it knows when it closes, and a disk may stand still for most of a minute. */
const graceMs = 60_000;
/** Aborted by the first request to stop; a second changes nothing, and a stop that is stuck does not hold the process. */
const stopRequested = (): AbortSignal => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) return;
    setTimeout(() => process.exit(1), graceMs).unref();
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return controller.signal;
};
/** Somebody who asks for a refresh waits about this long. */
const lookSeconds = 3;
/** Files that nobody may ask for any more are out of reach at once; their bytes follow. */
const fileSeconds = 60;
const secondMs = 1000;
const translate = createTranslate(fileURLToPath(new URL('../locales', import.meta.url)));
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
interface WaysOut { readonly mail: Mail | null; readonly gateway: PaymentGateway | null; readonly push: Push | null; readonly storages: ObjectStorages }
/** What this process does without being asked; an authentication site does nothing. */
const startJobs = ({ expireSeconds, chargeSeconds, pushSeconds, paymentLink, serve: what }: Config, { pool }: Database, { mail, gateway, push, storages }: WaysOut, mirrored: readonly Mirrored[]): readonly Repeating[] => {
  const job = (seconds: number, name: string, work: (isOver: () => boolean) => Promise<unknown>): readonly Repeating[] =>
    seconds === 0 || what === 'auth' ? [] : [repeat({ everyMs: seconds * secondMs, work, onError: (error) => tell(`${name}: ${messageOf(error)}`) })];
  return [
    ...job(expireSeconds, 'expired holds', async (isOver) => {
      const { refused } = await expireHolds({ pool, registry }, isOver);
      if (refused.length > 0) tell(`expired holds that stay: ${refused.join(', ')}`);
    }),
    ...job(expireSeconds, 'affiliations', (isOver) => closeAffiliations({ pool, registry }, isOver)),
    ...job(fileSeconds, 'files', async (isOver) => {
      const { kept } = await removeFiles(pool, storages, isOver);
      if (kept.length > 0) tell(`files that their storage keeps for now: ${kept.join(', ')}`);
    }),
    ...(gateway ? job(chargeSeconds, 'charges', async (isOver) => {
      const { failed } = await openCharges({ pool, registry }, gateway, isOver);
      if (failed.length > 0) tell(`charges that ${gateway.name} did not open: ${failed.join(', ')}`);
    }) : []),
    ...(mail ? job(lookSeconds, 'letters', async (isOver) => {
      const { failed } = await sendLetters({ pool, registry, translate, paymentLink }, mail, isOver);
      if (failed.length > 0) tell(`letters that were not taken: ${failed.join(', ')}`);
    }) : []),
    ...(push ? job(pushSeconds, 'push messages', async (isOver) => {
      const { failed } = await sendNotifications({ pool, registry }, push, isOver);
      if (failed.length > 0) tell(`deliveries that the push service did not take: ${failed.join(', ')}`);
    }) : []),
    ...mirrored.flatMap(({ mirror, service, seconds }) => (service ? job(lookSeconds, mirror.service, async (isOver) => {
      const { error } = await syncMirror({ pool, registry }, mirror, service, seconds, isOver);
      if (error) tell(`${mirror.service}: ${error}`);
    }) : [])),
  ];
};

/** Stops taking requests, finishes those under way and what goes on beside them, and closes the database. */
const stopServing = async (apps: readonly FastifyInstance[], jobs: readonly Repeating[], database: Database): Promise<void> => {
  await Promise.all([...apps.map((app) => app.close()), ...jobs.map((job) => job.stop())]);
  await database.close();
  process.exit(0);
};

/** Listens with what this process is to serve; the authentication site may have a port of its own beside the product. */
const serve = async ({ host, port, serve: what, authPort }: Config, deps: AppDeps): Promise<readonly FastifyInstance[]> => {
  const app = await (what === 'auth' ? buildAuthApp(deps) : buildApp(deps));
  const site = what === 'all' && authPort !== undefined ? await buildAuthApp(deps) : null;
  await app.listen({ host, port });
  await site?.listen({ host, port: authPort! });
  return site ? [app, site] : [app];
};

const start = async (signal: AbortSignal): Promise<void> => {
  const config = await settledConfig();
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: config.databasePool, onError: (error) => tell(`database connection: ${error.message}`) });
  try {
    await migrateDatabase(database);
    await seedReference(database.pool);
    if (wantsDemo(config, database)) await fillDemo(config, database, signal);
    signal.throwIfAborted();
    const mail = createMail(config, database.pool);
    const gateway = createPaymentGateway(config, database.pool);
    const push = createPush(config);
    const storages = createObjectStorages(config, database.pool);
    const mirrored = mirrorsOf(config, database);
    for (const { mirror, service } of mirrored) await recordProvider(database.pool, mirror, service);
    const apps = await serve(config, { pool: database.pool, config, registry, mail, gateway, push, storages, localRecords: localOf(mirrored) });
    const jobs = startJobs(config, database, { mail, gateway, push, storages }, mirrored);
    await announce(config, database, mail);
    if (gateway?.name === 'local') tell('payment gateway: local, charges are kept and nobody is asked for money');
    if (!push) tell('PUSH_SERVICE is absent: no push messages are sent.');
    if (signal.aborted) await stopServing(apps, jobs, database);
    else signal.addEventListener('abort', () => void stopServing(apps, jobs, database));
  } catch (error) {
    await database.close();
    throw error;
  }
};

const stopping = stopRequested();
start(stopping).catch((error: unknown) => {
  if (stopping.aborted && error === stopping.reason) process.exit(0);
  const known = error instanceof ConfigError || error instanceof DatabaseError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  tell(known ? (error as Error).message : ((error as Error).stack ?? String(error)));
  process.exit(1);
});
