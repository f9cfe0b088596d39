import type { RunningServer } from '../../support/startServer';
import { seededCopy, startSeeded } from './startSeeded';
import { test } from './test';
import { patience } from '../../support/limits';

type Environment = Readonly<Record<string, string>>;
const startMs = 120_000 * patience;

/**
 * Gives the tests of a file a server and data of their own, for what another environment or a broken database does.
 *
 * Answers how to reach it while they run. `before` may work on the data folder before the server starts and says what its environment holds.
 */
export const ownServer = (before: Environment | ((dataDir: string) => Promise<Environment>)): (() => RunningServer) => {
  let server: RunningServer | undefined;
  test.describe.configure({ mode: 'default' }); // one after the other in one worker, which starts the server once
  test.use({ baseURL: async ({}, give) => give(server?.url), profile: null });
  test.beforeAll(async () => {
    test.setTimeout(startMs);
    if (typeof before !== 'function') {
      server = await startSeeded(before);
      return;
    }
    const dataDir = seededCopy();
    server = await startSeeded(await before(dataDir), dataDir);
  });
  test.afterAll(async () => {
    test.setTimeout(startMs);
    await server?.stop();
  });
  return () => server!;
};
