import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillFolder } from '../../support/database';
import { longer } from '../../support/limits';
import { anyPort } from '../../../scripts/dev/freePort';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const health = "app.get('/healthz', async () => ({ status: 'ok' }));";
/** Says which code answers, since when the engine runs, and how many rows a table has that gets one more at each question. */
const probe = (version: string): string => `app.get('/healthz', async () => {
  await pool.query('create table if not exists public.asked (number serial)');
  await pool.query('insert into public.asked default values');
  const { rows } = await pool.query('select pg_postmaster_start_time() as since, (select count(*)::int from public.asked) as asked');
  return { version: '${version}', ...rows[0] };
});`;

let copy = '',
  url = '',
  output = '',
  running: ChildProcess;
const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
};
const ask = async (): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
  const answer = await fetch(`${url}/healthz`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** Waits until what is printed from now on, or since a place in it, says something. */
const hear = (wanted: RegExp, since = output.length): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (wanted.test(output.slice(since))) resolve();
    };
    for (const stream of [running.stdout!, running.stderr!]) stream.on('data', look);
    running.once('close', () => reject(new Error(`npm run dev ended:\n${output}`)));
    look();
  });

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'dorsal-dev-'));
  for (const name of ['server', 'demo', 'src', 'locales', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(join(project, name), join(copy, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  edit('server/health.ts', health, probe('one'));
  await fillFolder(join(copy, 'data'));
  const port = await anyPort();
  url = `http://127.0.0.1:${port}`;
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'NODE_ENV', 'PUBLIC_ORIGIN', 'APP_ORIGINS'].includes(name)),
  );
  running = spawn(process.execPath, ['scripts/dev.mjs', '--server-only'], {
    cwd: copy,
    env: { ...inherited, PORT: String(port), DATA_DIR: join(copy, 'data'), DEMO: 'off', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [running.stdout!, running.stderr!])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await hear(/^ready http:\/\/localhost:\d+$/m, 0);
}, longer.timeout);
afterAll(async () => {
  if (running.exitCode === null) {
    const ended = new Promise((resolve) => running.once('close', resolve));
    running.kill('SIGKILL');
    await ended;
  }
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
});

test(
  'a save is answered by the new code, one that cannot start says why, and the database stays open with its data',
  async () => {
    const before = await ask();
    expect(before.body).toMatchObject({ version: 'one', asked: 1 });

    const refused = hear(/The server does not run; the next save tries again/);
    edit('src/resources/waves/waves.ts', "title: 'name'", "title: 'nothing'");
    await refused;
    expect(await ask()).toMatchObject({
      status: 503,
      body: { statusCode: 503, message: expect.stringContaining('R015 waves.nothing is the title and is no field of waves.') },
    });

    const again = hear(/^restarted in /m);
    edit('server/health.ts', "version: 'one'", "version: 'two'");
    edit('src/resources/waves/waves.ts', "title: 'nothing'", "title: 'name'");
    // Held back while the server starts, and answered by the new one.
    const [held] = await Promise.all([ask(), again]);
    expect(held.status === 503 || held.body['version'] === 'two').toBe(true);
    const after = await ask();
    expect(after).toMatchObject({ status: 200, body: { version: 'two', since: before.body['since'] } });
    expect(after.body['asked']).toBeGreaterThan(1);

    const ended = new Promise((resolve) => running.once('close', resolve));
    running.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
  longer.timeout,
);
