import { z } from 'zod';
import type { TokenClaims } from './auth/tokens';
import type { CompanyProvider } from './auth/companySignIn';
import { secretOf } from './authSecret';
import {
  cookieNames,
  folders,
  hasSigningKey,
  isApart,
  isFolioLink,
  isKeyedService,
  isLoopback,
  isObjectStorage,
  isPushService,
  isSafeAddress,
  meansEverybody,
  oidc,
  origin,
  origins,
  proxy,
  smtp,
  whole,
} from './configShapes';
import { ConfigError, type VariableName } from './configVariables';
import type { Pooling } from './database/openDatabase';
import { checked, readVariables, takesOf, type Raw } from './readVariables';

export { ConfigError, variables, variableTable } from './configVariables';

/** The configuration from the environment, read once at the start. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  readonly databasePooling: Pooling;
  /** The database without its pooler, for work that outlasts a transaction; the database itself when there is no pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** A streaming replica of the database, for reads. */
  readonly databaseReadUrl: string | undefined;
  /** Free bytes under the data folder below which the embedded database refuses writes. */
  readonly diskReserveBytes: number;
  /** How long a stopping process keeps serving, so that load balancers notice. */
  readonly drainSeconds: number;
  /** The port of the metrics for Prometheus; none when absent. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Where traces are sent; nowhere when absent. */
  readonly tracesTo: string | undefined;
  readonly traceName: string;
  /** Address under which browsers reach this server, without a path. */
  readonly publicOrigin: string;
  readonly appOrigins: readonly string[];
  readonly serve: 'all' | 'app' | 'auth';
  /** Address under which browsers reach the authentication site; that of the product unless it is separate. */
  readonly authOrigin: string;
  readonly authPort: number | undefined;
  readonly authSecret: string;
  readonly authOidc: CompanyProvider | undefined;
  /** Address of the public keys of another company's site, whose tokens are accepted instead of our own. */
  readonly authKeys: string | undefined;
  /** The claims of the tokens of that site, if they differ from ours. */
  readonly authClaims: TokenClaims;
  /** The page where people manage their account; empty when the site of another company has none. */
  readonly accountLink: string;
  readonly smtpUrl: string | undefined;
  /** Address of the payment gateway, with its key and the secret of its reports. */
  readonly paymentGateway: string | undefined;
  /** Pause between two checks for charges to open; 0 is never. */
  readonly chargeSeconds: number;
  /** Address where athletes pay a registration, with `{folio}` in it; none when absent. */
  readonly paymentLink: string | undefined;
  /** Address of the push service, with its key; none when absent. */
  readonly pushService: string | undefined;
  /** Pause between two checks for push messages to send; 0 is never. */
  readonly pushSeconds: number;
  /** Address of the service for orders of bike transport, with its key; none when absent. */
  readonly bikeService: string | undefined;
  /** Pause between two checks for changed orders; 0 is only on request. */
  readonly bikeSeconds: number;
  /** Address of the service of the stores where kits are picked up, with its key; none when absent. */
  readonly storePickup: string | undefined;
  readonly pickupSeconds: number;
  /** Address of the bucket for files, with its key and secret; the database when absent. */
  readonly objectStorage: string | undefined;
  /** Folders of plugins. */
  readonly plugins: readonly string[];
  /** Address of the host of dashboards, with the id and secret of its key; this server when absent. */
  readonly biHost: string | undefined;
  readonly tokenSuffix: string;
  readonly trustProxy: boolean | number | string;
  readonly logLevel: string;
  readonly sentryDsn: string | undefined;
  readonly sentryEnvironment: string;
  /** How long a session lasts without activity, and in any case. */
  readonly sessionIdleSeconds: number;
  readonly sessionMaxSeconds: number;
  /** Seconds between two reads of the session by a page; 0 is never. */
  readonly sessionPollSeconds: number;
  readonly sessionPollOffline: boolean;
  /** Text at the end of the names of our cookies. */
  readonly cookieSuffix: string;
  /** Cookies of an older sign-in scheme that pages remove. */
  readonly leftoverCookies: readonly string[];
  readonly uploadMaxBytes: number;
  readonly uploadFileMaxBytes: number;
  readonly searchHost: string | undefined;
  readonly searchAppId: string;
  readonly searchKey: string;
  /** Pause between two sweeps of expired holds; 0 is never. */
  readonly expireSeconds: number;
  readonly demo: 'auto' | 'on' | 'off';
  readonly demoInscriptions: number;
}

const largestUpload = 100 * 1024 * 1024,
  highestPort = 65_535,
  largestPool = 200,
  longestPause = 86_400,
  largestReserve = 1024 ** 4,
  longestDrain = 600,
  usualDrain = 5,
  longestSession = 2_592_000,
  leastDemo = 1000,
  mostDemo = 1_000_000;

/** Outside addresses in the configuration, each as it was given and as it is used. */
const outsideAddresses = (
  raw: Raw,
  config: Config,
): readonly (readonly [name: VariableName, given: string | undefined, used: string])[] => [
  ['PUBLIC_ORIGIN', raw.PUBLIC_ORIGIN, config.publicOrigin],
  ...config.appOrigins.map((each) => ['APP_ORIGINS', raw.APP_ORIGINS, each] as const),
  ['AUTH_ORIGIN', raw.AUTH_ORIGIN, config.authOrigin],
  ['AUTH_KEYS', raw.AUTH_KEYS, config.authKeys ?? ''],
  ['AUTH_OIDC', '(hidden)', config.authOidc?.issuer ?? ''],
  ['ACCOUNT_LINK', raw.ACCOUNT_LINK, raw.ACCOUNT_LINK === undefined ? '' : config.accountLink],
  ['PAYMENT_LINK', raw.PAYMENT_LINK, config.paymentLink ?? ''],
  ['SEARCH_HOST', raw.SEARCH_HOST, config.searchHost ?? ''],
  ['SENTRY_DSN', raw.SENTRY_DSN, config.sentryDsn ?? ''],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', raw.OTEL_EXPORTER_OTLP_ENDPOINT, config.tracesTo ?? ''],
  ['OBJECT_STORAGE', '(hidden)', config.objectStorage?.startsWith('http:') ? config.objectStorage : ''], // plugins add schemes of their own
];

/** In production an address without TLS, and trust in every proxy, are refused: both let others read requests or sign in. */
const refuseUnsafe = (raw: Raw, config: Config): void => {
  for (const [name, given = '', used] of outsideAddresses(raw, config))
    if (used !== '' && !isSafeAddress(used))
      throw new ConfigError(name, given, `${takesOf(name)}; in production over https, or http on this machine alone`);
  const { trustProxy } = config;
  if (trustProxy === true || (typeof trustProxy === 'string' && meansEverybody(trustProxy)))
    throw new ConfigError(
      'TRUST_PROXY',
      String(trustProxy),
      'in production the number of proxies in front or their addresses, since anybody may send the headers that true and networks of everybody believe',
    );
};

/** Whether the letters of a demonstration may be shown without signing in: only when nobody but this machine reaches the server. */
export const showsLetters = ({ authOrigin, host, publicOrigin }: Pick<Config, 'authOrigin' | 'host' | 'publicOrigin'>): boolean =>
  isLoopback(host) && [authOrigin, publicOrigin].every((each) => each.startsWith('http:') && isLoopback(new URL(each).hostname));

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\/\S+$/);
const hostName = z.string().regex(/^[\w.:-]+$/);
const isHttp = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** The configuration of the address of this process. */
const readAddresses = (raw: Raw) => {
  const address = checked(raw, 'HOST', hostName),
    port = checked(raw, 'PORT', whole(0, highestPort)),
    authPort = checked(raw, 'AUTH_PORT', whole(1, highestPort).optional());
  const reached = address === '0.0.0.0' || address === '::' ? 'localhost' : address.includes(':') ? `[${address}]` : address;
  const publicOrigin = checked(raw, 'PUBLIC_ORIGIN', origin.optional()) ?? `http://${reached}:${port}`;
  return {
    host: address,
    port,
    authPort,
    publicOrigin,
    appOrigins: [...new Set([publicOrigin, ...(checked(raw, 'APP_ORIGINS', origins.optional()) ?? [])])],
    authOrigin: checked(raw, 'AUTH_ORIGIN', origin.optional()) ?? (authPort === undefined ? publicOrigin : `http://${reached}:${authPort}`),
    serve: checked(raw, 'SERVE', z.enum(['all', 'app', 'auth'])),
    trustProxy: checked(raw, 'TRUST_PROXY', proxy),
  };
};
type Addresses = ReturnType<typeof readAddresses>;

const readDatabase = (raw: Raw) => {
  const databaseUrl = checked(raw, 'DATABASE_URL', postgresUrl.optional());
  const onlyWithUrl = postgresUrl.refine(() => databaseUrl !== undefined).optional();
  const directUrl = checked(raw, 'DATABASE_DIRECT_URL', onlyWithUrl);
  if (raw.DATABASE_POOLING === 'transaction' && directUrl === undefined)
    throw new ConfigError('DATABASE_DIRECT_URL', '', `${takesOf('DATABASE_DIRECT_URL')}, since DATABASE_POOLING is transaction`);
  return {
    dataDir: checked(raw, 'DATA_DIR', z.string().min(1)),
    databaseUrl,
    databasePool: checked(raw, 'DATABASE_POOL', whole(1, largestPool)),
    databasePooling: checked(raw, 'DATABASE_POOLING', z.enum(['session', 'transaction'])),
    databaseDirectUrl: directUrl ?? databaseUrl,
    databaseReadUrl: checked(raw, 'DATABASE_READ_URL', onlyWithUrl),
    diskReserveBytes: checked(raw, 'DISK_RESERVE_BYTES', whole(0, largestReserve)),
  };
};

/** How people sign in, and who signs their tokens. */
const readSignIn = (raw: Raw, { authOrigin, publicOrigin }: Addresses) => {
  const keysUrl = z.string().refine((value) => isHttp(value) && raw.SERVE === 'app' && raw.AUTH_ORIGIN !== undefined);
  const authKeys = checked(raw, 'AUTH_KEYS', keysUrl.optional());
  const claim = z
    .string()
    .regex(/^\S{1,200}$/)
    .refine(() => authKeys !== undefined)
    .optional();
  const page = z.string().refine((value) => value === 'none' || (/^https?:\/\//.test(value) && URL.canParse(value)));
  const ownPage = authKeys === undefined ? `${authOrigin === publicOrigin ? '' : authOrigin}/api/auth/account` : '';
  return {
    authOidc: checked(raw, 'AUTH_OIDC', oidc.optional()),
    authKeys,
    authClaims: {
      issuer: checked(raw, 'AUTH_ISSUER', claim),
      audience: checked(raw, 'AUTH_AUDIENCE', claim),
      type: checked(raw, 'AUTH_TOKEN_TYPE', claim),
    },
    accountLink: checked(raw, 'ACCOUNT_LINK', page.optional())?.replace(/^none$/, '') ?? ownPage,
    tokenSuffix: checked(raw, 'TOKEN_SUFFIX', z.string().regex(/^[\w.~-]{1,64}$/)),
    sessionIdleSeconds: checked(raw, 'SESSION_IDLE_SECONDS', whole(1, longestSession)),
    sessionMaxSeconds: checked(raw, 'SESSION_MAX_SECONDS', whole(1, longestSession)),
    sessionPollSeconds: checked(raw, 'SESSION_POLL_SECONDS', whole(0, longestPause)),
    sessionPollOffline: checked(raw, 'SESSION_POLL_OFFLINE', z.enum(['true', 'false'])) === 'true',
    cookieSuffix:
      checked(
        raw,
        'COOKIE_SUFFIX',
        z
          .string()
          .regex(/^[\w.-]{1,32}$/)
          .optional(),
      ) ?? '',
    leftoverCookies: checked(raw, 'LEFTOVER_COOKIES', cookieNames.optional()) ?? [],
  };
};

/** The outside systems of the adapters. */
const readServices = (raw: Raw, { authOrigin, publicOrigin }: Addresses) => {
  const storage = z
    .string()
    .refine((value) => isObjectStorage(value) || (raw.DORSAL_PLUGINS !== undefined && /^(?!https?:)[a-z][a-z\d+.-]*:\S+$/.test(value)));
  const dashboards = z.string().refine((value) => hasSigningKey(value) && isApart(value, [publicOrigin, authOrigin]));
  return {
    paymentGateway: checked(raw, 'PAYMENT_GATEWAY', z.string().refine(hasSigningKey).optional()),
    chargeSeconds: checked(raw, 'CHARGE_SECONDS', whole(0, longestPause)),
    paymentLink: checked(raw, 'PAYMENT_LINK', z.string().refine(isFolioLink).optional()),
    pushService: checked(raw, 'PUSH_SERVICE', z.string().refine(isPushService).optional()),
    pushSeconds: checked(raw, 'PUSH_SECONDS', whole(0, longestPause)),
    bikeService: checked(raw, 'BIKE_SERVICE', z.string().refine(isKeyedService).optional()),
    bikeSeconds: checked(raw, 'BIKE_SECONDS', whole(0, longestPause)),
    storePickup: checked(raw, 'STORE_PICKUP', z.string().refine(isKeyedService).optional()),
    pickupSeconds: checked(raw, 'PICKUP_SECONDS', whole(0, longestPause)),
    objectStorage: checked(raw, 'OBJECT_STORAGE', storage.optional()),
    biHost: checked(raw, 'BI_HOST', dashboards.optional()),
    smtpUrl: checked(raw, 'SMTP_URL', smtp.optional()),
    searchHost: checked(raw, 'SEARCH_HOST', origin.optional()),
    searchAppId: checked(raw, 'SEARCH_APP_ID', z.string().regex(/^\w{1,64}$/)),
    searchKey: checked(raw, 'SEARCH_KEY', z.string().regex(/^[\w-]{1,128}$/)),
  };
};

/** How the process is monitored. */
const readMonitoring = (raw: Raw, production: boolean) => ({
  metricsPort: checked(raw, 'METRICS_PORT', whole(1, highestPort).optional()),
  metricsHost: checked(raw, 'METRICS_HOST', hostName),
  tracesTo: checked(raw, 'OTEL_EXPORTER_OTLP_ENDPOINT', z.string().refine(isHttp).optional())?.replace(/\/+$/, ''),
  traceName: raw.OTEL_SERVICE_NAME ?? 'dorsal',
  logLevel: checked(raw, 'LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  sentryDsn: checked(raw, 'SENTRY_DSN', z.url().optional()),
  sentryEnvironment: raw.SENTRY_ENVIRONMENT ?? (production ? 'production' : 'development'),
});

/** Reads the environment. Throws a `ConfigError` that names the variable, its value and what it accepts. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const raw = readVariables(env);
  const production = checked(raw, 'NODE_ENV', z.enum(['production', 'development', 'test'])) === 'production';
  const addresses = readAddresses(raw),
    database = readDatabase(raw);
  const demo = z.enum(['auto', 'on', 'off']).refine((value) => value !== 'on' || !production);
  const config: Config = {
    production,
    ...addresses,
    ...database,
    ...readSignIn(raw, addresses),
    ...readServices(raw, addresses),
    ...readMonitoring(raw, production),
    authSecret: secretOf(raw, production, database.dataDir),
    plugins: checked(raw, 'DORSAL_PLUGINS', folders.optional()) ?? [],
    drainSeconds: checked(raw, 'DRAIN_SECONDS', whole(0, longestDrain).optional()) ?? (production ? usualDrain : 0),
    uploadMaxBytes: checked(raw, 'UPLOAD_MAX_BYTES', whole(1024, largestUpload)),
    uploadFileMaxBytes: checked(raw, 'UPLOAD_FILE_MAX_BYTES', whole(1024, largestUpload)),
    expireSeconds: checked(raw, 'EXPIRE_SECONDS', whole(0, longestPause)),
    demo: checked(raw, 'DEMO', demo),
    demoInscriptions: checked(raw, 'DEMO_INSCRIPTIONS', whole(leastDemo, mostDemo)),
  };
  if (production) refuseUnsafe(raw, config);
  return config;
};
