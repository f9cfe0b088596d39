import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type pg from 'pg';
import { registry as declared } from '@/resources';
import type { Registry } from '@/schema';
import type { ApiDeps } from './api/ApiDeps';
import { clientRoutes } from './api/client';
import type { Hooks } from './api/defineHooks';
import { createMemberCache } from './api/grants';
import { createTranslate, localeOf } from './api/messages';
import { presentError } from './api/presentError';
import { guardServices, secureHeaders } from './api/protection';
import { registerServices } from './api/services';
import { uploadRoutes } from './api/uploads';
import { registerAuth } from './auth/auth';
import { createTokenVerifier } from './auth/tokens';
import type { Config } from './config';
import { hooks as declaredHooks } from './resources';

const basePath = '/api/auth';
const hourMs = 3_600_000;
/** How long a session lasts without activity, and at most. */
export const sessionLife = { sessionIdleMs: 8 * hourMs, sessionAbsoluteMs: 24 * hourMs } as const;
const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export interface AppDeps {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly registry?: Registry;
  readonly hooks?: ReadonlyMap<string, Hooks>;
  /** Stands in for the verification of tokens. */
  readonly verifyBearer?: ApiDeps['verifyBearer'];
  /** Whether the database is migrated; asked by `/readyz`. */
  readonly isReady?: () => boolean;
  /** Requests to the services that one address may make in ten seconds. */
  readonly mostRequests?: number | false;
  readonly clientDir?: string;
  readonly localesDir?: string;
}

const health = (app: FastifyInstance, pool: pg.Pool, isReady: () => boolean): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await pool.query('select stamp from access_stamp');
      if (isReady()) return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
    }
    return reply.code(503).send({ status: 'not ready' });
  });
};

const logged = (request: FastifyRequest) => ({ method: request.method, url: request.url.split('?')[0], ip: request.ip });
/** A number means that many proxies in front, nearest first. */
const proxies = (trusted: Config['trustProxy']) => (typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted);
const createInstance = (config: Config): FastifyInstance =>
  Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, stream: process.stderr, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    genReqId: () => randomUUID(), logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }), trustProxy: proxies(config.trustProxy), bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 200 },
  });

const answers = (app: FastifyInstance, translate: ApiDeps['translate']): void => {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => request.log.info({ ...logged(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request'));
  app.setErrorHandler((error, request, reply) => {
    const presented = presentError(error, translate, localeOf(request.headers['accept-language']));
    if (presented.statusCode >= 500) request.log.error({ err: error }, 'request failed');
    return reply.code(presented.statusCode).type('application/json; charset=utf-8').send(presented);
  });
};

/** The whole application, ready to listen or to be injected into. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { pool, config, registry = declared, hooks = declaredHooks, isReady = () => true, mostRequests = 3000 } = deps;
  const localesDir = deps.localesDir ?? pathTo('../locales');
  const translate = createTranslate(localesDir);
  const authDeps = {
    pool, basePath, translate, ...sessionLife, secret: config.authSecret, origin: config.publicOrigin, appOrigins: config.appOrigins,
    secureCookies: config.publicOrigin.startsWith('https:'), tokenSuffix: config.tokenSuffix, production: config.production,
  };
  const verifyBearer = deps.verifyBearer ?? createTokenVerifier(authDeps).verifyBearer;
  const api: ApiDeps = { pool, registry, hooks, verifyBearer, translate, sessionIdleMs: sessionLife.sessionIdleMs, members: createMemberCache() };

  const app = createInstance(config);
  answers(app, translate);
  await secureHeaders(app, config);
  await app.register(async (scope) => { await registerAuth(scope, authDeps); });
  health(app, pool, isReady);
  clientRoutes(app, config, { clientDir: deps.clientDir ?? pathTo('../dist/client'), localesDir });
  await app.register(async (scope) => {
    await guardServices(scope, config, mostRequests);
    registerServices(scope, api, { introspection: !config.production });
    uploadRoutes(scope, api, config.uploadMaxBytes);
  });
  return app;
};
