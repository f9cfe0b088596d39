import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { anyPort } from '../../../scripts/dev/freePort';
import { PortError, takePorts } from '../../../scripts/dev/takePorts';

const servers: Server[] = [];
const front = (): Server => {
  const server = createServer();
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

test('takes the ports that are asked for', async () => {
  const port = await anyPort(),
    page = await anyPort();
  expect(await takePorts(front(), '127.0.0.1', { PORT: String(port), PAGE_PORT: ` ${page} ` })).toEqual({ port, page });
});

test('gives a second checkout the next pair, each pair as far from the first as the other of it', async () => {
  const one = await takePorts(front(), '127.0.0.1', {}),
    two = await takePorts(front(), '127.0.0.1', {});
  expect(two.port).toBeGreaterThan(one.port);
  expect([one.page - one.port, two.page - two.port]).toEqual([5173 - 3000, 5173 - 3000]);
});

test('says which port is in use, and refuses what is none', async () => {
  const taken = await takePorts(front(), '127.0.0.1', {});
  await expect(takePorts(front(), '127.0.0.1', { PORT: String(taken.port) })).rejects.toThrow(
    `Port ${taken.port} is in use; choose another one with PORT, or leave it out.`,
  );
  const page = createServer().listen(0, 'localhost');
  servers.push(page);
  await new Promise((resolve) => page.once('listening', resolve));
  const { port } = page.address() as { port: number };
  await expect(takePorts(front(), '127.0.0.1', { PAGE_PORT: String(port) })).rejects.toThrow(PortError);
  await expect(takePorts(front(), '127.0.0.1', { PORT: 'many' })).rejects.toThrow(
    'PORT is "many"; it takes a whole number from 1 to 65535.',
  );
});
