/** A disk that is full, once by others at once and once by what is left as a reserve, under writes: what was tried, acknowledged and lost. Needs a machine where a small file system in memory may be mounted. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../server/database/openDatabase';
import { startServer } from '../support/startServer';
import { lostOf, prepare, report, say, startWriters, usual } from './support/writers';

const clients = 8,
  leastWrites = 50,
  longestMs = 60_000,
  lookMs = 50,
  mebibyte = 1024 * 1024,
  keptFree = 512 * 1024;
const disk = mkdtempSync(join(tmpdir(), 'dorsal-disk-'));
const problems: string[] = [];

const mount = (): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > longestMs) throw new Error(`it took too long until ${what}`);
    await pause(lookMs);
  }
};

const tryWith = async (reserve: number): Promise<void> => {
  const dataDir = join(disk, `data-${reserve}`),
    ballast = join(disk, 'ballast');
  const fill = (): void => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - keptFree)));
  };
  const database = await openDatabase({ dataDir });
  const org = await prepare(database);
  await database.close();
  const env = { ...usual, DATA_DIR: dataDir, DISK_RESERVE_BYTES: String(reserve) };
  let server = await startServer(env);
  const readyz = async (): Promise<string> =>
    fetch(`${server.url}/readyz`).then(async (answer) => `${answer.status} ${await answer.text()}`, String);
  const tally = startWriters({ clients, org, url: () => server.url });
  const more = (): Promise<void> => {
    const before = tally.acknowledged.size;
    return until('writes are acknowledged', () => tally.acknowledged.size > before + leastWrites);
  };
  await more();
  fill();
  await until('writes are refused with 507', () => (tally.others.get('507') ?? 0) > leastWrites);
  await until('/readyz names the disk', async () => (await readyz()).startsWith('503') && (await readyz()).includes('disk'));
  const config = await fetch(`${server.url}/config.js`);
  if (config.status !== 200) problems.push(`pages answered ${config.status}`);
  say(`reserve ${reserve / mebibyte} MiB, full: ${await readyz()}`);
  rmSync(ballast);
  await more();
  if (!(await readyz()).startsWith('200')) problems.push(`/readyz: ${await readyz()}`);

  fill();
  await until('writes are refused again', () => (tally.others.get('507') ?? 0) > 2 * leastWrites);
  const inOrder = await server.stop();
  if (inOrder !== 0)
    problems.push(`a server that was asked to end while the disk was full ended with ${inOrder}: ${server.output().slice(-300)}`);
  say(`reserve ${reserve / mebibyte} MiB, asked to end while full: ${inOrder}`);
  rmSync(ballast);
  server = await startServer(env);
  await more();

  const refusedSoFar = tally.others.get('507') ?? 0;
  fill();
  await until('writes are refused a third time', () => (tally.others.get('507') ?? 0) > refusedSoFar + leastWrites);
  await server.stop('SIGKILL');
  const refusal = await startServer(env).then(
    async (started) => {
      await started.stop('SIGKILL');
      return 'it starts, and serves what can be read';
    },
    (error: Error) => error.message.split('\n').slice(1).join(' '),
  );
  say(`reserve ${reserve / mebibyte} MiB, killed and started while full: ${refusal}`);
  if (/\n? {4}at /.test(refusal)) problems.push('a stack trace instead of a sentence');
  rmSync(ballast);
  server = await startServer(env);
  await more();
  await tally.end();
  const code = await server.stop();
  if (code !== 0) problems.push(`the server ended with ${code}`);
  const after = await openDatabase({ dataDir });
  const lost = await lostOf(after.pool, tally.acknowledged);
  await after.close();
  if (!report(`full disk, reserve ${reserve / mebibyte} MiB`, tally, lost)) problems.push(`${lost.length} acknowledged writes are lost`);
  for (const [kind, count] of tally.others) if (!/^(503|507|0)/.test(kind)) problems.push(`${count} x ${kind}`);
  rmSync(dataDir, { recursive: true, force: true });
};

if (mount()) {
  try {
    for (const reserve of [0, 64 * mebibyte]) await tryWith(reserve);
  } finally {
    execFileSync('umount', [disk]);
  }
} else say('No file system may be mounted here: only tests/database/diskFull.test.ts was tried.');
rmSync(disk, { recursive: true, force: true });
for (const problem of problems) say(`NOT GOOD: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
