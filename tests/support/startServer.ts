import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bundledServer } from './bundledServer';
import { patience } from './limits';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startMs = 60_000 * patience,
  stopMs = 30_000,
  mostPorts = 3;

/** A server of the product in a process of its own. */
export interface RunningServer {
  /** Where it listens itself, whatever its public origin is. */
  readonly url: string;
  readonly pid: number;
  /** What it printed on standard output and standard error. */
  readonly output: () => string;
  readonly stdout: () => string;
  /** Sends a signal and answers the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** A port that nobody has now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
      });
  });

const startOn = async (port: number, env: Readonly<Record<string, string>>, awaited: RegExp): Promise<RunningServer> => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'NODE_ENV', 'PUBLIC_ORIGIN', 'APP_ORIGINS'].includes(name)),
  );
  const child = spawn(process.execPath, [await bundledServer()], {
    cwd: root,
    env: { ...inherited, PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '',
    stderr = '',
    all = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the server was not ready in time:\n${all}`));
    }, startMs);
    const hear = (said: string): void => {
      if (!awaited.test(said)) return;
      clearTimeout(late);
      resolve();
    };
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      all += chunk.toString();
      hear(stderr);
    });
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      all += chunk.toString();
      hear(stdout);
    });
    void ended.then((code) => {
      clearTimeout(late);
      reject(new Error(`the server ended with ${code}:\n${all}`));
    });
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
    const code = await ended;
    clearTimeout(late);
    return code;
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, output: () => all, stdout: () => stdout, stop };
};

/** Starts `server/main.ts`, as one module, and waits until it says something, by default that it is ready; rejects with what it printed when it ends before. */
export const startServer = async (env: Readonly<Record<string, string>>, awaited = /^ready \S+$/m): Promise<RunningServer> => {
  for (let left = env['PORT'] === undefined ? mostPorts : 1; ; left -= 1) {
    try {
      return await startOn(await freePort(), env, awaited);
    } catch (error) {
      // Somebody else may take a port between the moment it was found free and the moment the server asks for it.
      if (left === 1 || !(error as Error).message.includes('EADDRINUSE')) throw error;
    }
  }
};
