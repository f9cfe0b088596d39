import type { FastifyRequest } from 'fastify';

/** What the pattern of a route does not say about a call. */
interface Called {
  /** The root field of a GraphQL document. */
  readonly field?: string;
  /** The status of a refusal inside an answer that is a 200. */
  readonly refusal?: number;
}
const notes = new WeakMap<FastifyRequest, Called>();

/** Adds to what is known of a call. */
export const noteCalled = (request: FastifyRequest | undefined, called: Called): void => {
  if (request) notes.set(request, { ...notes.get(request), ...called });
};
/** What was noted of a call. */
export const calledFor = (request: FastifyRequest): Called => notes.get(request) ?? {};
