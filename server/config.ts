import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, variables, type VariableName } from './configVariables';

export { ConfigError, variables, variableTable } from './configVariables';

/** Everything that the surroundings decide, read once at start. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  /** Address under which browsers reach this server, without a path. */
  readonly publicOrigin: string;
  readonly appOrigins: readonly string[];
  readonly authSecret: string;
  readonly tokenSuffix: string;
  readonly trustProxy: boolean | number | string;
  readonly logLevel: string;
  readonly sentryDsn: string | undefined;
  readonly sentryEnvironment: string;
  readonly uploadMaxBytes: number;
  readonly searchHost: string | undefined;
  readonly searchAppId: string;
  readonly searchKey: string;
  readonly demo: 'auto' | 'on' | 'off';
  readonly demoInscriptions: number;
}

type Raw = { readonly [K in VariableName]: string | undefined };

const read = (env: NodeJS.ProcessEnv): Raw =>
  Object.fromEntries(variables.map(({ name, fallback }) => {
    const value = env[name]?.trim();
    return [name, value ? value : fallback];
  })) as unknown as Raw;

/** Checks one variable; the error repeats no secret. */
const checked = <T>(raw: Raw, name: VariableName, shape: z.ZodType<T>): T => {
  const result = shape.safeParse(raw[name]);
  if (result.success) return result.data;
  const { takes, isSecret } = variables.find((each) => each.name === name)!;
  throw new ConfigError(name, isSecret ? '(hidden)' : (raw[name] ?? ''), takes);
};

const whole = (min: number, max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
const isOrigin = (value: string): boolean => {
  try {
    const url = new URL(value);
    return /^https?:$/.test(url.protocol) && url.origin === value;
  } catch {
    return false;
  }
};
const origin = z.string().refine(isOrigin);
const origins = z.string().transform((value) => value.split(',').map((each) => each.trim()).filter(Boolean)).pipe(z.array(origin));
const proxy = z.string().transform((value) => (value === 'true' ? true : value === 'false' ? false : /^\d+$/.test(value) ? Number(value) : value))
  .pipe(z.union([z.boolean(), z.int().max(20), z.string().regex(/^[\da-f.:/, ]+$/i)]));
const secretLength = 32, largestUpload = 100 * 1024 * 1024, highestPort = 65_535, largestPool = 200, leastDemo = 1000, mostDemo = 1_000_000;
const secret = z.string().min(secretLength);

/** The secret that this data folder made for itself: written once, whole, and readable by its owner only. */
const keptSecret = (dataDir: string): string => {
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(secretLength).toString('base64url'), { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
};

const secretOf = (raw: Raw, production: boolean, dataDir: string): string => {
  if (raw.AUTH_SECRET) return checked(raw, 'AUTH_SECRET', secret);
  const url = raw.DATABASE_URL;
  if (!url) return keptSecret(dataDir);
  if (production) throw new ConfigError('AUTH_SECRET', '', `${variables.find(({ name }) => name === 'AUTH_SECRET')!.takes}, the same in every process`);
  return createHash('sha256').update(`development:${url}`).digest('base64url');
};

/** Reads the environment; throws a `ConfigError` that names the variable, its value and what it takes. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const raw = read(env);
  const production = checked(raw, 'NODE_ENV', z.enum(['production', 'development', 'test'])) === 'production';
  const host = checked(raw, 'HOST', z.string().regex(/^[\w.:-]+$/));
  const port = checked(raw, 'PORT', whole(0, highestPort));
  const dataDir = checked(raw, 'DATA_DIR', z.string().min(1));
  const databaseUrl = checked(raw, 'DATABASE_URL', z.string().regex(/^postgres(ql)?:\/\/\S+$/).optional());
  const reached = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const publicOrigin = checked(raw, 'PUBLIC_ORIGIN', origin.optional()) ?? `http://${reached}:${port}`;
  return {
    production, host, port, dataDir, databaseUrl, publicOrigin,
    databasePool: checked(raw, 'DATABASE_POOL', whole(1, largestPool)),
    appOrigins: [...new Set([publicOrigin, ...checked(raw, 'APP_ORIGINS', origins.optional()) ?? []])],
    authSecret: secretOf(raw, production, dataDir),
    tokenSuffix: checked(raw, 'TOKEN_SUFFIX', z.string().regex(/^[\w.~-]{1,64}$/)),
    trustProxy: checked(raw, 'TRUST_PROXY', proxy),
    logLevel: checked(raw, 'LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
    sentryDsn: checked(raw, 'SENTRY_DSN', z.url().optional()),
    sentryEnvironment: raw.SENTRY_ENVIRONMENT ?? (production ? 'production' : 'development'),
    uploadMaxBytes: checked(raw, 'UPLOAD_MAX_BYTES', whole(1024, largestUpload)),
    searchHost: checked(raw, 'SEARCH_HOST', origin.optional()),
    searchAppId: checked(raw, 'SEARCH_APP_ID', z.string().regex(/^\w{1,64}$/)),
    searchKey: checked(raw, 'SEARCH_KEY', z.string().regex(/^[\w-]{1,128}$/)),
    demo: checked(raw, 'DEMO', z.enum(['auto', 'on', 'off'])),
    demoInscriptions: checked(raw, 'DEMO_INSCRIPTIONS', whole(leastDemo, mostDemo)),
  };
};
