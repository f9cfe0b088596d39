import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from './config';

const windowMs = 10_000;
const originOf = (address: string | undefined): readonly string[] => (address ? [new URL(address).origin] : []);

/** The headers that helmet writes; they are the same for every request. */
const headersOf = (options: HelmetOptions): Readonly<Record<string, string>> => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
};

/** The security headers of every answer. They are computed once: for each request that would cost more memory than an empty answer. */
export const secureHeaders = (app: FastifyInstance, config: Config): void => {
  const secure = config.publicOrigin.startsWith('https:');
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"], // the reader of codes of the camera is WebAssembly of this server; text is still never run
        styleSrc: ["'self'", "'unsafe-inline'"], // antd writes its styles into the page
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: [
          "'self'",
          ...(config.authOrigin === config.publicOrigin ? [] : [config.authOrigin]),
          ...originOf(config.sentryDsn),
          ...originOf(config.searchHost),
        ],
        frameSrc: config.biHost ? originOf(config.biHost) : ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...config.appOrigins],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' }, // without a referrer browsers post forms with a null origin, which the sign-in refuses
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: secure,
    crossOriginOpenerPolicy: secure,
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
};

/** CORS for other allowed origins, and a limit of requests to the services per address. */
export const guardServices = async (app: FastifyInstance, config: Config, mostRequests: number | false): Promise<void> => {
  const others = config.appOrigins.filter((origin) => origin !== config.publicOrigin);
  if (others.length > 0)
    await app.register(cors, {
      origin: others,
      credentials: false,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      exposedHeaders: ['x-total-count', 'x-request-id'],
      maxAge: 600,
      hideOptionsRoute: true,
    });
  if (mostRequests !== false)
    await app.register(rateLimit, {
      max: mostRequests,
      timeWindow: windowMs,
      keyGenerator: (request) => request.ip,
      errorResponseBuilder: () => Object.assign(new Error('too many requests'), { statusCode: 429 }),
    });
};
