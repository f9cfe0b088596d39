import type { FastifyRequest } from 'fastify';

/** The client that waits for an answer, and may disconnect before it. */
export interface Caller {
  readonly isGone: () => boolean;
  /** Calls once when the client disconnects; returns how to stop listening. */
  readonly onGone: (tell: () => void) => () => void;
}

type Socket = FastifyRequest['raw']['socket'];
const waiting = new WeakMap<Socket, Set<() => void>>();
/** One listener for each connection, no matter how many requests use it. */
const listenersOf = (socket: Socket): Set<() => void> => {
  const known = waiting.get(socket);
  if (known) return known;
  const tells = new Set<() => void>();
  waiting.set(socket, tells);
  socket.once('close', () => {
    for (const tell of tells) tell();
  });
  return tells;
};

/** The client at the other end of a request. */
export const callerOf = ({ raw: { socket } }: FastifyRequest): Caller => ({
  isGone: () => socket.destroyed,
  onGone: (tell) => {
    const tells = listenersOf(socket);
    tells.add(tell);
    return () => void tells.delete(tell);
  },
});
