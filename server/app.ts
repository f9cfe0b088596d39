import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type pg from 'pg';
import { registry as declared } from '@/resources';
import type { Registry } from '@/schema';
import type { ApiDeps } from './kernel/ApiDeps';
import { clientRoutes } from './client';
import { gatewayRoutes } from './features/registration/gatewayRoutes';
import { localPaymentRoutes } from './features/registration/localPaymentRoutes';
import { learnGateway } from './features/settlements/gatewayName';
import { learnWebhooks } from './features/webhooks/secretsOf';
import type { Hooks } from './kernel/defineHooks';
import { DomainError, notFound } from './kernel/DomainError';
import { createDrawings, type Drawings } from './api/files/drawings';
import { createUploadBudget, type UploadBudget } from './api/files/uploadBudget';
import { localRecordRoutes, type LocalMirror } from './features/mirrors/localRecordRoutes';
import { createMemberCache } from './kernel/grants';
import { createTranslate, localeOf } from './kernel/messages';
import { liveRoute } from './api/live/liveRoute';
import type { Signals } from './jobs/openSignals';
import { judgeQueries } from './api/rest/judgeQuery';
import { judgeRequests } from './kernel/judgeText';
import { guardSeeing } from './kernel/seeing';
import { presentError } from './kernel/presentError';
import { mailRoutes } from './features/letters/mailRoutes';
import { pushRoutes } from './features/notifications/pushRoutes';
import { bodyLimits, limitBodies, watchedByNode, type BodyLimits } from './limitBodies';
import { guardServices, secureHeaders } from './protection';
import { registerServices, type ServiceRoutes } from './api/services';
import { uploadRoutes } from './api/files/uploads';
import type { BiHost } from './adapters/biHost/BiHost';
import { createBiHost } from './adapters/biHost/createBiHost';
import type { Mail } from './adapters/mail/Mail';
import { createObjectStorages } from './adapters/objectStorage/createObjectStorages';
import type { ObjectStorages } from './adapters/objectStorage/ObjectStorage';
import type { PaymentGateway } from './adapters/paymentGateway/PaymentGateway';
import type { Push } from './adapters/push/Push';
import { type AuthDeps, registerAuth } from './auth/auth';
import { createKeyVerifier } from './auth/apiKeys';
import { createTokenVerifier } from './auth/tokens';
import { type Config, showsLetters } from './config';
import { demoPassword } from './demoAccounts';
import { auditRoutes } from './features/audit/auditRoutes';
import { inbodyRoutes } from './features/athletes/inbodyRoutes';
import { portraitRoutes } from './features/delivery/portraitRoutes';
import { documentRoutes } from './features/documents/documentRoutes';
import { downloadRoutes } from './features/downloads/engine/downloadRoutes';
import { askLater } from './features/downloads/askLater';
import { fileRoutes } from './features/downloads/fileRoutes';
import { saleRoutes } from './features/externalSales/saleRoutes';
import { importRoutes } from './features/imports/importRoutes';
import { mentionRoute } from './features/comments/mentionRoute';
import { inboxRoutes } from './features/inbox/inboxRoutes';
import { invitationRoutes } from './features/people/invitationRoutes';
import { statementRoutes } from './features/wallets/statementRoutes';
import { createKeyUses, keyUseRoutes } from './features/people/keyUses';
import { health, type Hindrance } from './health';
import { publicPages } from './publicPages';
import type { Replica } from './database/replica';
import { reportsBiRoutes } from './features/reports/reportsBiRoutes';
import { hooks as declaredHooks } from './hooks';
import type { Assembled } from './plugins/loadPlugins';
import { searchRoutes } from './features/search/searchRoutes';

const basePath = '/api/auth';
const secondMs = 1000,
  silentMs = 20_000,
  mostSearches = 300;
const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export interface AppDeps {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly registry?: Registry;
  readonly hooks?: ReadonlyMap<string, Hooks>;
  /** Sends letters; without it none are written. */
  readonly mail?: Mail | null;
  /** Where files are stored; by default according to the configuration. */
  readonly storages?: ObjectStorages;
  /** The queue that re-encodes pictures; one for the process. */
  readonly drawings?: Drawings;
  /** How long a form may send nothing before its reading is ended. */
  readonly formSilentMs?: number;
  /** How long bodies may take to arrive. */
  readonly bodies?: BodyLimits;
  /** How much one person may upload. */
  readonly uploadBudget?: UploadBudget;
  /** Outside services that this server imitates in development: it answers as they would. */
  readonly localRecords?: readonly LocalMirror[];
  /** Opens online charges. Without it the reports of a gateway are refused. */
  readonly gateway?: PaymentGateway | null;
  /** Sends push messages. Without it reports of a push service are refused. */
  readonly push?: Push | null;
  /** Where dashboards come from; the configured host when absent. */
  readonly biHost?: BiHost;
  /** Replaces the verification of tokens. */
  readonly verifyBearer?: ApiDeps['verifyBearer'];
  /** Reasons why this process cannot take requests, or some of them, besides an unavailable database; shown by `/readyz`. */
  readonly hindrances?: () => readonly Hindrance[];
  /** Where lists and reports are read from while it is up to date; the database itself when absent. */
  readonly replica?: Replica;
  /** The signals between processes. Without it pages get no live updates. */
  readonly signals?: Signals;
  /** Measures requests; registered before the first route. */
  readonly observe?: (app: FastifyInstance) => void;
  /** Requests to the services that one address may make in ten seconds. */
  readonly mostRequests?: number | false;
  /** Public pages that one address may look at in a minute. */
  readonly mostSiteLooks?: number;
  readonly clientDir?: string;
  readonly localesDir?: string;
  /** What plugins add besides their declarations and hooks. */
  readonly plugins?: Pick<Assembled, 'locales' | 'reports'>;
}

const logged = (request: FastifyRequest) => ({ method: request.method, url: request.url.split('?')[0], ip: request.ip });
/** A number is the count of trusted proxies in front, nearest first. */
const proxies = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
const createInstance = ({ config, bodies = bodyLimits }: AppDeps): FastifyInstance => {
  const app = Fastify({
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
    ...watchedByNode(bodies),
  });
  limitBodies(app, bodies);
  return app;
};

/** The seconds after which a page or a load balancer may try again. */
const retrySeconds = 2;
const answers = (app: FastifyInstance, translate: ApiDeps['translate'], hindrances: AppDeps['hindrances']): void => {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retrySeconds);
    // A load balancer keeps connections open, and closing one while a request is on its way loses that request.
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
  published: config.production ? [demoPassword] : [], // a demonstration may continue with its own secret
});

/** The authentication site alone, for a separate origin. */
export const buildAuthApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { pool, config, hindrances, observe } = deps;
  const translate = createTranslate(deps.localesDir ?? pathTo('../locales'), ...(deps.plugins?.locales ?? []));
  const app = createInstance(deps);
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

/** Redirects token requests to the origin that has the cookies. */
const tokensElsewhere = (app: FastifyInstance, { authOrigin, publicOrigin }: Config): void => {
  if (authOrigin !== publicOrigin)
    app.post('/api/authenticate', (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(`${authOrigin}/api/authenticate`, 307),
    );
};

/** What people send in files: how large, how patiently, and where it is kept. */
const placesOf = (deps: AppDeps): Parameters<typeof uploadRoutes>[2] => ({
  limits: { pictures: deps.config.uploadMaxBytes, files: deps.config.uploadFileMaxBytes },
  silentMs: deps.formSilentMs ?? silentMs,
  storages: deps.storages ?? createObjectStorages(deps.config, deps.pool),
  drawings: deps.drawings ?? createDrawings(),
  budget: deps.uploadBudget ?? createUploadBudget(),
});

/** The signals of changed rows, where a process hears them. */
const liveRoutes = (signals: AppDeps['signals']): readonly ServiceRoutes[] =>
  signals ? [(general, its) => liveRoute(general, its, signals)] : [];

/** The whole application, ready to listen, or for injected requests in tests. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { pool, config, registry = declared, hooks = declaredHooks, hindrances, observe, signals, mostRequests = 3000 } = deps;
  learnWebhooks(registry, { secret: config.authSecret, development: !config.production });
  learnGateway(registry, deps.gateway ?? null);
  const localesDir = deps.localesDir ?? pathTo('../locales');
  const translate = createTranslate(localesDir, ...(deps.plugins?.locales ?? []));
  const authDeps = authDepsOf(deps, translate);
  const tokens = deps.verifyBearer ? { verifyBearer: deps.verifyBearer } : createTokenVerifier(authDeps);
  const { verifyBearer, keyOf } = createKeyVerifier(pool, tokens);
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

  const keyUses = createKeyUses(api, keyOf);
  const places = placesOf(deps);

  const app = createInstance(deps);
  observe?.(app);
  keyUses.observe(app);
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
  await publicPages(app, api, config, {
    places,
    mostRequests,
    mostSiteLooks: deps.mostSiteLooks,
    signals,
    gateway: deps.gateway ?? null,
  });
  await app.register(async (scope) => {
    await guardServices(scope, config, mostRequests);
    judgeQueries(scope);
    guardSeeing(scope, api);
    registerServices(scope, api, {
      development: !config.production,
      places,
      routes: {
        user: [invitationRoutes, statementRoutes],
        organization: [auditRoutes, keyUseRoutes(keyUses)],
        inscription: [saleRoutes],
        general: [inboxRoutes, mentionRoute, ...liveRoutes(signals)],
      },
    });
    for (const local of deps.localRecords ?? []) localRecordRoutes(scope, api, local);
    gatewayRoutes(scope, api, deps.gateway ?? null);
    localPaymentRoutes(scope, api, deps.gateway ?? null);
    pushRoutes(scope, api, deps.push ?? null);
    mailRoutes(scope, api, deps.mail ?? null);
    searchRoutes(scope, api, {
      appId: config.searchAppId,
      key: config.searchKey,
      mostRequests: mostRequests === false ? false : Math.min(mostRequests, mostSearches),
    });
    reportsBiRoutes(scope, api, deps.biHost ?? createBiHost(config, translate), deps.plugins?.reports);
    uploadRoutes(scope, api, places);
    importRoutes(scope, api, places);
    documentRoutes(scope, api);
    inbodyRoutes(scope, api);
    portraitRoutes(scope, api, places);
    fileRoutes(scope, api, { secret: config.authSecret, storages: places.storages });
    downloadRoutes(scope, api, askLater(api));
  });
  return app;
};
