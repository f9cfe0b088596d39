import type { FastifyInstance } from 'fastify';
import { DomainError } from './kernel/DomainError';

/** In how many milliseconds a body has to have arrived, from the head of the request on. */
export interface BodyLimits {
  readonly bodyMs: number;
  /** The same of a form, which may carry files over a slow line. */
  readonly formMs: number;
}
const secondMs = 1000;
/** A body is a megabyte at most; files are fifty, which is ten minutes at a slow mobile rate. */
export const bodyLimits: BodyLimits = { bodyMs: 30 * secondMs, formMs: 600 * secondMs };
/** The head of a request comes in one piece. */
const headMs = 15 * secondMs,
  lookMs = 5 * secondMs;
/** What the server of Node watches by itself: heads, and whatever of a request nobody reads. */
export const watchedByNode = ({ formMs }: BodyLimits) => ({
  requestTimeout: formMs + lookMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: lookMs },
});

/** Answers 408 to a request whose body arrives too slowly, and closes its connection: those who send a byte now and then would keep it for ever. */
export const limitBodies = (app: FastifyInstance, { bodyMs, formMs }: BodyLimits): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const isForm = headers['content-type']?.startsWith('multipart/') === true;
    const late = setTimeout(
      () => {
        if (raw.complete) return;
        if (reply.sent) raw.destroy(); // it was refused by its head, and the rest is nobody's
        else void reply.header('connection', 'close').send(new DomainError('BODY_TOO_SLOW'));
      },
      isForm ? formMs : bodyMs,
    );
    const isHere = (): void => clearTimeout(late);
    raw.once('end', isHere).once('close', isHere);
  });
};
