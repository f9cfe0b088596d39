import { toolsOf } from './features/documents/sheet/tools';
import './refuseBadDeclarations';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { registry as declared } from '@/resources';
import { users } from '@/resources/users/users';
import { createMail } from './adapters/mail/createMail';
import type { Mail } from './adapters/mail/Mail';
import { createObjectStorages } from './adapters/objectStorage/createObjectStorages';
import { createPaymentGateway } from './adapters/paymentGateway/createPaymentGateway';
import { createInvoicing } from './adapters/invoicing/createInvoicing';
import { createPush } from './adapters/push/createPush';
import { hooks as declaredHooks } from './hooks';
import { loadPlugins, type Assembled } from './plugins/loadPlugins';
import { type AppDeps, buildApp, buildAuthApp } from './app';
import { offerCopies } from './backup/liveCopy';
import { createPasswords } from './auth/passwords';
import { readConfig, showsLetters, type Config } from './config';
import { isAway } from './database/faults';
import { migrateDatabase } from './database/migrateDatabase';
import { openDatabase, type Database } from './database/openDatabase';
import { openReplica } from './database/replica';
import { demoPassword } from './demoAccounts';
import type { Hindrance } from './health';
import { createAttention } from './jobs/attention';
import { openSignals } from './jobs/openSignals';
import type { Worker } from './jobs/worker';
import { createMetrics, serveMetrics } from './metrics';
import { recordProvider } from './features/exchange/mirrorState';
import { seedReference } from './reference/seedReference';
import { startProblem } from './startProblem';
import { startTracing } from './tracing';
import { authCredentials } from './database/authTables';
import { columnsOf } from './kernel/columnsOf';
import { runnerOf } from './kernel/runnerOf';
import { selectAll } from './kernel/select';
import { sql } from './kernel/sql';
import { createStop, type Stop } from './createStop';
import { localOf, mirrorsOf } from './mirrored';
import { startJobs } from './startJobs';
import { messageOf, say, tell } from './terminal';

/** A free port, for configurations that accept any. */
const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, host, () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });
const settledConfig = async (): Promise<Config> => {
  const config = readConfig();
  return config.port === 0 ? readConfig({ ...process.env, PORT: String(await freePort(config.host)) }) : config;
};

const wantsDemo = ({ demo, production }: Config, { engine }: Database): boolean =>
  !production && (demo === 'on' || (demo === 'auto' && engine === 'pglite'));
/** A new data folder begins with the image that `npm ci` prepared, if there is one. */
const takeDemo = async ({ demo, production, databaseUrl, dataDir, demoInscriptions }: Config): Promise<void> => {
  if (production || demo === 'off' || databaseUrl !== undefined) return;
  const { takeImage } = await import('../demo/demoImage');
  if (takeImage(dataDir, demoInscriptions)) tell('demo data: copied from the image of this machine');
};
const fillDemo = async (config: Config, { pool }: Database, signal: AbortSignal): Promise<void> => {
  const { giveAccounts, seedDemo } = await import('../demo/seedDemo');
  const passwords = createPasswords(config.authSecret);
  let shown = -1;
  const isFilled = await seedDemo(pool, {
    passwords,
    inscriptions: config.demoInscriptions,
    signal,
    onProgress: (done, total, what) => {
      const tenth = Math.floor((done / total) * 10);
      if (tenth === shown) return;
      shown = tenth;
      tell(`demo ${what} ${tenth * 10} %`);
    },
  });
  if (!isFilled) await giveAccounts(pool, passwords);
};

const demoEmails = async (pool: pg.Pool, { production }: Config): Promise<readonly string[]> => {
  if (production) return [];
  const [c, u] = [columnsOf(authCredentials, 'c'), columnsOf(users, 'u')];
  return selectAll(
    runnerOf(pool),
    u.email,
    sql`from ${c} join ${u} on ${u.userid} = ${c.userid} and ${u.deleted_at} is null where ${c.demo} order by ${u.userid}`,
  );
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
  if (mail?.recent && showsLetters(config)) say(`letters: ${authOrigin}/api/auth/outbox`);
};

const secondMs = 1000;

/** What ends together with this process. */
interface Serving {
  readonly apps: readonly FastifyInstance[];
  readonly worker: Worker | null;
  readonly others: readonly { readonly close: () => unknown }[];
  readonly database: Database;
}
/**
 * Keeps serving while load balancers notice, then takes no more connections, finishes running requests and background work, and closes
 * the database.
 */
const stopServing = async (stop: Stop, { apps, worker, others, database }: Serving): Promise<void> => {
  const ended = worker?.stop();
  await stop.drained();
  await Promise.all([...apps.map((app) => app.close()), ended]);
  await Promise.all(others.map((each) => each.close()));
  // What was acknowledged is in the log of the database; if it cannot be closed in order, the next start repairs it.
  await database
    .close()
    .catch((error: unknown) => tell(`The database was not closed in order (${messageOf(error)}); nothing that was saved is lost.`));
  process.exit(0);
};

/** Reasons why this process does not take every request, besides an unavailable database. */
const hindrancesOf =
  ({ disk }: Database, { asked }: Stop) =>
  (): readonly Hindrance[] => [...(disk?.isFull() ? ['disk' as const] : []), ...(asked.aborted ? ['draining' as const] : [])];
const tellDisk = (isFull: boolean): void =>
  tell(
    isFull
      ? 'The disk under DATA_DIR is full or read-only: nothing is saved until it takes writes again; what is there can be read.'
      : 'The disk under DATA_DIR takes writes again.',
  );

const tellReplica = (isNear: boolean): void =>
  tell(isNear ? 'The replica answers lists and reports.' : 'The replica is away or too far behind: everything is read from the primary.');

const fontsAfterMs = 2000;
/** Listens with what this process serves; the authentication site may have a separate port. */
const serve = async ({ host, port, serve: what, authPort }: Config, deps: AppDeps): Promise<readonly FastifyInstance[]> => {
  const app = await (what === 'auth' ? buildAuthApp(deps) : buildApp(deps));
  await app.listen({ host, port });
  setTimeout(() => void toolsOf().catch(() => undefined), fontsAfterMs).unref(); // the first document is not the one that waits for its fonts
  if (what !== 'all' || authPort === undefined) return [app];
  const site = await buildAuthApp(deps);
  await site.listen({ host, port: authPort });
  return [app, site];
};

const directPool = 2;
/** The work of a start on the data, without a pooler: it holds a lock for longer than a transaction. */
const bringUp = async (config: Config, database: Database, { wanted }: Assembled, signal: AbortSignal): Promise<void> => {
  const isDirect = config.databaseDirectUrl === config.databaseUrl;
  const direct = isDirect
    ? database
    : await openDatabase({
        databaseUrl: config.databaseDirectUrl,
        poolSize: directPool,
        onError: (error) => tell(`database connection: ${error.message}`),
      });
  try {
    await migrateDatabase(direct, wanted);
    await seedReference(direct.pool);
    if (wantsDemo(config, direct)) await fillDemo(config, direct, signal);
  } finally {
    if (!isDirect) await direct.close();
  }
};

/** Where lists and reports are read from, if a replica is configured. */
const replicaOf = ({ databaseReadUrl, databasePool, databasePooling }: Config, { pool }: Database) =>
  databaseReadUrl === undefined
    ? null
    : openReplica({ url: databaseReadUrl, primary: pool, poolSize: databasePool, pooling: databasePooling, onChange: tellReplica });

const openOwn = async (config: Config, served: string | undefined): Promise<Database> => {
  if (served === undefined) await takeDemo(config);
  return openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    servedAt: served,
    poolSize: config.databasePool,
    pooling: config.databasePooling,
    leastFree: config.diskReserveBytes,
    onDisk: tellDisk,
    onError: (error) => tell(`database connection: ${error.message}`),
  });
};

const start = async (stop: Stop): Promise<void> => {
  const config = await settledConfig(),
    signal = stop.asked,
    served = process.env['DORSAL_EMBEDDED'];
  stop.drainFor(config.drainSeconds * secondMs);
  const assembled = await loadPlugins(config.plugins, { registry: declared, hooks: declaredHooks });
  const database = await openOwn(config, served);
  try {
    await bringUp(config, database, assembled, signal);
    signal.throwIfAborted();
    const mail = createMail(config, database.pool);
    const gateway = createPaymentGateway(config, database.pool);
    const push = createPush(config);
    const storages = createObjectStorages(config, database.pool, assembled.storages);
    const mirrored = mirrorsOf(config, database);
    for (const { mirror, service } of mirrored) await recordProvider(database.pool, mirror, service);
    const metrics = config.metricsPort === undefined ? null : await createMetrics(database.pool);
    const numbers =
      metrics && config.metricsPort !== undefined
        ? await serveMetrics(metrics, { host: config.metricsHost, port: config.metricsPort })
        : null;
    const replica = replicaOf(config, database);
    const tracing = config.tracesTo === undefined ? null : await startTracing({ service: config.traceName, endpoint: config.tracesTo });
    tracing?.follow(database.pool);
    const attention = createAttention();
    const observe = (app: FastifyInstance): void => {
      for (const each of [tracing, metrics, attention]) each?.observe(app);
    };
    const signals = openSignals(database, config.databaseDirectUrl, (error) => tell(`signals: ${messageOf(error)}`));
    const apps = await serve(config, {
      pool: database.pool,
      config,
      registry: assembled.registry,
      hooks: assembled.hooks,
      plugins: assembled,
      mail,
      gateway,
      push,
      storages,
      localRecords: localOf(mirrored),
      hindrances: hindrancesOf(database, stop),
      observe,
      signals,
      ...(replica && { replica }),
    });
    database.disk?.begin();
    const copies = database.dataDir && !served ? await offerCopies(database.dataDir, database.pool) : null;
    const worker = startJobs({
      config,
      database,
      waysOut: { mail, gateway, push, invoicing: createInvoicing(config, database.pool), storages },
      mirrored,
      assembled,
      attention,
      replica: replica ?? undefined,
      watch: metrics?.watch,
    });
    signals.on(({ to }) => {
      if (to === 'workers') worker?.wake();
    });
    await announce(config, database, mail);
    if (gateway?.name === 'local') tell('payment gateway: local, charges are kept and nobody is asked for money');
    if (!push) tell('PUSH_SERVICE is absent: no push messages are sent.');
    const serving = { apps, worker, others: [signals, copies, numbers, tracing, replica].filter((each) => each !== null), database };
    if (signal.aborted) await stopServing(stop, serving);
    else signal.addEventListener('abort', () => void stopServing(stop, serving));
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** A query that nobody waits for any more may fail with its connection; any other uncaught error is a bug. */
process.on('unhandledRejection', (error) => {
  if (!isAway(error)) throw error;
  tell(`database connection: ${messageOf(error)}`);
});
const stop = createStop();
start(stop).catch((error: unknown) => {
  if (stop.asked.aborted && error === stop.asked.reason) process.exit(0);
  tell(
    startProblem(error, process.env['DATA_DIR']?.trim() || './data') ??
      (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  process.exit(1);
});
