import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { readFileSync } from 'node:fs';

/** A port that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { readonly port: number };
        server.close(() => resolve(port));
      });
  });

export interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly startedInMs: number;
  readonly stop: () => Promise<void>;
}
/** Starts a TypeScript program and waits until it prints a word. */
export const start = (file: string, env: Readonly<Record<string, string>>, word: string, patienceMs = 120_000): Promise<Running> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    process.once('exit', () => child.kill('SIGTERM')); // whatever ends this process ends what it started
    let output = '',
      ready = false;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      await gone;
    };
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${file} did not say "${word}":\n${output}`));
    }, patienceMs);
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-100_000);
      if (ready || !output.includes(word)) return;
      ready = true;
      clearTimeout(late);
      resolve({ child, output: () => output, startedInMs: performance.now() - began, stop });
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => {
      if (!ready) {
        clearTimeout(late);
        reject(new Error(`${file} ended with ${code}:\n${output}`));
      }
    });
  });

/** Resident memory of a process in MiB, as the kernel counts it. */
export const residentMiB = (pid: number): number => {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((each) => each.startsWith('VmRSS'));
  return Number(line?.match(/\d+/)?.[0] ?? Number.NaN) / 1024;
};
