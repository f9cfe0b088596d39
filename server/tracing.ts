import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

/** Where the time of a request goes, for a collector of traces. */
export interface Tracing {
  /** Makes a span of each request to an application. */
  readonly observe: (app: FastifyInstance) => void;
  /** Makes a span of each use of a connection within a request: from the moment one is asked for to the moment it is given back. */
  readonly follow: (pool: pg.Pool) => void;
  /** Sends what was not sent yet; a collector that does not answer is not waited for. */
  readonly close: () => Promise<void>;
}
/** How the installation is called, and where traces go; by default what the variables of OpenTelemetry say. */
interface Options {
  readonly service: string;
  readonly endpoint?: string;
}

const sendMs = 3000,
  failing = 500;
type Answer = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: boolean | Error) => void) => void;

/** Follows requests with the official libraries, which are loaded only by those who have a collector. Spans have patterns of routes, and nothing of people. */
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
    // What reads a body goes on from the socket, which knows of no request.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = spans.get(request);
      if (span) within.run(span, done);
      else done();
    });
    app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode));
    app.addHook('onRequestAbort', async (request) => end(request));
  };

  const follow = (pool: pg.Pool): void => {
    const plain = pool.connect.bind(pool),
      used = new WeakMap<pg.PoolClient, Span>();
    const begin = (): Span | undefined => {
      const parent = within.getStore();
      return (
        parent &&
        tracer.startSpan(
          'database',
          { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
          trace.setSpan(ROOT_CONTEXT, parent),
        )
      );
    };
    const got = (span: Span | undefined, client: pg.PoolClient | undefined): void => {
      if (!span) return;
      if (client) used.set(client, span.addEvent('connected'));
      else span.setStatus({ code: SpanStatusCode.ERROR }).end();
    };
    function connect(): Promise<pg.PoolClient>;
    function connect(callback: Answer): void;
    function connect(callback?: Answer): Promise<pg.PoolClient> | void {
      const span = begin();
      if (callback)
        return plain((error, client, done) => {
          got(span, client);
          callback(error, client, done);
        });
      return plain().then(
        (client) => {
          got(span, client);
          return client;
        },
        (error: unknown) => {
          got(span, undefined);
          throw error;
        },
      );
    }
    pool.connect = connect;
    pool.on('release', (_error, client) => {
      used.get(client)?.end();
      used.delete(client);
    });
  };

  const close = async (): Promise<void> => provider.shutdown().catch(() => {});
  return { observe, follow, close };
};
