import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/DomainError';

/** Rejects when no bytes of the body arrive for this long: on some malformed parts the multipart parser never ends. */
const watchSilence = ({ raw: { socket } }: FastifyRequest, silentMs: number) => {
  let received = socket.bytesRead,
    timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (socket.bytesRead === received) reject(new Error('the form sends nothing more'));
      received = socket.bytesRead;
    }, silentMs);
  });
  return { over, stop: () => clearInterval(timer) };
};

/** Reads a multipart form. A form without a boundary, or one that ends too early or stalls, is an error of the client. */
export const readable = async <T>(request: FastifyRequest, silentMs: number, read: () => Promise<T>): Promise<T> => {
  const silence = watchSilence(request, silentMs);
  try {
    return await Promise.race([read(), silence.over]);
  } catch (error) {
    throw typeof (error as { readonly statusCode?: unknown }).statusCode === 'number'
      ? error
      : invalid([{ path: '', code: 'FORM_BROKEN' }]);
  } finally {
    silence.stop();
  }
};
