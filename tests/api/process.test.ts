import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/startServer';

const folder = mkdtempSync(join(tmpdir(), 'dorsal-process-'));
const env = { DATA_DIR: join(folder, 'data'), DEMO_INSCRIPTIONS: '1000' };
const running: RunningServer[] = [];
const start = async (changes: Readonly<Record<string, string>> = {}): Promise<RunningServer> => {
  const server = await startServer({ ...env, ...changes });
  running.push(server);
  return server;
};
const refusal = (changes: Readonly<Record<string, string>> = {}): Promise<string> => start(changes).then((server) => `ready at ${server.url}`, (error: Error) => error.message);
afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('keeps its data through Ctrl-C, prints only where it is and who may enter, and shares its folder with nobody', { timeout: 180_000 }, async () => {
  const first = await start();
  const lines = first.stdout().trim().split('\n');
  expect(lines[0]).toBe(`ready ${first.url}`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

  const second = await refusal();
  expect(second).toContain('the server ended with 1');
  expect(second).toContain('is in use by process');

  expect(await first.stop('SIGINT')).toBe(0);
  const again = await start();
  expect(again.output()).not.toContain('demo inscriptions');
  await expect.poll(() => again.stdout()).toMatch(/^organizer@demo\.test$/m);
  await expect.poll(() => again.stdout()).toMatch(/^password: \S+$/m);
  expect((await fetch(`${again.url}/api/auth/signin`)).status).toBe(200);
  expect(await again.stop('SIGTERM')).toBe(0);
});

test('names the variable that has a wrong value, and does not start', async () => {
  expect(await refusal({ PORT: 'many' })).toContain('PORT is "many"; it takes a whole number');
});

test('knows no demo account in production', { timeout: 120_000 }, async () => {
  const server = await start({ NODE_ENV: 'production' });
  expect(server.stdout()).not.toContain('demo.test');
  await server.stop();
});
