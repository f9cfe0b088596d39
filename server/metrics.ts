import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { holdSql } from '@/domain/registration/lifecycle';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { notification_deliveries } from '@/resources/notification_deliveries/notification_deliveries';
import { notifications } from '@/resources/notifications/notifications';
import { payments } from '@/resources/payments/payments';
import { columnsOf, type Column } from './kernel/columnsOf';
import { compile, sql, type SQL } from './kernel/sql';

type Work = (isOver: () => boolean) => Promise<unknown>;
/** The state of a process, for monitoring. */
export interface Metrics {
  /** Counts and times the requests of an application. */
  readonly observe: (app: FastifyInstance) => void;
  /** Counts each run of a job. */
  readonly watch: (job: string, work: Work) => Work;
  /** All metrics in the format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  secondMs = 1000;
const letters = columnsOf(inscription_letters);
const messages = columnsOf(notifications);
const deliveries = columnsOf(notification_deliveries);
const holds = columnsOf(inscriptions);
const charges = columnsOf(payments);
const queue = (name: string, since: Column<unknown>, from: SQL): SQL =>
  sql`select ${sql.raw(`'${name}'`)} as queue, count(*)::int as count, extract(epoch from now() - min(${since}))::float8 as age ${from}`;
/** Work that is due: how much, and since when. */
const queuesSql = compile(
  sql.join(
    [
      queue(
        'letters',
        letters.next_at,
        sql`from ${letters} where ${letters.status} = 'queued' and ${letters.next_at} <= now() and ${letters.deleted_at} is null`,
      ),
      queue(
        'notifications',
        messages.scheduled_at,
        sql`from ${messages} where ${messages.status} = 'scheduled' and ${messages.scheduled_at} <= now() and ${messages.deleted_at} is null`,
      ),
      queue(
        'deliveries',
        deliveries.created,
        sql`from ${deliveries} where ${deliveries.status} = 'queued' and ${deliveries.deleted_at} is null`,
      ),
      queue(
        'holds',
        holds.expires_at,
        sql`from ${holds} where ${sql.raw(holdSql)} and ${holds.expires_at} <= now() and ${holds.deleted_at} is null`,
      ),
      queue(
        'charges',
        charges.created,
        sql`from ${charges} where ${charges.type} = 'charge' and ${charges.status} = 'pending' and ${charges.provider} is null and ${charges.method} in ('card', 'oxxo', 'spei', 'paypal') and ${charges.deleted_at} is null`,
      ),
    ],
    sql` union all `,
  ),
).sql;
interface Queue {
  readonly queue: string;
  readonly count: number;
  readonly age: number | null;
}
/** What is read from a pool of connections. */
interface Watched extends Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  readonly query: (text: string) => Promise<{ readonly rows: readonly Queue[] }>;
}

type Library = typeof import('prom-client');

/** The metrics of requests and jobs. */
const createWorkNumbers = ({ Counter, Gauge, Histogram }: Library, registers: Registry[]) => ({
  requests: new Histogram({
    name: 'dorsal_http_request_duration_seconds',
    help: 'Requests by the pattern of their route',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  }),
  turns: new Histogram({
    name: 'dorsal_job_duration_seconds',
    help: 'Turns of jobs',
    labelNames: ['job'],
    buckets: [...seconds, 60],
    registers,
  }),
  failures: new Counter({ name: 'dorsal_job_failures_total', help: 'Turns of jobs that failed', labelNames: ['job'], registers }),
  last: new Gauge({
    name: 'dorsal_job_last_run_timestamp_seconds',
    help: 'When a turn of the job ended last, well or not',
    labelNames: ['job'],
    registers,
  }),
});

/** Reads the connections of the pool into its metric. */
const createPoolNumbers = ({ Gauge }: Library, registers: Registry[], pool: Watched): (() => void) => {
  const connections = new Gauge({
    name: 'dorsal_pool_connections',
    help: 'Connections to the database, and those who wait for one',
    labelNames: ['state'],
    registers,
  });
  return () => {
    connections.set({ state: 'total' }, pool.totalCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
  };
};

/** Reads the queues of the database into their metrics. */
const createQueueNumbers = ({ Gauge }: Library, registers: Registry[], pool: Watched): (() => Promise<void>) => {
  const waiting = new Gauge({
    name: 'dorsal_queue_waiting',
    help: 'What waits although its time has come',
    labelNames: ['queue'],
    registers,
  });
  const age = new Gauge({
    name: 'dorsal_queue_age_seconds',
    help: 'How long the first of them has waited',
    labelNames: ['queue'],
    registers,
  });
  const readable = new Gauge({ name: 'dorsal_queues_readable', help: '1 while the database says what waits', registers });
  return async () => {
    waiting.reset();
    age.reset();
    try {
      const { rows } = await pool.query(queuesSql);
      for (const { queue: name, count, age: since } of rows) {
        waiting.set({ queue: name }, count);
        age.set({ queue: name }, since ?? 0);
      }
      readable.set(1);
    } catch {
      readable.set(0); // the metrics of the process are also read while its database is unavailable
    }
  };
};

/** Keeps the metrics of this process; the library is loaded only if they are served. */
export const createMetrics = async (pool: Watched): Promise<Metrics> => {
  const library = await import('prom-client');
  const registry = new library.Registry(),
    registers = [registry];
  library.collectDefaultMetrics({ register: registry });
  const { requests, turns, failures, last } = createWorkNumbers(library, registers);
  const readPool = createPoolNumbers(library, registers, pool),
    readQueues = createQueueNumbers(library, registers, pool);
  return {
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) =>
        requests.observe(
          { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
          reply.elapsedTime / secondMs,
        ),
      );
    },
    watch: (job, work) => {
      failures.inc({ job }, 0);
      return async (isOver) => {
        const end = turns.startTimer({ job });
        try {
          return await work(isOver);
        } catch (error) {
          failures.inc({ job });
          throw error;
        } finally {
          end();
          last.setToCurrentTime({ job });
        }
      };
    },
    text: async () => {
      readPool();
      await readQueues();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
};

const ok = 200,
  missing = 404,
  failed = 500;
/** Serves the metrics at `/metrics` on a separate port, which neither browsers nor load balancers need. */
export const serveMetrics = async (
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly close: () => void }> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return void response.writeHead(missing).end();
    text().then(
      (body) => response.writeHead(ok, { 'content-type': contentType }).end(body),
      () => response.writeHead(failed).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
