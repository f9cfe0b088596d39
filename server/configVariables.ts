/** One environment variable, as people read about it. */
export interface Variable {
  readonly name: string;
  /** What counts when it is absent. */
  readonly fallback?: string;
  /** How the fallback reads, where it is not a fixed text. */
  readonly otherwise?: string;
  readonly meaning: string;
  readonly takes: string;
  readonly isSecret?: boolean;
}

/** Every variable that the server reads; README has the same list, and a test holds them together. */
export const variables = [
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
      'What stands before PostgreSQL: `transaction` is a pooler such as PgBouncer that shares connections between transactions, so no named statements are used',
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
    meaning: 'Seconds that a process goes on serving after `SIGTERM`, while `/readyz` says 503',
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
    meaning: 'Address that it listens on for them; whoever reaches it reads them',
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
  {
    name: 'AUTH_ORIGIN',
    otherwise: '`PUBLIC_ORIGIN`',
    meaning: 'Address under which browsers reach the authentication site, when it has one of its own',
    takes: 'an origin such as https://auth.example.com, without a path',
  },
  {
    name: 'AUTH_PORT',
    otherwise: 'that of the product',
    meaning: 'Port of its own on which this process serves the authentication site',
    takes: 'a whole number from 1 to 65535',
  },
  {
    name: 'AUTH_SECRET',
    otherwise: 'generated and kept in the file `auth-secret` of `DATA_DIR`; obligatory in production with PostgreSQL',
    meaning: 'Root of every key: cookies, tokens, passwords; the same in every process over one database',
    takes: 'at least 32 characters of random text',
    isSecret: true,
  },
  {
    name: 'AUTH_OIDC',
    otherwise: 'passwords only',
    meaning: 'Provider of accounts of a company, by OpenID Connect, for whoever has an account here with the same e-mail',
    takes: 'https://client-id:client-secret@accounts.example.com, with the path of the issuer if it has one',
    isSecret: true,
  },
  {
    name: 'AUTH_KEYS',
    otherwise: 'tokens of the own authentication site',
    meaning: 'Public keys (a JWKS) of the authentication site of another company at `AUTH_ORIGIN`, whose tokens the services then accept',
    takes: 'https://accounts.example.com/api/auth/jwks, together with SERVE=app and an AUTH_ORIGIN',
  },
  {
    name: 'AUTH_ISSUER',
    otherwise: '`AUTH_ORIGIN/api/auth`',
    meaning: 'Issuer (`iss`) that those tokens name',
    takes: 'a text without blanks, together with AUTH_KEYS',
  },
  {
    name: 'AUTH_AUDIENCE',
    otherwise: '`AUTH_ORIGIN/v2`',
    meaning: 'Audience (`aud`) that those tokens name',
    takes: 'a text without blanks, together with AUTH_KEYS',
  },
  {
    name: 'AUTH_TOKEN_TYPE',
    otherwise: '`at+jwt`',
    meaning: 'Type (`typ`) in the header of those tokens; `any` does not look at it',
    takes: 'a text without blanks such as JWT, or any, together with AUTH_KEYS',
  },
  {
    name: 'ACCOUNT_LINK',
    otherwise: 'the page of the own authentication site; none with `AUTH_KEYS`',
    meaning: 'Page where people see to their own account; `none` leaves its link out',
    takes: 'an http or https address, or none',
  },
  {
    name: 'SMTP_URL',
    otherwise: 'letters are kept and shown by the demo; in production none are written',
    meaning: 'Server that sends invitations, password resets and letters to athletes',
    takes: 'smtps://user:password@mail.example.com:465?from=no-reply@example.com',
    isSecret: true,
  },
  {
    name: 'PAYMENT_GATEWAY',
    otherwise: 'charges are kept in the database and nobody is asked for money; in production none are opened',
    meaning: 'Gateway where online charges are opened; it reports to `PUBLIC_ORIGIN/api/payments/webhook`',
    takes: 'https://key:webhook-secret@payments.example.com/v1?name=bank, with a secret of at least 32 characters',
    isSecret: true,
  },
  {
    name: 'CHARGE_SECONDS',
    fallback: '5',
    meaning: 'Pause between two looks for charges to be opened at the gateway; 0 leaves them waiting',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'PAYMENT_LINK',
    otherwise: 'letters name the e-mail of the organizer instead',
    meaning: 'Page of the site of the athletes where a registration is paid, for letters about a declined payment or an offered place',
    takes: 'an http or https address with {folio} after its host, such as https://www.example.com/pay/{folio}',
  },
  {
    name: 'PUSH_SERVICE',
    otherwise: 'push messages are kept as local deliveries and reach no phone; in production none are sent',
    meaning:
      'Service that brings push messages to phones: `POST {address}/messages`, once for each `idempotency-key`; it reports to `PUBLIC_ORIGIN/api/push/webhook`',
    takes:
      'https://key:webhook-secret@push.example.com/v1, with a secret of at least 32 characters, or without one where it reports nothing',
    isSecret: true,
  },
  {
    name: 'PUSH_SECONDS',
    fallback: '10',
    meaning: 'Pause between two looks for push messages to be sent; 0 leaves them waiting',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'BIKE_SERVICE',
    otherwise: 'orders are kept in the database and marked as local; in production none are',
    meaning: 'Service that keeps the orders of bike transport: `{address}/orders`',
    takes: 'https://key@bikes.example.com/v1',
    isSecret: true,
  },
  {
    name: 'BIKE_SECONDS',
    fallback: '300',
    meaning: 'Pause between two looks for changed orders at the bike service; 0 asks only when somebody refreshes',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'STORE_PICKUP',
    otherwise: 'pick-ups are kept in the database and marked as local; in production none are',
    meaning: 'Service of the stores where athletes fetch their kits: `{address}/pickups`',
    takes: 'https://key@stores.example.com/v1',
    isSecret: true,
  },
  {
    name: 'PICKUP_SECONDS',
    fallback: '300',
    meaning: 'Pause between two looks for changed pick-ups at the stores; 0 asks only when somebody refreshes',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'OBJECT_STORAGE',
    otherwise: 'files are kept in the database',
    meaning: 'Bucket, by the S3 protocol, that takes uploaded files',
    takes: 'https://key:secret@s3.example.com/bucket?region=us-east-1, with a folder after the bucket if it has one',
    isSecret: true,
  },
  {
    name: 'DORSAL_PLUGINS',
    otherwise: 'no plugins',
    meaning: 'Folders of plugins, which the server loads and the client is built with',
    takes: 'folders separated by commas, such as examples/race-photos',
  },
  {
    name: 'BI_HOST',
    otherwise: 'business reports are the charts of this server',
    meaning: 'Host of dashboards that the business reports embed: `GET {address}/dashboards`, and `{address}/embed/{id}?token=` in a frame',
    takes: 'https://key-id:signing-secret@bi.example.com/v1, of another origin than this server, with a secret of at least 32 characters',
    isSecret: true,
  },
  {
    name: 'TOKEN_SUFFIX',
    fallback: '.dorsal',
    meaning: 'Text that clients append to the access token',
    takes: '1 to 64 letters, digits, dots, hyphens, underscores or tildes',
  },
  {
    name: 'TRUST_PROXY',
    fallback: 'false',
    meaning:
      'Proxies whose forwarded headers are believed: how many, or their addresses; `true` believes everybody and is refused in production',
    takes: 'true, false, a number of proxies, or addresses separated by commas',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'Least severity that is logged',
    takes: 'fatal, error, warn, info, debug, trace or silent',
  },
  { name: 'SENTRY_DSN', otherwise: 'nothing is sent', meaning: 'Where browsers report errors', takes: 'the address of a Sentry project' },
  { name: 'SENTRY_ENVIRONMENT', otherwise: '`NODE_ENV`', meaning: 'Name of this installation in error reports', takes: 'any text' },
  {
    name: 'SESSION_IDLE_SECONDS',
    fallback: '28800',
    meaning: 'Seconds without activity after which a session ends',
    takes: 'a whole number from 1 to 2592000',
  },
  {
    name: 'SESSION_MAX_SECONDS',
    fallback: '86400',
    meaning: 'Seconds after which a session ends in any case',
    takes: 'a whole number from 1 to 2592000',
  },
  {
    name: 'SESSION_POLL_SECONDS',
    fallback: '0',
    meaning: 'Seconds after which pages read their session again; 0 leaves it to the moments when they are looked at',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'SESSION_POLL_OFFLINE',
    fallback: 'false',
    meaning: 'Whether pages also read it while their browser says that it is offline',
    takes: 'true or false',
  },
  {
    name: 'COOKIE_SUFFIX',
    otherwise: 'none',
    meaning:
      'Text at the end of the names of our cookies, where several installations share a host name: browsers keep cookies of all its ports together',
    takes: '1 to 32 letters, digits, dots, hyphens or underscores',
  },
  {
    name: 'LEFTOVER_COOKIES',
    otherwise: 'none',
    meaning: 'Cookies of an older sign-in scheme, which pages remove before they lead to the sign-in',
    takes: 'cookie names separated by commas',
  },
  {
    name: 'NODE_ENV',
    fallback: 'development',
    meaning: '`production` refuses demo accounts and asks for a secret',
    takes: 'production, development or test',
  },
  {
    name: 'UPLOAD_FILE_MAX_BYTES',
    fallback: '20971520',
    meaning: 'Largest document or table that people may upload',
    takes: 'a whole number from 1024 to 104857600',
  },
  {
    name: 'UPLOAD_MAX_BYTES',
    fallback: '2097152',
    meaning: 'Largest picture that people may upload',
    takes: 'a whole number from 1024 to 104857600',
  },
  {
    name: 'SEARCH_HOST',
    otherwise: 'this server',
    meaning: 'Where the search client sends its queries',
    takes: 'an origin such as https://search.example.com',
  },
  { name: 'SEARCH_APP_ID', fallback: 'dorsal', meaning: 'Public application id of the search client', takes: '1 to 64 letters and digits' },
  {
    name: 'SEARCH_KEY',
    fallback: 'public',
    meaning: 'Public key of the search client',
    takes: '1 to 128 letters, digits, hyphens or underscores',
  },
  {
    name: 'EXPIRE_SECONDS',
    fallback: '60',
    meaning: 'Pause between two looks for seats whose time to be paid is over; 0 leaves them held',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'DEMO',
    fallback: 'auto',
    meaning: 'Demo data: `auto` fills an empty embedded database outside production; `on` an empty PostgreSQL too',
    takes: 'auto or off, and on outside production',
  },
  {
    name: 'DEMO_INSCRIPTIONS',
    fallback: '60000',
    meaning: 'Inscriptions that the demo data has',
    takes: 'a whole number from 1000 to 1000000',
  },
] as const satisfies readonly Variable[] as readonly (Variable & { readonly name: VariableName })[];

export type VariableName =
  | 'HOST'
  | 'PORT'
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'DATABASE_POOL'
  | 'DATABASE_POOLING'
  | 'DATABASE_DIRECT_URL'
  | 'DATABASE_READ_URL'
  | 'DISK_RESERVE_BYTES'
  | 'DRAIN_SECONDS'
  | 'METRICS_PORT'
  | 'METRICS_HOST'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_SERVICE_NAME'
  | 'PUBLIC_ORIGIN'
  | 'APP_ORIGINS'
  | 'SERVE'
  | 'AUTH_ORIGIN'
  | 'AUTH_PORT'
  | 'AUTH_SECRET'
  | 'AUTH_OIDC'
  | 'AUTH_KEYS'
  | 'AUTH_ISSUER'
  | 'AUTH_AUDIENCE'
  | 'AUTH_TOKEN_TYPE'
  | 'ACCOUNT_LINK'
  | 'SMTP_URL'
  | 'PAYMENT_GATEWAY'
  | 'CHARGE_SECONDS'
  | 'PAYMENT_LINK'
  | 'PUSH_SERVICE'
  | 'PUSH_SECONDS'
  | 'BIKE_SERVICE'
  | 'BIKE_SECONDS'
  | 'STORE_PICKUP'
  | 'PICKUP_SECONDS'
  | 'OBJECT_STORAGE'
  | 'DORSAL_PLUGINS'
  | 'BI_HOST'
  | 'TOKEN_SUFFIX'
  | 'TRUST_PROXY'
  | 'LOG_LEVEL'
  | 'SENTRY_DSN'
  | 'SENTRY_ENVIRONMENT'
  | 'SESSION_IDLE_SECONDS'
  | 'SESSION_MAX_SECONDS'
  | 'SESSION_POLL_SECONDS'
  | 'SESSION_POLL_OFFLINE'
  | 'COOKIE_SUFFIX'
  | 'LEFTOVER_COOKIES'
  | 'NODE_ENV'
  | 'UPLOAD_FILE_MAX_BYTES'
  | 'UPLOAD_MAX_BYTES'
  | 'SEARCH_HOST'
  | 'SEARCH_APP_ID'
  | 'SEARCH_KEY'
  | 'EXPIRE_SECONDS'
  | 'DEMO'
  | 'DEMO_INSCRIPTIONS';

/** A variable of the environment has a value that the server cannot use. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly variable: VariableName,
    readonly value: string,
    readonly takes: string,
  ) {
    super(`${variable} is ${value ? `"${value}"` : 'absent'}; it takes ${takes}.`);
  }
}

/** The same list as a table for README. */
export const variableTable = (): string =>
  [
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...variables.map(
      ({ name, fallback, otherwise, meaning }) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : otherwise} | ${meaning} |`,
    ),
  ].join('\n');
