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

/** Everything that the surroundings decide, read once at start. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  readonly databasePooling: Pooling;
  /** The database without its pooler, for what outlasts a transaction; the database itself when there is none. */
  readonly databaseDirectUrl: string | undefined;
  /** A streaming replica of the database, for what only looks. */
  readonly databaseReadUrl: string | undefined;
  /** Free bytes under the data folder below which the embedded database takes no more writes. */
  readonly diskReserveBytes: number;
  /** How long a process that is asked to end goes on serving, while balancers find out. */
  readonly drainSeconds: number;
  /** Port on which Prometheus reads how this process is; absent is none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Where traces are sent; absent is nowhere. */
  readonly tracesTo: string | undefined;
  readonly traceName: string;
  /** Address under which browsers reach this server, without a path. */
  readonly publicOrigin: string;
  readonly appOrigins: readonly string[];
  readonly serve: 'all' | 'app' | 'auth';
  /** Address under which browsers reach the authentication site; that of the product unless it has one of its own. */
  readonly authOrigin: string;
  readonly authPort: number | undefined;
  readonly authSecret: string;
  readonly authOidc: CompanyProvider | undefined;
  /** Address of the public keys of another company's site, whose tokens are accepted instead of our own. */
  readonly authKeys: string | undefined;
  /** What the tokens of that site say of themselves, where it is not what ours would. */
  readonly authClaims: TokenClaims;
  /** Page where people see to their own account; empty where another company's site has none. */
  readonly accountLink: string;
  readonly smtpUrl: string | undefined;
  /** Address of the payment gateway, with its key and the secret of its reports. */
  readonly paymentGateway: string | undefined;
  /** Pause between two looks for charges to be opened; 0 is never. */
  readonly chargeSeconds: number;
  /** Address where athletes pay a registration, with `{folio}` in it; absent is none. */
  readonly paymentLink: string | undefined;
  /** Address of the push service, with its key; absent is none. */
  readonly pushService: string | undefined;
  /** Pause between two looks for push messages to be sent; 0 is never. */
  readonly pushSeconds: number;
  /** Address of the service that keeps the orders of bike transport, with its key; absent is none. */
  readonly bikeService: string | undefined;
  /** Pause between two looks for changed orders; 0 is only when somebody asks. */
  readonly bikeSeconds: number;
  /** Address of the service of the stores where kits are fetched, with its key; absent is none. */
  readonly storePickup: string | undefined;
  readonly pickupSeconds: number;
  /** Address of the bucket that takes files, with its key and secret; absent is the database. */
  readonly objectStorage: string | undefined;
  /** Folders of plugins. */
  readonly plugins: readonly string[];
  /** Address of the host of dashboards, with the id and secret of its key; absent is this server. */
  readonly biHost: string | undefined;
  readonly tokenSuffix: string;
  readonly trustProxy: boolean | number | string;
  readonly logLevel: string;
  readonly sentryDsn: string | undefined;
  readonly sentryEnvironment: string;
  /** How long a session lasts without activity, and at most. */
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

/** In production an address without TLS, and the word of every proxy, are refused: both let others take part in sign-ins. */
const refuseUnsafe = (raw: Raw, { appOrigins, authOrigin, authKeys, authOidc, accountLink, publicOrigin, trustProxy }: Config): void => {
  const refuse = (name: VariableName, value: string): never => {
    throw new ConfigError(name, value, `${takesOf(name)}; in production over https, or http on this machine alone`);
  };
  if (!isSafeAddress(publicOrigin)) refuse('PUBLIC_ORIGIN', raw.PUBLIC_ORIGIN ?? '');
  if (!appOrigins.every(isSafeAddress)) refuse('APP_ORIGINS', raw.APP_ORIGINS ?? '');
  if (!isSafeAddress(authOrigin)) refuse('AUTH_ORIGIN', raw.AUTH_ORIGIN ?? '');
  if (authKeys !== undefined && !isSafeAddress(authKeys)) refuse('AUTH_KEYS', authKeys);
  if (authOidc !== undefined && !isSafeAddress(authOidc.issuer)) refuse('AUTH_OIDC', '(hidden)');
  if (raw.ACCOUNT_LINK !== undefined && accountLink !== '' && !isSafeAddress(accountLink)) refuse('ACCOUNT_LINK', accountLink);
  if (trustProxy === true)
    throw new ConfigError(
      'TRUST_PROXY',
      'true',
      'in production the number of proxies in front or their addresses, since anybody may send the headers that true believes',
    );
};

/** Whether the letters of a demonstration may be shown without signing in: to nobody but this machine. */
export const showsLetters = ({ authOrigin, host, publicOrigin }: Pick<Config, 'authOrigin' | 'host' | 'publicOrigin'>): boolean =>
  isLoopback(host) && [authOrigin, publicOrigin].every((each) => each.startsWith('http:') && isLoopback(new URL(each).hostname));

/** Reads the environment; throws a `ConfigError` that names the variable, its value and what it takes. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const raw = readVariables(env);
  const production = checked(raw, 'NODE_ENV', z.enum(['production', 'development', 'test'])) === 'production';
  const host = checked(raw, 'HOST', z.string().regex(/^[\w.:-]+$/));
  const port = checked(raw, 'PORT', whole(0, highestPort));
  const dataDir = checked(raw, 'DATA_DIR', z.string().min(1));
  const databaseUrl = checked(
    raw,
    'DATABASE_URL',
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/)
      .optional(),
  );
  const directUrl = checked(
    raw,
    'DATABASE_DIRECT_URL',
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/)
      .refine(() => databaseUrl !== undefined)
      .optional(),
  );
  if (raw.DATABASE_POOLING === 'transaction' && directUrl === undefined)
    throw new ConfigError('DATABASE_DIRECT_URL', '', `${takesOf('DATABASE_DIRECT_URL')}, since DATABASE_POOLING is transaction`);
  const reached = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const publicOrigin = checked(raw, 'PUBLIC_ORIGIN', origin.optional()) ?? `http://${reached}:${port}`;
  const authPort = checked(raw, 'AUTH_PORT', whole(1, highestPort).optional());
  const authOrigin =
    checked(raw, 'AUTH_ORIGIN', origin.optional()) ?? (authPort === undefined ? publicOrigin : `http://${reached}:${authPort}`);
  const authKeys = checked(
    raw,
    'AUTH_KEYS',
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && raw.SERVE === 'app' && raw.AUTH_ORIGIN !== undefined,
      )
      .optional(),
  );
  const ofKeys = (name: VariableName) =>
    checked(
      raw,
      name,
      z
        .string()
        .regex(/^\S{1,200}$/)
        .refine(() => authKeys !== undefined)
        .optional(),
    );
  const config: Config = {
    production,
    host,
    port,
    dataDir,
    databaseUrl,
    publicOrigin,
    databasePool: checked(raw, 'DATABASE_POOL', whole(1, largestPool)),
    databasePooling: checked(raw, 'DATABASE_POOLING', z.enum(['session', 'transaction'])),
    databaseDirectUrl: directUrl ?? databaseUrl,
    databaseReadUrl: checked(
      raw,
      'DATABASE_READ_URL',
      z
        .string()
        .regex(/^postgres(ql)?:\/\/\S+$/)
        .refine(() => databaseUrl !== undefined)
        .optional(),
    ),
    diskReserveBytes: checked(raw, 'DISK_RESERVE_BYTES', whole(0, largestReserve)),
    drainSeconds: checked(raw, 'DRAIN_SECONDS', whole(0, longestDrain).optional()) ?? (production ? usualDrain : 0),
    metricsPort: checked(raw, 'METRICS_PORT', whole(1, highestPort).optional()),
    metricsHost: checked(raw, 'METRICS_HOST', z.string().regex(/^[\w.:-]+$/)),
    tracesTo: checked(
      raw,
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      z
        .string()
        .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
        .optional(),
    )?.replace(/\/+$/, ''),
    traceName: raw.OTEL_SERVICE_NAME ?? 'dorsal',
    appOrigins: [...new Set([publicOrigin, ...(checked(raw, 'APP_ORIGINS', origins.optional()) ?? [])])],
    serve: checked(raw, 'SERVE', z.enum(['all', 'app', 'auth'])),
    authOrigin,
    authPort,
    authOidc: checked(raw, 'AUTH_OIDC', oidc.optional()),
    authKeys,
    authClaims: { issuer: ofKeys('AUTH_ISSUER'), audience: ofKeys('AUTH_AUDIENCE'), type: ofKeys('AUTH_TOKEN_TYPE') },
    accountLink:
      checked(
        raw,
        'ACCOUNT_LINK',
        z
          .string()
          .refine((value) => value === 'none' || (/^https?:\/\//.test(value) && URL.canParse(value)))
          .optional(),
      )?.replace(/^none$/, '') ?? (authKeys === undefined ? `${authOrigin === publicOrigin ? '' : authOrigin}/api/auth/account` : ''),
    paymentGateway: checked(raw, 'PAYMENT_GATEWAY', z.string().refine(hasSigningKey).optional()),
    chargeSeconds: checked(raw, 'CHARGE_SECONDS', whole(0, longestPause)),
    paymentLink: checked(raw, 'PAYMENT_LINK', z.string().refine(isFolioLink).optional()),
    pushService: checked(raw, 'PUSH_SERVICE', z.string().refine(isPushService).optional()),
    pushSeconds: checked(raw, 'PUSH_SECONDS', whole(0, longestPause)),
    bikeService: checked(raw, 'BIKE_SERVICE', z.string().refine(isKeyedService).optional()),
    bikeSeconds: checked(raw, 'BIKE_SECONDS', whole(0, longestPause)),
    storePickup: checked(raw, 'STORE_PICKUP', z.string().refine(isKeyedService).optional()),
    pickupSeconds: checked(raw, 'PICKUP_SECONDS', whole(0, longestPause)),
    objectStorage: checked(
      raw,
      'OBJECT_STORAGE',
      z
        .string()
        .refine((value) => isObjectStorage(value) || (raw.DORSAL_PLUGINS !== undefined && /^(?!https?:)[a-z][a-z\d+.-]*:\S+$/.test(value)))
        .optional(),
    ),
    plugins: checked(raw, 'DORSAL_PLUGINS', folders.optional()) ?? [],
    biHost: checked(
      raw,
      'BI_HOST',
      z
        .string()
        .refine((value) => hasSigningKey(value) && isApart(value, [publicOrigin, authOrigin]))
        .optional(),
    ),
    smtpUrl: checked(raw, 'SMTP_URL', smtp.optional()),
    authSecret: secretOf(raw, production, dataDir),
    tokenSuffix: checked(raw, 'TOKEN_SUFFIX', z.string().regex(/^[\w.~-]{1,64}$/)),
    trustProxy: checked(raw, 'TRUST_PROXY', proxy),
    logLevel: checked(raw, 'LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
    sentryDsn: checked(raw, 'SENTRY_DSN', z.url().optional()),
    sentryEnvironment: raw.SENTRY_ENVIRONMENT ?? (production ? 'production' : 'development'),
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
    uploadMaxBytes: checked(raw, 'UPLOAD_MAX_BYTES', whole(1024, largestUpload)),
    uploadFileMaxBytes: checked(raw, 'UPLOAD_FILE_MAX_BYTES', whole(1024, largestUpload)),
    searchHost: checked(raw, 'SEARCH_HOST', origin.optional()),
    searchAppId: checked(raw, 'SEARCH_APP_ID', z.string().regex(/^\w{1,64}$/)),
    searchKey: checked(raw, 'SEARCH_KEY', z.string().regex(/^[\w-]{1,128}$/)),
    expireSeconds: checked(raw, 'EXPIRE_SECONDS', whole(0, longestPause)),
    demo: checked(
      raw,
      'DEMO',
      z.enum(['auto', 'on', 'off']).refine((value) => value !== 'on' || !production),
    ),
    demoInscriptions: checked(raw, 'DEMO_INSCRIPTIONS', whole(leastDemo, mostDemo)),
  };
  if (production) refuseUnsafe(raw, config);
  return config;
};
