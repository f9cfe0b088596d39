import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type pg from 'pg';
import { registry as declared } from '@/resources';
import type { Registry } from '@/schema';
import type { ApiDeps } from './kernel/ApiDeps';
import { clientRoutes } from './client';
import { gatewayRoutes } from './features/registration/gatewayRoutes';
import type { Hooks } from './kernel/defineHooks';
import { DomainError, notFound } from './kernel/DomainError';
import { createDrawings, type Drawings } from './api/files/drawings';
import { localRecordRoutes, type LocalMirror } from './features/mirrors/localRecordRoutes';
import { createMemberCache } from './kernel/grants';
import { createTranslate, localeOf } from './kernel/messages';
import { judgeQueries } from './api/rest/judgeQuery';
import { judgeRequests } from './kernel/judgeText';
import { presentError } from './kernel/presentError';
import { pushRoutes } from './features/notifications/pushRoutes';
import { guardServices, secureHeaders } from './protection';
import { registerServices } from './api/services';
import { uploadRoutes } from './api/files/uploads';
import type { BiHost } from './adapters/biHost/BiHost';
import { createBiHost } from './adapters/biHost/createBiHost';
import type { Mail } from './adapters/mail/Mail';
import { createObjectStorages } from './adapters/objectStorage/createObjectStorages';
import type { ObjectStorages } from './adapters/objectStorage/ObjectStorage';
import type { PaymentGateway } from './adapters/paymentGateway/PaymentGateway';
import type { Push } from './adapters/push/Push';
import { type AuthDeps, registerAuth } from './auth/auth';
import { createTokenVerifier } from './auth/tokens';
import { type Config, showsLetters } from './config';
import { demoPassword } from './demoAccounts';
import { documentRoutes } from './features/documents/documentRoutes';
import { followupRoutes } from './features/followup/followupRoutes';
import { invitationRoutes } from './features/people/invitationRoutes';
import { health, type Hindrance } from './health';
import type { Replica } from './database/replica';
import { reportsBiRoutes } from './features/reports/reportsBiRoutes';
import { hooks as declaredHooks } from './hooks';
import type { Assembled } from './plugins/loadPlugins';
import { searchRoutes } from './features/search/searchRoutes';

const basePath = '/api/auth';
const secondMs = 1000,
  mostLooks = 120,
  mostSearches = 300;
const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export interface AppDeps {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly registry?: Registry;
  readonly hooks?: ReadonlyMap<string, Hooks>;
  /** The way out for letters; none are written without it. */
  readonly mail?: Mail | null;
  /** Where files are kept; by default what the configuration says. */
  readonly storages?: ObjectStorages;
  /** The queue of pictures that are drawn anew; one for the process. */
  readonly drawings?: Drawings;
  /** Services that keep records which this server keeps in their stead: it serves them as they would. */
  readonly localRecords?: readonly LocalMirror[];
  /** Where online charges are opened; its reports are refused without it. */
  readonly gateway?: PaymentGateway | null;
  /** The way out for push messages; its reports are refused without it. */
  readonly push?: Push | null;
  /** Where dashboards come from; the one that is configured when absent. */
  readonly biHost?: BiHost;
  /** Stands in for the verification of tokens. */
  readonly verifyBearer?: ApiDeps['verifyBearer'];
  /** What keeps this process from taking requests, or some of them, besides an absent database; asked by `/readyz`. */
  readonly hindrances?: () => readonly Hindrance[];
  /** What lists and reports are read from while it is near; the database itself when absent. */
  readonly replica?: Replica;
  /** Watches what goes through; it is asked before the first route. */
  readonly observe?: (app: FastifyInstance) => void;
  /** Requests to the services that one address may make in ten seconds. */
  readonly mostRequests?: number | false;
  readonly clientDir?: string;
  readonly localesDir?: string;
  /** What plugins bring besides their declarations and hooks. */
  readonly plugins?: Pick<Assembled, 'locales' | 'reports'>;
}

const logged = (request: FastifyRequest) => ({ method: request.method, url: request.url.split('?')[0], ip: request.ip });
/** A number means that many proxies in front, nearest first. */
const proxies = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
const createInstance = (config: Config): FastifyInstance =>
  Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, stream: process.stderr, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    genReqId: () => randomUUID(),
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    trustProxy: proxies(config.trustProxy),
    bodyLimit: 1024 * 1024,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });

/** A page or a balancer that is told so tries again after so many seconds. */
const retrySeconds = 2;
const answers = (app: FastifyInstance, translate: ApiDeps['translate'], hindrances: AppDeps['hindrances']): void => {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retrySeconds);
    // A balancer keeps connections, and one that is closed while a request is on its way takes that request along.
    if (hindrances?.().includes('draining')) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) =>
    request.log.info({ ...logged(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request'),
  );
  judgeRequests(app);
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof DomainError && error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
    const presented = presentError(error, translate, localeOf(request.headers['accept-language']));
    if (presented.statusCode < 500) return reply.code(presented.statusCode).type('application/json; charset=utf-8').send(presented);
    request.log.error({ err: error }, 'request failed');
    return reply
      .code(presented.statusCode)
      .type('application/json; charset=utf-8')
      .send({ ...presented, requestId: request.id });
  });
};

const authDepsOf = ({ pool, config, mail = null }: AppDeps, translate: ApiDeps['translate']): AuthDeps => ({
  pool,
  basePath,
  translate,
  mail,
  sessionIdleMs: config.sessionIdleSeconds * secondMs,
  sessionAbsoluteMs: config.sessionMaxSeconds * secondMs,
  secret: config.authSecret,
  origin: config.authOrigin,
  appOrigins: config.appOrigins,
  company: config.authOidc,
  keysAt: config.authKeys,
  claimsElsewhere: config.authClaims,
  secureCookies: config.authOrigin.startsWith('https:'),
  cookieSuffix: config.cookieSuffix,
  tokenSuffix: config.tokenSuffix,
  production: config.production,
  isPrivate: showsLetters(config),
  published: config.production ? [demoPassword] : [], // a demonstration may go on with its own
});

/** The authentication site alone, for an origin of its own. */
export const buildAuthApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { pool, config, hindrances, observe } = deps;
  const translate = createTranslate(deps.localesDir ?? pathTo('../locales'), ...(deps.plugins?.locales ?? []));
  const app = createInstance(config);
  observe?.(app);
  answers(app, translate, hindrances);
  secureHeaders(app, config);
  await app.register(async (scope) => {
    await registerAuth(scope, authDepsOf(deps, translate));
  });
  health(app, pool, hindrances);
  app.get('/', (_request, reply) => reply.redirect(`${config.publicOrigin}/`, 303));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  return app;
};

/** Sends whoever asks this origin for a token to the one that has the cookies. */
const tokensElsewhere = (app: FastifyInstance, { authOrigin, publicOrigin }: Config): void => {
  if (authOrigin !== publicOrigin)
    app.post('/api/authenticate', (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(`${authOrigin}/api/authenticate`, 307),
    );
};

/** The whole application, ready to listen or to be injected into. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { pool, config, registry = declared, hooks = declaredHooks, hindrances, observe, mostRequests = 3000 } = deps;
  const localesDir = deps.localesDir ?? pathTo('../locales');
  const translate = createTranslate(localesDir, ...(deps.plugins?.locales ?? []));
  const authDeps = authDepsOf(deps, translate);
  const verifyBearer = deps.verifyBearer ?? createTokenVerifier(authDeps).verifyBearer;
  const api: ApiDeps = {
    pool,
    registry,
    hooks,
    verifyBearer,
    translate,
    sessionIdleMs: config.sessionIdleSeconds * secondMs,
    members: createMemberCache(),
    replica: deps.replica,
  };

  const places = {
    limits: { pictures: config.uploadMaxBytes, files: config.uploadFileMaxBytes },
    storages: deps.storages ?? createObjectStorages(config, pool),
    drawings: deps.drawings ?? createDrawings(),
  };

  const app = createInstance(config);
  observe?.(app);
  answers(app, translate, hindrances);
  secureHeaders(app, config);
  if (config.serve === 'all' && config.authPort === undefined)
    await app.register(async (scope) => {
      await registerAuth(scope, authDeps);
    });
  else tokensElsewhere(app, config);
  health(app, pool, hindrances);
  clientRoutes(app, config, {
    clientDir: deps.clientDir ?? pathTo('../dist/client'),
    localesDir,
    addedLocales: deps.plugins?.locales ?? [],
  });
  await app.register(async (scope) =>
    followupRoutes(scope, pool, {
      secret: config.authSecret,
      mostLooks: mostRequests === false ? false : Math.min(mostRequests, mostLooks),
    }),
  );
  await app.register(async (scope) => {
    await guardServices(scope, config, mostRequests);
    judgeQueries(scope);
    registerServices(scope, api, { development: !config.production, places, routes: { user: [invitationRoutes] } });
    for (const local of deps.localRecords ?? []) localRecordRoutes(scope, api, local);
    gatewayRoutes(scope, api, deps.gateway ?? null);
    pushRoutes(scope, api, deps.push ?? null);
    searchRoutes(scope, api, {
      appId: config.searchAppId,
      key: config.searchKey,
      mostRequests: mostRequests === false ? false : Math.min(mostRequests, mostSearches),
    });
    reportsBiRoutes(scope, api, deps.biHost ?? createBiHost(config, translate), deps.plugins?.reports);
    uploadRoutes(scope, api, places);
    documentRoutes(scope, api);
  });
  return app;
};
