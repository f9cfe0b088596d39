import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bodyLimits, watchedByNode } from '../../server/limitBodies';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, port: number;
const open = new Set<Socket>();

beforeAll(async () => {
  world = await openWorld({ bodies: { bodyMs: 150, formMs: 1200 } });
  await addPerson(world.pool, 'olga', [{ org: await add.organization(world.pool, 'Alfa'), profile: 'organizer' }]);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.app.server.address() as AddressInfo);
});
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});
afterAll(() => world.close());

/** Sends the head of a request and then a byte now and then, until the server closes; answers what it said, and after how long. */
const trickle = async (
  path: string,
  type: string,
  begin = 'x',
  authorization = '',
): Promise<{ readonly said: string; readonly ms: number }> => {
  const socket = connect(port, '127.0.0.1');
  open.add(socket);
  await once(socket, 'connect');
  const began = performance.now();
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${type}`,
    'content-length: 100000',
    `authorization: ${authorization}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${begin}`);
  const more = setInterval(() => socket.writable && socket.write('x'), 20);
  let said = '';
  socket.setEncoding('utf8').on('data', (data: string) => {
    said += data;
  });
  socket.on('error', () => {}); // bytes that were on their way when it closed
  await new Promise((closed) => socket.once('close', closed)); // `once` of Node would fail with the error
  clearInterval(more);
  return { said, ms: performance.now() - began };
};
const form = ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'] as const;

describe('a body that arrives too slowly', () => {
  test.each([
    ['to a list of a service', '/v2/event/events'],
    ['to GraphQL', '/v2/event/_/graphql'],
    ['to nothing that there is', '/nowhere'],
  ])('%s is answered 408 in words, and its connection is closed', async (_where, path) => {
    const { said, ms } = await trickle(path, 'application/json');
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(said).toContain('connection: close');
    expect(said).toMatch(/"code":"BODY_TOO_SLOW"/);
    expect(said).toMatch(/"message":"La solicitud no llegó completa a tiempo/);
    expect(ms).toBeGreaterThan(140);
  });

  test('keeps no connection where it was refused by its head: at the sign-in, and as a form of nobody', async () => {
    const [signIn, upload] = await Promise.all([
      trickle('/api/auth/callback/credentials', 'application/x-www-form-urlencoded'),
      trickle('/api/upload', ...form),
    ]);
    expect(signIn.said).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(upload.said).toMatch(/^HTTP\/1\.1 401 /);
    expect(upload.ms).toBeGreaterThan(signIn.ms);
  });

  test('of a form with files has a longer limit of its own', async () => {
    const { said, ms } = await trickle('/api/upload', ...form, world.as('olga', 1).authorization);
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeGreaterThan(1100);
  });

  test('is nothing to one that arrives in time', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/event/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });
});

test('heads and unread requests are watched by the server of Node, with limits of their own', () => {
  const { requestTimeout, http } = watchedByNode(bodyLimits);
  expect(bodyLimits.bodyMs).toBeLessThanOrEqual(30_000);
  expect(requestTimeout).toBeGreaterThan(bodyLimits.formMs);
  expect(http.headersTimeout).toBeLessThan(requestTimeout);
});
