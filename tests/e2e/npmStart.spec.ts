import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { freePort } from '../support/startServer';
import { seededCopy } from './support/startSeeded';
import { expect, noisyTest as test } from './support/test';
import { patience } from '../support/limits';

/** The client is built by now, which `npm start` would otherwise do first. */
test('a server that npm start began ends with npm, and gives back its port and its data folder', async () => {
  test.setTimeout(180_000 * patience);
  const port = await freePort(),
    dataDir = seededCopy();
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    DATABASE_URL: '',
    NODE_ENV: '',
  };
  // A group of its own, so that whatever is left of it can be ended.
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  const closed = new Promise<void>((resolve) => {
    npm.once('close', () => resolve()); // when nobody holds its output any more: neither npm nor what it started
  });
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  try {
    await expect.poll(() => said, { timeout: 120_000 * patience }).toMatch(/^ready /m);
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
    expect(await answers()).toBe(true);
    npm.kill('SIGTERM');
    await expect.poll(answers, { timeout: 30_000 * patience }).toBe(false);
    await Promise.race([
      closed,
      new Promise((_, reject) => setTimeout(() => reject(new Error(`something of it is left:\n${said}`)), 30_000 * patience)),
    ]);
  } finally {
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {
      // nothing is left of it
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
});
