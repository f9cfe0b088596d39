import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createFront, type Target } from '../../../scripts/dev/createFront';

const servers: Server[] = [];
const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};
const backend = (answer: RequestListener): Promise<number> => listen(createServer(answer));
const frontOf = async (target: () => Promise<Target>): Promise<string> => `http://127.0.0.1:${await listen(createFront(target))}`;
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

test('passes a request and its answer on as they are', async () => {
  const port = await backend(
    (request, response) =>
      void bodyOf(request).then((body) => {
        response.writeHead(418, {
          'set-cookie': ['a=1', 'b=2'],
          'x-seen': `${request.method} ${request.url} ${request.headers['x-mine']}`,
        });
        response.end(body.toUpperCase());
      }),
  );
  const answer = await fetch(`${await frontOf(async () => ({ port }))}/v2/things?x=1`, {
    method: 'POST',
    body: 'tea',
    headers: { 'x-mine': 'yes' },
  });
  expect([answer.status, await answer.text(), answer.headers.get('x-seen'), answer.headers.getSetCookie()]).toEqual([
    418,
    'TEA',
    'POST /v2/things?x=1 yes',
    ['a=1', 'b=2'],
  ]);
});

test('holds a request until there is a server, and then it is answered by that one', async () => {
  let settle = (_target: Target): void => {},
    askedFor = (): void => {};
  const asked = new Promise<void>((resolve) => {
    askedFor = resolve;
  });
  const url = await frontOf(() => {
    askedFor();
    return new Promise((resolve) => {
      settle = resolve;
    });
  });
  const answer = fetch(url, { method: 'POST', body: 'kept' });
  await asked;
  settle({ port: await backend((request, response) => void bodyOf(request).then((body) => response.end(body))) });
  expect(await (await answer).text()).toBe('kept');
});

test('says why there is no server, in the shape of every error', async () => {
  const answer = await fetch(await frontOf(async () => ({ problem: 'server/app.ts:3 says nothing' })));
  expect([answer.status, await answer.json()]).toEqual([503, { statusCode: 503, message: 'server/app.ts:3 says nothing', errors: [] }]);
});

test('asks the next server again for what only reads, and repeats no write, when one ends before it answers', async () => {
  const seen: string[] = [];
  const dying = await backend((request, response) => {
    seen.push(request.method!);
    response.destroy();
  });
  const living = await backend((_request, response) => response.end('new'));
  const targets: Target[] = [{ port: dying }, { port: living }];
  const url = await frontOf(async () => targets.shift() ?? { port: living });
  expect(await (await fetch(url)).text()).toBe('new');
  targets.unshift({ port: dying });
  const refused = await fetch(url, { method: 'POST', body: 'pay' });
  expect([refused.status, seen]).toEqual([503, ['GET', 'POST']]);
});
