import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLong } from '../support/effort';
import { copyFolder } from '../../demo/demoImage';
import { seededFolder } from '../support/seededFolder';
import { startServer, type RunningServer } from '../support/startServer';
import { longer } from '../support/limits';

const folder = mkdtempSync(join(tmpdir(), 'dorsal-process-'));
const env = { DATA_DIR: join(folder, 'data'), DEMO_INSCRIPTIONS: '1000' };
const running: RunningServer[] = [];
const start = async (changes: Readonly<Record<string, string>> = {}, awaited?: RegExp): Promise<RunningServer> => {
  const server = await startServer({ ...env, ...changes }, awaited);
  running.push(server);
  return server;
};
const refusal = (changes: Readonly<Record<string, string>> = {}): Promise<string> =>
  start(changes).then(
    (server) => `ready at ${server.url}`,
    (error: Error) => error.message,
  );
afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('keeps its data through Ctrl-C, prints only where it is and who may enter, and shares its folder with nobody', longer, async () => {
  copyFolder(await seededFolder(), env.DATA_DIR);
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

/** Filling a folder takes long, and it ends alike by either signal. */
const signals = isLong ? (['SIGINT', 'SIGTERM'] as const) : [];
test.each(signals)('ends at once on %s while the first demo data is written, and leaves its folder free', longer, async (signal) => {
  const DATA_DIR = join(folder, signal);
  const filling = await start({ DATA_DIR, DEMO_INSCRIPTIONS: '200000' }, /^demo inscriptions 0 %$/m);
  expect(await filling.stop(signal), 'a stop that takes longer than the grace of the server ends with 1').toBe(0);
  expect(filling.output()).not.toMatch(/ready|Error/);
  const [ticket] = readdirSync(join(DATA_DIR, 'lock'));
  expect(JSON.parse(readFileSync(join(DATA_DIR, 'lock', ticket!), 'utf8'))).toMatchObject({ released: true });
});

test.each(signals)('begins the demo data again where the first start was stopped by %s', longer, async (signal) => {
  const again = await start({ DATA_DIR: join(folder, signal) });
  expect(again.output()).toContain('demo inscriptions');
  await expect.poll(() => again.stdout()).toMatch(/^organizer@demo\.test$/m);
  expect(await again.stop()).toBe(0);
});

test('names the variable that has a wrong value, and does not start', longer, async () => {
  expect(await refusal({ PORT: 'many' })).toContain('PORT is "many"; it takes a whole number');
});

test('says in one sentence that its data folder cannot be written, and does not start', longer, async () => {
  writeFileSync(join(folder, 'file'), '');
  const said = await refusal({ DATA_DIR: join(folder, 'file', 'data') });
  expect(said).toContain('the server ended with 1');
  expect(said).toMatch(
    /^The data folder .*file.data cannot be written \(.*\)\. Let the user who runs Dorsal write there, or choose another folder with DATA_DIR\.$/m,
  );
  expect(said).not.toContain('    at ');
});

test('knows no demo account in production', longer, async () => {
  const server = await start({ NODE_ENV: 'production', DRAIN_SECONDS: '0' });
  expect(server.stdout()).not.toContain('demo.test');
  await server.stop();
});
