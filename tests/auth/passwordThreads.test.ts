import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPasswords } from '../../server/auth/passwords';

const threadsOfProcess = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

/** Takes every thread that the process shares among files, pictures and keys: each waits in a pipe until somebody writes there. */
const takeAllThreads = (): (() => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-threads-'));
  const pipes = Array.from({ length: threadsOfProcess }, (_, number) => join(folder, String(number)));
  execFileSync('mkfifo', pipes);
  const opening = pipes.map((pipe) => open(pipe, 'r'));
  return async () => {
    const writers = pipes.map((pipe) => openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
    for (const reader of await Promise.all(opening)) await reader.close();
    writers.forEach(closeSync);
    rmSync(folder, { recursive: true });
  };
};

test('a password is judged while every shared thread of the process is taken', async () => {
  const passwords = createPasswords('a secret of tests that is long enough');
  const stored = await passwords.hash('una frase larga y secreta');
  const release = takeAllThreads();
  try {
    expect(await passwords.verify(stored, 'una frase larga y secreta')).toBe(true);
    expect(await passwords.verify(stored, 'otra frase')).toBe(false);
    expect(await passwords.verify(null, 'otra frase')).toBe(false);
  } finally {
    await release();
  }
});
