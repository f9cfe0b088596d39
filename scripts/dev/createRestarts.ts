import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Target } from './createFront';
import { anyPort } from './freePort';

const script = fileURLToPath(new URL('./serverProcess.mjs', import.meta.url));
/** A server that still answers somebody after this time delays its successor. */
const stopMs = 3000,
  finalStopMs = 60_000;
const keptText = 4000;
/** Lines that a server prints at each start, which nobody reads twice. */
const isUsual = /^ready \S+$|^(sign in|letters:) http|^password: |^\S+@\S+$|^\w+ is absent: no |^payment gateway: local/;

interface ServerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly ready: Promise<void>;
  /** Its last error. */
  readonly said: () => string;
  isStarted: boolean;
}

/** How the server process is run. */
export interface RestartOptions {
  readonly root: string;
  /** The environment of the server; its port is chosen at each start. */
  readonly env: Readonly<Record<string, string>>;
  readonly onReady: (how: { readonly isFirst: boolean; readonly seconds: number }) => void;
  readonly onProblem: () => void;
}
/** The server, one process after another. */
export interface Restarts {
  /** Starts the newest code; the running server finishes its work and ends. */
  restart(): void;
  /** The address of the newest server, once it is known. */
  target(): Promise<Target>;
  stop(): Promise<void>;
}

const stopChild = async ({ child, ended, isStarted }: ServerProcess, graceMs: number): Promise<void> => {
  const late = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.kill(isStarted ? 'SIGTERM' : 'SIGKILL');
  await ended;
  clearTimeout(late);
};

/** Starts a process that loads its packages and then waits for a message to start the server. */
const prepare = (root: string, isShown: (line: string) => boolean): ServerProcess => {
  const child = fork(script, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  let errors = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve) =>
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (isShown(line)) process.stdout.write(`${line}\n`);
      if (/^ready \S+$/.test(line)) resolve();
    }),
  );
  createInterface({ input: child.stderr! }).on('line', (line) => {
    if (isShown(line)) process.stderr.write(`${line}\n`);
    errors = `${errors}${line}\n`.slice(-keptText);
  });
  return { child, ended, ready, said: () => errors.trim(), isStarted: false };
};

/** Runs the server in a process that is replaced by a fresh one at each restart; the next one waits with its packages loaded. */
export const createRestarts = ({ root, env, onReady, onProblem }: RestartOptions): Restarts => {
  let hasBeenReady = false,
    isEnding = false,
    newest = 0;
  let now: Target | null = null;
  const waiting = new Set<(target: Target) => void>();
  const become = (target: Target | null): void => {
    now = target;
    if (!target) return;
    for (const answer of waiting) answer(target);
    waiting.clear();
  };
  const spawn = (): ServerProcess => prepare(root, (line) => !hasBeenReady || !isUsual.test(line));
  let current: ServerProcess | null = null,
    spare: ServerProcess | null = spawn();
  const problemOf = (server: ServerProcess, code: number | null): Target => ({
    problem: server.said() || `The server ended with code ${code}.`,
  });

  const begin = async (server: ServerProcess): Promise<Target> => {
    const port = await anyPort();
    server.isStarted = true;
    if (server.child.connected) server.child.send({ env: { ...env, HOST: '127.0.0.1', PORT: String(port) } });
    return Promise.race([server.ready.then((): Target => ({ port })), server.ended.then((code) => problemOf(server, code))]);
  };
  const restart = async (): Promise<void> => {
    if (isEnding) return;
    const since = performance.now(),
      mine = (newest += 1),
      before = current;
    const isNewest = (): boolean => mine === newest && !isEnding;
    become(null);
    if (before) void stopChild(before, stopMs);
    const server = spare ?? spawn();
    current = server;
    spare = null;
    const target = await begin(server);
    if (!isNewest()) return;
    become(target);
    spare = spawn();
    if ('problem' in target) {
      onProblem();
      return;
    }
    onReady({ isFirst: !hasBeenReady, seconds: (performance.now() - since) / 1000 });
    hasBeenReady = true;
    const code = await server.ended;
    if (!isNewest()) return;
    become(problemOf(server, code));
    onProblem();
  };

  return {
    restart: () => void restart(),
    target: () =>
      now
        ? Promise.resolve(now)
        : new Promise((resolve) => {
            waiting.add(resolve);
          }),
    stop: async () => {
      isEnding = true;
      await Promise.all([current && stopChild(current, finalStopMs), spare && stopChild(spare, finalStopMs)]);
    },
  };
};
