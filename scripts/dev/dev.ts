import { spawn, type ChildProcess } from 'node:child_process';
import { ConfigError, readConfig } from '../../server/config';
import { DatabaseError } from '../../server/database/DatabaseError';
import { openEngine } from '../../server/database/openDatabase';
import { writeIndexes } from '../lib/folderIndexes.mjs';
import { root, tools } from '../lib/run.mjs';
import { createFront } from './createFront';
import { createRestarts, type Restarts } from './createRestarts';
import { serveEngine } from './serveEngine';
import { PortError, takePorts } from './takePorts';
import { watchSources } from './watchSources';

/** The code that this process itself has loaded to keep the database open; changes of it apply with the next `npm run dev`. */
const isKept =
  /^server[\\/](config(Variables)?|database[\\/](openDatabase|diskWatch|embeddedPool|faults|hosts|keptEngine|folderLock|processIdentity|wireTypes))\.ts$/;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

const startPage = (page: number, server: string, onEnd: (code: number) => void): ChildProcess => {
  const [command, ...args] = [...tools.vite, '--host', 'localhost', '--port', String(page), '--strictPort', '--clearScreen', 'false'];
  return spawn(command!, args, { cwd: root, env: { ...process.env, DORSAL_SERVER: server }, stdio: 'inherit' }).once('exit', (code) =>
    onEnd(code ?? 0),
  );
};

/**
 * Keeps the database open and replaces the server when its files change; the page reloads itself. With `hasPage` false only the server
 * runs.
 */
export const dev = async ({ hasPage }: { readonly hasPage: boolean }): Promise<void> => {
  const closers: (() => unknown)[] = [];
  let restarts: Restarts | null = null,
    page: ChildProcess | null = null,
    isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    if (page?.exitCode === null) page.kill('SIGTERM');
    await restarts?.stop();
    for (const close of closers.toReversed()) await close();
    process.exit(code);
  };
  const fail = (error: unknown): void => {
    const isKnown = error instanceof ConfigError || error instanceof DatabaseError || error instanceof PortError;
    tell(isKnown ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
    void end(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

  try {
    const { host, dataDir, databaseUrl } = readConfig({ ...process.env, PORT: undefined });
    const front = createFront(() => restarts!.target());
    const ports = await takePorts(front, host, process.env);
    closers.push(() => {
      front.close();
      front.closeAllConnections();
    });
    const server = `http://127.0.0.1:${ports.port}`,
      origin = `http://localhost:${ports.page}`;
    const origins = [process.env['APP_ORIGINS'], `http://127.0.0.1:${ports.page}`, server, `http://localhost:${ports.port}`]
      .filter(Boolean)
      .join(',');
    // The browser only sees the page's address, so cookies, redirects and the Origin gate must use it. Cookies ignore ports, so each
    // checkout has different names.
    const env: Record<string, string> = {
      PUBLIC_ORIGIN: process.env['PUBLIC_ORIGIN'] ?? origin,
      APP_ORIGINS: origins,
      COOKIE_SUFFIX: process.env['COOKIE_SUFFIX'] ?? `-${ports.page}`,
    };
    restarts = createRestarts({
      root,
      env,
      onReady: ({ isFirst, seconds }) => {
        if (!isFirst) say(`restarted in ${seconds.toFixed(1)} s`);
        if (isFirst && !isEnding) say(`server ${server}`);
        if (hasPage && !page && !isEnding) page = startPage(ports.page, server, (code) => void end(code));
      },
      onProblem: () => tell('The server does not run; the next save tries again.'),
    });
    if (!databaseUrl) {
      const engine = await openEngine({ dataDir });
      closers.push(() => engine.close());
      const served = await serveEngine(engine.lite, (error) => {
        if (!isEnding) fail(error);
      });
      closers.push(() => served.close());
      env['DORSAL_EMBEDDED'] = served.address;
    }
    if (isEnding) return;
    closers.push(
      watchSources(root, (files) => {
        say(`changed ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`);
        try {
          for (const index of writeIndexes()) say(`wrote   ${index}, from the folders`);
        } catch (error) {
          tell((error as Error).message);
        }
        if (files.some((file) => isKept.test(file)))
          tell('Part of that keeps the database open: it counts in full when npm run dev is started again.');
        restarts!.restart();
      }),
    );
    restarts.restart();
  } catch (error) {
    fail(error);
  }
};
