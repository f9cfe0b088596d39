import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** The target of requests now: a port of this machine, or none with the reason. */
export type Target = { readonly port: number } | { readonly problem: string };

/** Longer than any start; a page that waits this long should say so. */
const holdMs = 30_000;
const mostTries = 3;

const refuse = (response: ServerResponse, problem: string): void => {
  if (response.headersSent) return void response.destroy();
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '1' });
  response.end(JSON.stringify({ statusCode: 503, message: problem, errors: [] }));
};

const patient = (target: Promise<Target>): Promise<Target> => {
  let late: NodeJS.Timeout | undefined;
  const lateness = new Promise<Target>((resolve) => {
    late = setTimeout(() => resolve({ problem: 'The server is still starting.' }), holdMs);
  });
  return Promise.race([target, lateness]).finally(() => clearTimeout(late));
};

/** Receives the requests for the server: those that arrive while it restarts wait and go to the new one. */
export const createFront = (target: () => Promise<Target>): Server => {
  // A kept connection could be closed by the server just when it is used again.
  const agent = new Agent({ keepAlive: false });
  const pass = async (asked: IncomingMessage, response: ServerResponse, left: number): Promise<void> => {
    const to = await patient(target());
    if (response.destroyed) return;
    if ('problem' in to) {
      refuse(response, to.problem);
      return;
    }
    const { connection: _, ...headers } = asked.headers;
    const onward = request({ host: '127.0.0.1', port: to.port, method: asked.method, path: asked.url, headers, agent });
    onward.once('response', (answer) => {
      const { connection: __, 'keep-alive': ___, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      pipeline(answer, response, () => {});
    });
    onward.once('error', (error) => {
      // Reads may be repeated; writes may already have been done.
      const isRead = asked.method === 'GET' || asked.method === 'HEAD';
      if (isRead && !response.headersSent && left > 1) void pass(asked, response, left - 1);
      else refuse(response, `The server stopped before it answered (${error.message}).`);
    });
    response.once('close', () => onward.destroy());
    if (asked.method === 'GET' || asked.method === 'HEAD') onward.end();
    else pipeline(asked, onward, () => {});
  };
  return createServer((asked, response) => void pass(asked, response, mostTries)).once('close', () => agent.destroy());
};
