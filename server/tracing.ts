import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

/** Where the time of a request goes, for a collector of traces. */
export interface Tracing {
  /** Creates a span for each request to an application. */
  readonly observe: (app: FastifyInstance) => void;
  /** Creates a span for each use of a connection within a request: from asking for it to returning it. */
  readonly follow: (pool: pg.Pool) => void;
  /** Sends the remaining spans; does not wait for a collector that does not answer. */
  readonly close: () => Promise<void>;
}
/** The name of the installation, and where traces are sent; by default from the variables of OpenTelemetry. */
interface Options {
  readonly service: string;
  readonly endpoint?: string;
}

const sendMs = 3000,
  failing = 500;
type Answer = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: boolean | Error) => void) => void;

/** The span of one use of a connection: it ends when the connection is returned, or with an error when there is none. */
interface Use {
  readonly got: (client: pg.PoolClient) => void;
  readonly failed: () => void;
}
/** Observes the uses of connections of a pool: `start` is called when one is asked for, `release` when it is returned. */
const watchPool = (pool: pg.Pool, start: () => Use | undefined, release: (client: pg.PoolClient) => void): void => {
  const plain = pool.connect.bind(pool);
  const note = (use: Use | undefined, client: pg.PoolClient | undefined): void => (client ? use?.got(client) : use?.failed());
  function connect(): Promise<pg.PoolClient>;
  function connect(callback: Answer): void;
  function connect(callback?: Answer): Promise<pg.PoolClient> | void {
    const use = start();
    if (callback)
      return plain((error, client, done) => {
        note(use, client);
        callback(error, client, done);
      });
    return plain().then(
      (client) => {
        note(use, client);
        return client;
      },
      (error: unknown) => {
        note(use, undefined);
        throw error;
      },
    );
  }
  pool.connect = connect;
  pool.on('release', (_error, client) => release(client));
};

/**
 * Traces requests with the official libraries, which are loaded only if there is a collector. Spans contain route patterns and nothing
 * personal.
 */
export const startTracing = async ({ service, endpoint }: Options): Promise<Tracing> => {
  const [
    { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter, trace },
    { W3CTraceContextPropagator },
    { BasicTracerProvider, BatchSpanProcessor },
    { resourceFromAttributes },
    { OTLPTraceExporter },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({ timeoutMillis: sendMs, ...(endpoint !== undefined && { url: `${endpoint}/v1/traces` }) });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('dorsal'),
    propagator = new W3CTraceContextPropagator();
  const within = new AsyncLocalStorage<Span>(),
    spans = new WeakMap<FastifyRequest, Span>();

  const end = (request: FastifyRequest, status?: number): void => {
    const span = spans.get(request),
      route = request.routeOptions.url ?? 'none';
    spans.delete(request);
    span
      ?.updateName(`${request.method} ${route}`)
      .setAttributes({ 'http.route': route, ...(status !== undefined && { 'http.response.status_code': status }) });
    if (span && (status === undefined || status >= failing)) span.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  const observe = (app: FastifyInstance): void => {
    app.addHook('onRequest', (request, _reply, done) => {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const span = tracer.startSpan(
        request.method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method, 'dorsal.request_id': request.id } },
        parent,
      );
      spans.set(request, span);
      within.run(span, done);
    });
    // Code that reads a body continues from the socket, which does not know the request.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = spans.get(request);
      if (span) within.run(span, done);
      else done();
    });
    app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode));
    app.addHook('onRequestAbort', async (request) => end(request));
  };

  const follow = (pool: pg.Pool): void => {
    const used = new WeakMap<pg.PoolClient, Span>();
    const start = (): Use | undefined => {
      const parent = within.getStore();
      if (!parent) return undefined;
      const span = tracer.startSpan(
        'database',
        { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
        trace.setSpan(ROOT_CONTEXT, parent),
      );
      return {
        got: (client) => void used.set(client, span.addEvent('connected')),
        failed: () => span.setStatus({ code: SpanStatusCode.ERROR }).end(),
      };
    };
    watchPool(pool, start, (client) => {
      used.get(client)?.end();
      used.delete(client);
    });
  };

  const close = async (): Promise<void> => provider.shutdown().catch(() => {});
  return { observe, follow, close };
};
