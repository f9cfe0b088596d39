import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, readConfig, showsLetters, variables, variableTable } from '../../server/config';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env });
const secret = 'a secret of at least thirty-two characters';

describe('readConfig', () => {
  test('needs nothing, and listens on this machine only', () => {
    expect(read()).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      publicOrigin: 'http://127.0.0.1:3000',
      appOrigins: ['http://127.0.0.1:3000'],
      tokenSuffix: '.dorsal',
      trustProxy: false,
      logLevel: 'info',
      sentryDsn: undefined,
      uploadMaxBytes: 2 * 1024 * 1024,
      uploadFileMaxBytes: 20 * 1024 * 1024,
      demo: 'auto',
    });
  });

  test('takes an empty or blank value for an absent one', () => {
    expect(read({ PORT: '', LOG_LEVEL: '  ' })).toMatchObject({ port: 3000, logLevel: 'info' });
  });

  test('lets the public origin call, and those that are named', () => {
    expect(
      read({ PUBLIC_ORIGIN: 'https://dorsal.example.com', APP_ORIGINS: 'https://a.example.com, https://b.example.com' }).appOrigins,
    ).toEqual(['https://dorsal.example.com', 'https://a.example.com', 'https://b.example.com']);
  });

  test('names a reachable host when it listens everywhere', () => {
    expect(read({ HOST: '0.0.0.0', PORT: '8080' }).publicOrigin).toBe('http://localhost:8080');
    expect(read({ HOST: '::1' }).publicOrigin).toBe('http://[::1]:3000');
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_POOL', '0'],
    ['PUBLIC_ORIGIN', 'dorsal.example.com'],
    ['PUBLIC_ORIGIN', 'https://dorsal.example.com/path'],
    ['PUBLIC_ORIGIN', 'javascript:alert(1)'],
    ['APP_ORIGINS', 'https://a.example.com, *'],
    ['AUTH_SECRET', 'short'],
    ['TOKEN_SUFFIX', 'a b'],
    ['TRUST_PROXY', 'perhaps'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/255.0.255.0'],
    ['TRUST_PROXY', '::::'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '0.0.0.0/0.0.0.0'],
    ['TRUST_PROXY', '10.0.0.1, ::/0'],
    ['LOG_LEVEL', 'loud'],
    ['SENTRY_DSN', 'no'],
    ['NODE_ENV', 'staging'],
    ['UPLOAD_MAX_BYTES', '2MB'],
    ['SEARCH_HOST', 'x'],
    ['SEARCH_APP_ID', 'a b'],
    ['SEARCH_KEY', 'a b'],
    ['EXPIRE_SECONDS', 'soon'],
    ['CHARGE_SECONDS', '-1'],
    ['PUSH_SECONDS', '-1'],
    ['PAYMENT_LINK', 'www.example.com/pay/{folio}'],
    ['PAYMENT_LINK', 'https://www.example.com/pay'],
    ['PAYMENT_LINK', 'ftp://www.example.com/{folio}'],
    ['PAYMENT_LINK', 'https://{folio}.example.com/'],
    ['PAYMENT_LINK', 'https://www.example.com/pay {folio}'],
    ['PAYMENT_LINK', 'https://{folio}@www.example.com/'],
    ['PUSH_SERVICE', 'http://key@push.example.com'],
    ['PUSH_SERVICE', 'https://push.example.com'],
    ['PUSH_SERVICE', 'https://key:short@push.example.com'],
    ['PAYMENT_GATEWAY', 'http://key:a-secret-of-at-least-thirty-two-chars@pay.example.com'],
    ['PAYMENT_GATEWAY', 'https://key:short@pay.example.com'],
    ['DEMO', 'yes'],
    ['BI_HOST', 'http://key:a-secret-of-at-least-thirty-two-chars@bi.example.com'],
    ['BI_HOST', 'https://key:short@bi.example.com'],
    ['BI_HOST', 'bi.example.com'],
    ['BIKE_SERVICE', 'http://key@bikes.example.com'],
    ['BIKE_SERVICE', 'https://bikes.example.com'],
    ['BIKE_SECONDS', '-1'],
    ['STORE_PICKUP', 'stores'],
    ['PICKUP_SECONDS', 'x'],
    ['OBJECT_STORAGE', 'files'],
    ['OBJECT_STORAGE', 'ftp://key:secret@s3.example.com/bucket'],
    ['OBJECT_STORAGE', 'https://s3.example.com/bucket'],
    ['OBJECT_STORAGE', 'https://key@s3.example.com/bucket'],
    ['OBJECT_STORAGE', 'https://key:secret@s3.example.com'],
    ['OBJECT_STORAGE', 'https://key:secret@s3.example.com/B'],
    ['OBJECT_STORAGE', 'https://key:secret@s3.example.com/bucket?regoin=us-east-1'],
  ])('refuses %s=%s, naming it and what it takes', (name, value) => {
    const { takes, isSecret } = variables.find((each) => each.name === name)!;
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(`${name} is "${isSecret ? '(hidden)' : value}"; it takes ${takes}.`);
  });

  test('refuses demo data in production instead of leaving it out without a word', () => {
    expect(() => read({ NODE_ENV: 'production', DEMO: 'on' })).toThrow('DEMO is "on"; it takes auto or off, and on outside production.');
    expect(read({ NODE_ENV: 'production' }).demo).toBe('auto');
    expect(read({ DEMO: 'on' }).demo).toBe('on');
  });

  test.each(['https://key:secret@s3.example.com/bucket', 'http://key:a%2Fsecret@127.0.0.1:9000/bucket/folder/?region=eu-west-1'])(
    'takes the bucket %s',
    (value) => {
      expect(read({ OBJECT_STORAGE: value }).objectStorage).toBe(value);
    },
  );

  test.each(['https://www.example.com/pay/{folio}', 'http://127.0.0.1:8080/?folio={folio}'])('takes the page to pay on %s', (value) => {
    expect(read({ PAYMENT_LINK: value }).paymentLink).toBe(value);
  });

  test.each([
    ['true', true],
    ['false', false],
    ['1', 1],
    ['10.0.0.1, 10.0.0.2', '10.0.0.1, 10.0.0.2'],
  ])('reads TRUST_PROXY=%s', (value, expected) => {
    expect(read({ TRUST_PROXY: value }).trustProxy).toBe(expected);
  });
});

describe('the database', () => {
  const databaseUrl = 'postgres://u:p@db.example.com/dorsal',
    directUrl = 'postgres://u:p@db.example.com:5433/dorsal';
  test('behind a pooler that shares connections needs its direct address, which is that of the database otherwise', () => {
    expect(() => read({ DATABASE_URL: databaseUrl, DATABASE_POOLING: 'transaction' })).toThrow(
      /^DATABASE_DIRECT_URL is absent; it takes .+, since DATABASE_POOLING is transaction\.$/,
    );
    expect(read({ DATABASE_URL: databaseUrl, DATABASE_POOLING: 'transaction', DATABASE_DIRECT_URL: directUrl })).toMatchObject({
      databasePooling: 'transaction',
      databaseDirectUrl: directUrl,
    });
    expect(read({ DATABASE_URL: databaseUrl })).toMatchObject({
      databasePooling: 'session',
      databaseDirectUrl: databaseUrl,
      databaseReadUrl: undefined,
    });
  });

  test.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('%s without DATABASE_URL is refused, and repeats no password', (name) => {
    expect(() => read({ [name]: directUrl })).toThrow(
      `${name} is "(hidden)"; it takes postgres://user:password@host:port/database, together with DATABASE_URL.`,
    );
  });
});

describe('in production', () => {
  const production = (env: Record<string, string>) => read({ NODE_ENV: 'production', ...env });
  const keys = { SERVE: 'app', AUTH_ORIGIN: 'https://accounts.example.com', AUTH_KEYS: 'http://accounts.example.com/jwks' };
  test.each<readonly [string, Record<string, string>]>([
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://dorsal.example.com' }],
    ['PUBLIC_ORIGIN', { HOST: '192.168.1.7' }],
    ['APP_ORIGINS', { APP_ORIGINS: 'https://a.example.com, http://b.example.com' }],
    ['AUTH_ORIGIN', { AUTH_ORIGIN: 'http://auth.example.com' }],
    ['AUTH_KEYS', keys],
    ['AUTH_OIDC', { AUTH_OIDC: 'http://id:word@accounts.example.com' }],
    ['ACCOUNT_LINK', { ACCOUNT_LINK: 'http://accounts.example.com/me' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1, 0.0.0.0/1, 128.0.0.0/1' }],
    ['TRUST_PROXY', { TRUST_PROXY: '128.0.0.0/192.0.0.0' }],
    ['TRUST_PROXY', { TRUST_PROXY: '2000::/3' }],
    ['TRUST_PROXY', { TRUST_PROXY: '::ffff:0.0.0.0/96' }],
    ['TRUST_PROXY', { TRUST_PROXY: '0::/8' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://127.0.0.1.example.com' }],
    ['SEARCH_HOST', { SEARCH_HOST: 'http://search.example.com' }],
    ['PAYMENT_LINK', { PAYMENT_LINK: 'http://www.example.com/pay/{folio}' }],
    ['SENTRY_DSN', { SENTRY_DSN: 'http://key@sentry.example.com/1' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
    ['OBJECT_STORAGE', { OBJECT_STORAGE: 'http://key:word-of-mine@storage.example.com:9000/bucket' }],
  ])('%s that lets others read along or take part in sign-ins is refused with a sentence that names it: %o', (name, env) => {
    expect(() => production(env)).toThrow(new RegExp(`^${name} is .+; it takes .*in production`));
    expect(() => production(env)).not.toThrow('word-of-mine');
    expect(() => read(env)).not.toThrow();
  });

  test.each(['true', '0.0.0.0/1,128.0.0.0/1', '192.0.0.0/192.0.0.0', '::ffff:0:0/96'])(
    'TRUST_PROXY=%s would let anybody say who they are, which is why it is refused',
    async (TRUST_PROXY) => {
      const app = Fastify({ trustProxy: read({ TRUST_PROXY }).trustProxy as string | boolean });
      app.get('/', (request) => request.ip);
      const asked = { url: '/', remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '198.51.100.1' } };
      expect((await app.inject(asked)).body).toBe('198.51.100.1');
      await app.close();
    },
  );

  test('this machine alone, and proxies that are named, are taken', () => {
    for (const env of [
      {},
      { HOST: '0.0.0.0' },
      { HOST: '::1' },
      { PUBLIC_ORIGIN: 'http://localhost:8080' },
      { PUBLIC_ORIGIN: 'https://dorsal.example.com', TRUST_PROXY: '1' },
      { TRUST_PROXY: '10.0.0.1' },
      { TRUST_PROXY: '10.0.0.0/8, 192.168.0.0/255.255.0.0, fc00::/7, ::1, ::ffff:10.0.0.0/104' },
      { SEARCH_HOST: 'http://127.0.0.1:7700', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
      { OBJECT_STORAGE: 'http://key:secret@127.0.0.1:9000/bucket', PAYMENT_LINK: 'https://www.example.com/pay/{folio}' },
    ])
      expect(() => production(env)).not.toThrow();
  });
});

describe('the site of another company', () => {
  const keys = { SERVE: 'app', AUTH_ORIGIN: 'https://accounts.example.com', AUTH_KEYS: 'https://accounts.example.com/jwks' };
  test('says what its tokens say of themselves, and where people see to their account', () => {
    const claims = { AUTH_ISSUER: 'https://accounts.example.com', AUTH_AUDIENCE: 'backoffice-api', AUTH_TOKEN_TYPE: 'JWT' };
    expect(read({ ...keys, ...claims }).authClaims).toEqual({
      issuer: 'https://accounts.example.com',
      audience: 'backoffice-api',
      type: 'JWT',
    });
    expect(read(keys)).toMatchObject({ authClaims: { issuer: undefined, audience: undefined, type: undefined }, accountLink: '' });
    expect(read({ ...keys, ACCOUNT_LINK: 'https://accounts.example.com/me' }).accountLink).toBe('https://accounts.example.com/me');
    expect([
      read().accountLink,
      read({ AUTH_ORIGIN: 'https://auth.example.com' }).accountLink,
      read({ ACCOUNT_LINK: 'none' }).accountLink,
    ]).toEqual(['/api/auth/account', 'https://auth.example.com/api/auth/account', '']);
  });
  test.each(['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_TOKEN_TYPE'])('%s without its keys is refused', (name) => {
    expect(() => read({ [name]: 'x' })).toThrow(`${name} is "x"; it takes`);
  });
  test.each(['javascript:alert(1)', 'accounts.example.com', '/me'])('an account at %s is refused', (value) => {
    expect(() => read({ ACCOUNT_LINK: value })).toThrow('ACCOUNT_LINK is');
  });
});

test('letters of a demonstration are shown where nobody but this machine reaches the server', () => {
  const shown = [{}, { HOST: '::1' }, { HOST: 'localhost' }, { PUBLIC_ORIGIN: 'http://localhost:8080' }],
    hidden = [
      { HOST: '0.0.0.0' },
      { HOST: '192.168.1.7' },
      { PUBLIC_ORIGIN: 'https://demo.example.com' },
      { PUBLIC_ORIGIN: 'http://demo.example.com' },
      { AUTH_ORIGIN: 'https://auth.example.com' },
    ];
  expect([shown, hidden].map((each) => each.map((env) => showsLetters(read({ ...env } as Record<string, string>))))).toEqual([
    shown.map(() => true),
    hidden.map(() => false),
  ]);
});

describe('the secret', () => {
  test('is made once, kept for the owner of the data folder only, and stays', () => {
    const first = read().authSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(read().authSecret).toBe(first);
    expect(statSync(join(folder, 'auth-secret')).mode & 0o077).toBe(0);
  });

  test('given from outside is used and written nowhere', () => {
    expect(read({ AUTH_SECRET: secret }).authSecret).toBe(secret);
    expect(existsSync(join(folder, 'auth-secret'))).toBe(false);
  });

  test('has nothing to do with the address of the database, and stays when that changes', () => {
    const [one, two] = ['postgres://a@db.example.com/dorsal', 'postgres://b@db.example.com/dorsal'].map(
      (DATABASE_URL) => read({ DATABASE_URL }).authSecret,
    );
    expect(one).toBe(two);
    expect(one).toBe(readFileSync(join(folder, 'auth-secret'), 'utf8'));
    const elsewhere = mkdtempSync(join(tmpdir(), 'dorsal-config-'));
    expect(read({ DATABASE_URL: 'postgres://a@db.example.com/dorsal', DATA_DIR: elsewhere }).authSecret).not.toBe(one);
    rmSync(elsewhere, { recursive: true, force: true });
  });

  test('that can be kept nowhere is asked for by name', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(() => read({ DATABASE_URL: 'postgres://db.example.com/dorsal', DATA_DIR: file })).toThrow(
      /^AUTH_SECRET is absent; it takes at least 32 characters of random text, since none can be kept in DATA_DIR/,
    );
  });

  test('is obligatory in production with PostgreSQL', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example.com/dorsal' };
    expect(() => read(env)).toThrow('AUTH_SECRET is absent');
    expect(read({ ...env, AUTH_SECRET: secret }).authSecret).toBe(secret);
    expect(read({ NODE_ENV: 'production' }).authSecret.length).toBeGreaterThanOrEqual(32);
  });
});

test('README lists every variable with its default and its meaning', () => {
  expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain(variableTable());
});
