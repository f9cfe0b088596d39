import type { Variable } from './Variable';

/** Where the server runs: its address, its data, and its monitoring. */
export const processVariables = [
  {
    name: 'HOST',
    fallback: '127.0.0.1',
    meaning: 'Address that the server listens on; `0.0.0.0` for every network',
    takes: 'an IP address or a host name',
  },
  {
    name: 'PORT',
    fallback: '3000',
    meaning: 'Port that the server listens on; 0 picks a free one',
    takes: 'a whole number from 0 to 65535',
  },
  {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Folder of the embedded database and of the generated secret',
    takes: 'a path that this process may write',
  },
  {
    name: 'DATABASE_URL',
    otherwise: 'the embedded database',
    meaning: 'PostgreSQL 15 or newer',
    takes: 'postgres://user:password@host:port/database',
    isSecret: true,
  },
  {
    name: 'DATABASE_POOL',
    fallback: '10',
    meaning: 'Connections that one process opens to PostgreSQL',
    takes: 'a whole number from 1 to 200',
  },
  {
    name: 'DATABASE_POOLING',
    fallback: 'session',
    meaning:
      'What is in front of PostgreSQL: `transaction` is a pooler such as PgBouncer that shares connections between transactions, so no named statements are used',
    takes: 'session or transaction',
  },
  {
    name: 'DATABASE_DIRECT_URL',
    otherwise: '`DATABASE_URL`',
    meaning:
      'PostgreSQL without its pooler, for what a start, a backup and a restore do: migrations and locks that last longer than a transaction',
    takes: 'postgres://user:password@host:port/database, together with DATABASE_URL',
    isSecret: true,
  },
  {
    name: 'DATABASE_READ_URL',
    otherwise: 'everything is read from `DATABASE_URL`',
    meaning: 'Streaming replica of it, which answers lists, exports and reports while it is at most 5 s behind',
    takes: 'postgres://user:password@host:port/database, together with DATABASE_URL',
    isSecret: true,
  },
  {
    name: 'DISK_RESERVE_BYTES',
    fallback: '67108864',
    meaning: 'Free space under `DATA_DIR` below which the embedded database takes no more writes',
    takes: 'a whole number of bytes',
  },
  {
    name: 'DRAIN_SECONDS',
    otherwise: '`5` in production, `0` elsewhere',
    meaning: 'Seconds that a process keeps serving after `SIGTERM`, while `/readyz` answers 503',
    takes: 'a whole number from 0 to 600',
  },
  {
    name: 'METRICS_PORT',
    otherwise: 'there are none',
    meaning: 'Port of its own on which this process serves `/metrics` to Prometheus',
    takes: 'a whole number from 1 to 65535',
  },
  {
    name: 'METRICS_HOST',
    fallback: '127.0.0.1',
    meaning: 'Address that it listens on for them; anyone who reaches it reads them',
    takes: 'an IP address or a host name',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    otherwise: 'nothing is traced',
    meaning:
      'Collector of traces by OpenTelemetry (OTLP over HTTP); its libraries read their other `OTEL_` variables, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_TRACES_SAMPLER`',
    takes: 'an http or https address such as http://127.0.0.1:4318',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: 'dorsal', meaning: 'Name of this installation in traces', takes: 'any text' },
  {
    name: 'PUBLIC_ORIGIN',
    otherwise: '`http://HOST:PORT`',
    meaning: 'Address under which browsers reach the server',
    takes: 'an origin such as https://dorsal.example.com, without a path',
  },
  {
    name: 'APP_ORIGINS',
    otherwise: '`PUBLIC_ORIGIN` only',
    meaning: 'Other origins whose pages may call the server',
    takes: 'origins separated by commas, each such as https://app.example.com',
  },
  {
    name: 'SERVE',
    fallback: 'all',
    meaning: 'What this process serves: `all`, the product without its authentication site (`app`), or that site alone (`auth`)',
    takes: 'all, app or auth',
  },
] as const satisfies readonly Variable[];
