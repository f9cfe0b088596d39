import { toolsOf } from '../../../server/features/documents/sheet/tools';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { buildApp, type AppDeps } from '../../../server/app';
import { readConfig } from '../../../server/config';
import type { Database } from '../../../server/database/openDatabase';
import { seedReference } from '../../../server/reference/seedReference';
import { openTestDatabase } from '../../support/database';

export interface Answer<T = any> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
}
/** One signed-in person in one organization. */
export interface Person {
  /** Header that says who it is, for requests made by hand. */
  readonly authorization: string;
  readonly get: <T = any>(url: string) => Promise<Answer<T>>;
  readonly post: <T = any>(url: string, body?: unknown) => Promise<Answer<T>>;
  readonly patch: <T = any>(url: string, body: unknown) => Promise<Answer<T>>;
  readonly remove: <T = any>(url: string, body: unknown) => Promise<Answer<T>>;
  readonly query: <T = any>(service: string, query: string, variables?: unknown) => Promise<Answer<{ data: T; errors?: any[] }>>;
}
export interface World {
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
  readonly database: Database;
  /** How many requests of its people were answered with each status. */
  readonly answers: ReadonlyMap<number, number>;
  /** Signs a person in; the text of the token is only its name, which the verifier of these tests takes apart. */
  readonly as: (name: string, org?: number | null, language?: string) => Person;
  readonly close: () => Promise<void>;
}

/** Understands the tokens of these tests; the real verification has tests of its own. */
const verifyBearer: NonNullable<AppDeps['verifyBearer']> = async (header) => {
  const [, name, org] = /^Bearer (\S+)@(\d*)$/.exec(header ?? '') ?? [];
  if (!name) throw Object.assign(new Error('no token'), { statusCode: 401 });
  const elsewhere = /^outside:(.+)$/.exec(name)?.[1]; // another site keeps the session
  return { asdeporteId: elsewhere ?? name, sid: elsewhere ? null : `sid-${name}`, org: org ? Number(org) : null };
};

interface Asked {
  readonly app: FastifyInstance;
  readonly answers: Map<number, number>;
}
const personOf = ({ app, answers }: Asked, name: string, org: number | null, language: string): Person => {
  const headers = { authorization: `Bearer ${name}@${org ?? ''}`, 'accept-language': language };
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Answer> => {
    const reply = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body as object }) });
    answers.set(reply.statusCode, (answers.get(reply.statusCode) ?? 0) + 1);
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: reply.headers['content-type']?.toString().includes('json') ? reply.json() : reply.body,
    };
  };
  return {
    authorization: headers.authorization,
    get: (url) => send('GET', url),
    post: (url, body = {}) => send('POST', url, body),
    patch: (url, body) => send('PATCH', url, body),
    remove: (url, body) => send('DELETE', url, body),
    query: (service, query, variables) => send('POST', `/v2/${service}/_/graphql`, { query, variables }),
  };
};

const openOn = async (database: Database, changes: Partial<AppDeps>): Promise<World> => {
  const config = readConfig({
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    AUTH_SECRET: 'a secret of tests that is long enough',
    NODE_ENV: 'test',
  });
  const app = await buildApp({ pool: database.pool, config, verifyBearer, mostRequests: false, ...changes });
  await Promise.all([app.ready(), toolsOf()]); // the first document of a process loads its fonts, which no test waits for
  const answers = new Map<number, number>();
  return {
    app,
    database,
    answers,
    pool: database.pool,
    as: (name, org = null, language = 'es') => personOf({ app, answers }, name, org, language),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};

/** An application over a database of its own that holds the reference data. */
export const openWorld = async (changes: Partial<AppDeps> = {}, poolSize?: number): Promise<World> =>
  openOn(await openTestDatabase({ holding: 'reference', poolSize }), changes);

/** An application over a database that is there, which gets the reference data of this version as at a start. */
export const openWorldOn = async (database: Database, changes: Partial<AppDeps> = {}): Promise<World> => {
  await seedReference(database.pool);
  return openOn(database, changes);
};
