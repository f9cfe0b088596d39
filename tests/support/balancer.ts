import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';

const lookMs = 100,
  bad = 502;

/** Gives requests to several servers in turn, as balancers do: it asks each whether it is ready, keeps connections, and tries the next one only where nobody took the connection. */
export interface Balancer {
  readonly url: string;
  readonly add: (url: string) => void;
  /** The servers that get requests now. */
  readonly ready: () => readonly string[];
  readonly close: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Opens a balancer at a port of this machine. */
export const openBalancer = async (port: number): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true });
  const states = new Map<string, boolean>();
  const looks = new Map<string, NodeJS.Timeout>();
  let turn = 0;
  const ready = (): readonly string[] => [...states].filter(([, isReady]) => isReady).map(([url]) => url);
  const look = async (url: string): Promise<void> => {
    states.set(
      url,
      await fetch(`${url}/readyz`).then(
        (answer) => answer.status === 200,
        () => false,
      ),
    );
    looks.set(
      url,
      setTimeout(() => void look(url), lookMs),
    );
  };
  const pass = (request: IncomingMessage, body: Buffer, response: ServerResponse, tried: readonly string[]): void => {
    const targets = ready().filter((url) => !tried.includes(url)),
      target = targets[(turn += 1) % targets.length];
    if (target === undefined) return void response.writeHead(bad).end('nobody is ready');
    const outgoing = send(
      new URL(request.url ?? '/', target),
      { agent, method: request.method, headers: { ...request.headers, connection: 'keep-alive' } },
      (answer) => {
        response.writeHead(answer.statusCode ?? bad, { ...answer.headers, connection: 'keep-alive' });
        answer.pipe(response);
      },
    );
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return pass(request, body, response, [...tried, target]);
      response.writeHead(bad).end(`lost at ${target}: ${error.code ?? error.message}`);
    });
    outgoing.end(body);
  };
  const server = createServer((request, response) => void bodyOf(request).then((body) => pass(request, body, response, [])));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    ready,
    add: (url) => void look(url),
    close: async () => {
      for (const timer of looks.values()) clearTimeout(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
