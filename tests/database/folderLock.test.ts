import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseError } from '../../server/database/DatabaseError';
import { lockFolder } from '../../server/database/folderLock';
import { openDatabase } from '../../server/database/openDatabase';
import { ownIdentity } from '../../server/database/processIdentity';
import { fillFolder } from '../support/database';
import { longer } from '../support/limits';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const run = (script: string, ...args: string[]) => {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const said = new Promise<string>((done) => child.stdout.once('data', (data: Buffer) => done(String(data).trim())));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return { child, said, ended };
};
const ticket = (number: number, content: unknown): void => {
  mkdirSync(join(folder, 'lock'), { recursive: true });
  writeFileSync(join(folder, 'lock', `ticket.${number}`), typeof content === 'string' ? content : JSON.stringify(content));
};
const tickets = (): string[] => readdirSync(join(folder, 'lock')).sort();

test('a second process says that the folder is in use, and stops', longer, async () => {
  await fillFolder(folder);
  const first = run('holdFolder.ts', folder);
  expect(await first.said).toBe('open');
  const second = run('holdFolder.ts', folder);
  expect(await second.said).toContain(`is in use by process ${first.child.pid} on ${hostname()}`);
  expect(await second.ended).toBe(1);
  first.child.stdin!.end();
  expect(await first.ended).toBe(0);
  const third = await openDatabase({ dataDir: folder });
  expect((await third.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  await third.close();
});

test('a process that was killed leaves no lock and loses no committed row', longer, async () => {
  await fillFolder(folder);
  const first = run('holdFolder.ts', folder);
  expect(await first.said).toBe('open');
  first.child.kill('SIGKILL');
  await first.ended;
  const database = await openDatabase({ dataDir: folder });
  expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  await database.close();
});

test('of many processes that find the lock of a dead one, exactly one takes it', longer, async () => {
  ticket(3, { ...ownIdentity(), pid: 2 ** 22 + 1, released: false });
  const moment = String(Date.now() + 2500);
  const answers = await Promise.all(Array.from({ length: 4 }, () => run('drawLock.ts', folder, moment).said));
  expect(answers.sort()).toEqual(['held', 'refused', 'refused', 'refused']);
  expect(tickets()).toEqual(['ticket.4']);
});

test('the same process does not open its folder twice, and may after it let go', () => {
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(DatabaseError);
  unlock();
  lockFolder(folder)();
});

test('a process id that was given to another process holds nothing', () => {
  ticket(1, { ...ownIdentity(), started: 'another boot:1', released: false });
  lockFolder(folder)();
});

test('a half-written ticket holds nothing', () => {
  ticket(1, '{"pid": 1');
  lockFolder(folder)();
});

test('a living process of another machine holds the folder while it shows signs of life', () => {
  ticket(1, { host: 'elsewhere', pid: 1, started: 'x', released: false });
  expect(() => lockFolder(folder)).toThrow('on elsewhere');
});
