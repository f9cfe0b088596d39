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
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address that the server listens on; `0.0.0.0` for every network', takes: 'an IP address or a host name' },
  { name: 'PORT', fallback: '3000', meaning: 'Port that the server listens on; 0 picks a free one', takes: 'a whole number from 0 to 65535' },
  { name: 'DATA_DIR', fallback: './data', meaning: 'Folder of the embedded database and of the generated secret', takes: 'a path that this process may write' },
  { name: 'DATABASE_URL', otherwise: 'the embedded database', meaning: 'PostgreSQL 15 or newer', takes: 'postgres://user:password@host:port/database', isSecret: true },
  { name: 'DATABASE_POOL', fallback: '10', meaning: 'Connections that one process opens to PostgreSQL', takes: 'a whole number from 1 to 200' },
  { name: 'PUBLIC_ORIGIN', otherwise: '`http://HOST:PORT`', meaning: 'Address under which browsers reach the server', takes: 'an origin such as https://dorsal.example.com, without a path' },
  { name: 'APP_ORIGINS', otherwise: '`PUBLIC_ORIGIN` only', meaning: 'Other origins whose pages may call the server', takes: 'origins separated by commas, each such as https://app.example.com' },
  { name: 'AUTH_SECRET', otherwise: 'generated and kept in `DATA_DIR`; obligatory in production with PostgreSQL', meaning: 'Root of every key: cookies, tokens, passwords', takes: 'at least 32 characters of random text', isSecret: true },
  { name: 'TOKEN_SUFFIX', fallback: '.dorsal', meaning: 'Text that clients append to the access token', takes: '1 to 64 letters, digits, dots, hyphens, underscores or tildes' },
  { name: 'TRUST_PROXY', fallback: 'false', meaning: 'Proxies whose forwarded headers are believed', takes: 'true, false, a number of proxies, or addresses separated by commas' },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: 'Least severity that is logged', takes: 'fatal, error, warn, info, debug, trace or silent' },
  { name: 'SENTRY_DSN', otherwise: 'nothing is sent', meaning: 'Where browsers report errors', takes: 'the address of a Sentry project' },
  { name: 'SENTRY_ENVIRONMENT', otherwise: '`NODE_ENV`', meaning: 'Name of this installation in error reports', takes: 'any text' },
  { name: 'NODE_ENV', fallback: 'development', meaning: '`production` refuses demo accounts and asks for a secret', takes: 'production, development or test' },
  { name: 'UPLOAD_MAX_BYTES', fallback: '2097152', meaning: 'Largest file that people may upload', takes: 'a whole number from 1024 to 104857600' },
  { name: 'SEARCH_HOST', otherwise: 'this server', meaning: 'Where the search client sends its queries', takes: 'an origin such as https://search.example.com' },
  { name: 'SEARCH_APP_ID', fallback: 'dorsal', meaning: 'Public application id of the search client', takes: '1 to 64 letters and digits' },
  { name: 'SEARCH_KEY', fallback: 'public', meaning: 'Public key of the search client', takes: '1 to 128 letters, digits, hyphens or underscores' },
  { name: 'DEMO', fallback: 'auto', meaning: 'Demo data: `auto` fills an empty embedded database outside production', takes: 'auto, on or off' },
  { name: 'DEMO_INSCRIPTIONS', fallback: '60000', meaning: 'Inscriptions that the demo data has', takes: 'a whole number from 1000 to 1000000' },
] as const satisfies readonly Variable[] as readonly (Variable & { readonly name: VariableName })[];

export type VariableName =
  | 'HOST' | 'PORT' | 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_POOL' | 'PUBLIC_ORIGIN' | 'APP_ORIGINS' | 'AUTH_SECRET' | 'TOKEN_SUFFIX' | 'TRUST_PROXY' | 'LOG_LEVEL'
  | 'SENTRY_DSN' | 'SENTRY_ENVIRONMENT' | 'NODE_ENV' | 'UPLOAD_MAX_BYTES' | 'SEARCH_HOST' | 'SEARCH_APP_ID' | 'SEARCH_KEY' | 'DEMO' | 'DEMO_INSCRIPTIONS';

/** A variable of the environment has a value that the server cannot use. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly variable: VariableName, readonly value: string, readonly takes: string) {
    super(`${variable} is ${value ? `"${value}"` : 'absent'}; it takes ${takes}.`);
  }
}

/** The same list as a table for README. */
export const variableTable = (): string =>
  ['| Variable | Default | Meaning |', '|---|---|---|', ...variables.map(({ name, fallback, otherwise, meaning }) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : otherwise} | ${meaning} |`)].join('\n');
