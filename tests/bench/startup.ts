import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { secret } from './database';
import { freePort, residentMiB, start } from './processes';
import { figure, tell, type Figure } from './report';

const program = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const maker = fileURLToPath(new URL('../../demo/demo.ts', import.meta.url));
const idleMs = 5000,
  patienceMs = 600_000,
  mostSeconds = 6,
  mostFirstSeconds = 20,
  mostMiB = 700,
  perSecond = 1000;

interface Measured {
  readonly seconds: number;
  readonly mib: number;
}
/** Starts the server, leaves it alone for a while, weighs it and stops it. */
const startOnce = async (env: Readonly<Record<string, string>>): Promise<Measured> => {
  const port = String(await freePort());
  const server = await start(
    program,
    { HOST: '127.0.0.1', PORT: port, AUTH_SECRET: secret, LOG_LEVEL: 'warn', NODE_ENV: 'development', ...env },
    'ready http',
    patienceMs,
  );
  try {
    await sleep(idleMs);
    return { seconds: server.startedInMs / perSecond, mib: residentMiB(server.child.pid!) };
  } finally {
    await server.stop();
  }
};

/** How long the server takes to start with the demo data, on either engine, and what it weighs when nobody asks anything. */
export const measureStart = async (databaseUrl: string): Promise<readonly Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dorsal-bench-'));
  try {
    tell('start: the image of the demo data');
    execFileSync(process.execPath, ['--import', 'tsx', maker, '--image']);
    tell('start: embedded, for the first time');
    const first = await startOnce({ DATABASE_URL: '', DATA_DIR: dataDir });
    tell('start: embedded, again');
    const second = await startOnce({ DATABASE_URL: '', DATA_DIR: dataDir });
    const embedded = [
      figure('first start with 60,000 inscriptions, embedded, from the image', first.seconds, 's', `<= ${mostFirstSeconds}`),
      figure('start with 60,000 inscriptions, embedded', second.seconds, 's', `<= ${mostSeconds}`),
      figure('memory at rest, embedded', second.mib, 'MiB', `<= ${mostMiB}`),
    ];
    tell('start: PostgreSQL');
    const server = await startOnce({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    return [
      ...embedded,
      figure('start, PostgreSQL', server.seconds, 's', `<= ${mostSeconds}`),
      figure('memory at rest, PostgreSQL', server.mib, 'MiB'),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};
