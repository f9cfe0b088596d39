import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type RunningServer } from '../../support/startServer';
import { test } from './test';

type Environment = Readonly<Record<string, string>>;

/**
 * Gives the tests of a file, or of a `describe`, a server and data of their own, which a second try finds as the first one did.
 *
 * Answers how to reach it while they run. `before` may work on the data folder before the server starts and says what else its environment holds.
 */
export const ownServer = (before: Environment | ((dataDir: string) => Promise<Environment>) = {}): (() => RunningServer) => {
  let server: RunningServer | undefined, folder: string;
  test.use({ baseURL: async ({}, give) => give(server?.url) });
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    folder = mkdtempSync(join(tmpdir(), 'dorsal-own-'));
    const dataDir = join(folder, 'data');
    server = await startServer({ DATA_DIR: dataDir, DEMO_INSCRIPTIONS: '1000', ...(typeof before === 'function' ? await before(dataDir) : before) });
  });
  test.afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => server!;
};
