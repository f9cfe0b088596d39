import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './processes';
import { figure, tell, type Figure } from './report';

const project = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['server', 'demo', 'src', 'locales', 'scripts', 'package.json', 'tsconfig.json'];
const saves = 3,
  lookMs = 20,
  patienceMs = 120_000,
  mostSeconds = 3,
  perSecond = 1000;

/** Asks until the server answers as expected; answers how many seconds that took. */
const answered = async (url: string, expected: string): Promise<number> => {
  const began = performance.now();
  while (performance.now() - began < patienceMs) {
    const text = await fetch(`${url}/healthz`).then(
      (answer) => answer.text(),
      () => '',
    );
    if (text.includes(expected)) return (performance.now() - began) / perSecond;
    await sleep(lookMs);
  }
  throw new Error(`npm run dev did not answer "${expected}"`);
};

/** How long after a save `npm run dev` answers with the new code, in a copy of the project with an empty embedded database. */
export const measureRestart = async (): Promise<readonly Figure[]> => {
  tell('dev: from a save to an answer of the new server');
  const copy = mkdtempSync(join(tmpdir(), 'dorsal-bench-dev-'));
  for (const part of parts) cpSync(join(project, part), join(copy, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  const port = String(await freePort()),
    url = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _url, NODE_ENV: _mode, ...env } = process.env;
  const dev = spawn(process.execPath, ['scripts/dev.mjs', '--server-only'], {
    cwd: copy,
    env: { ...env, PORT: port, DEMO: 'off', LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => dev.once('close', resolve));
  try {
    await answered(url, 'ok');
    const file = join(copy, 'server/health.ts');
    const seconds: number[] = [];
    for (let save = 1; save <= saves; save += 1) {
      const text = readFileSync(file, 'utf8').replace(/status: '(?:ok|saved \d)'/, `status: 'saved ${save}'`);
      writeFileSync(file, text);
      seconds.push(await answered(url, `saved ${save}`));
    }
    return [figure('npm run dev: from a save to an answer of the new server', seconds.sort((a, b) => a - b)[1]!, 's', `<= ${mostSeconds}`)];
  } finally {
    dev.kill('SIGTERM');
    await ended;
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
};
