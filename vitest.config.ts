import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { patience } from './tests/support/limits';
import './scripts/lib/freshIndexes.mjs';

const alias = {
  '@server': fileURLToPath(new URL('./server', import.meta.url)),
  '@': fileURLToPath(new URL('./src', import.meta.url)),
};
/** As Node resolves it for the server and for mercurius: two copies of graphql do not know each other's types. */
const serverAlias = { ...alias, graphql: fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url)) };
/** Modules are loaded once for each worker, not for each file, so a test file must leave no state behind. */
const common: TestUserConfig = {
  isolate: false,
  testTimeout: 15_000 * patience,
  hookTimeout: 60_000 * patience,
  expect: { poll: { timeout: 5_000 * patience } },
};
/** Every test without a page: on PostgreSQL if there is one, otherwise on the embedded database. */
const serverTests = ['tests/{contract,database,api,auth,unit,demo,load,upgrade}/**/*.test.ts'];
/**
 * What can differ on the embedded database: the engine itself, types, search, locks, a crash, and one file of each area. `npm run
 * test:long` runs every server test there.
 */
const embeddedTests = [
  'tests/database/*.test.ts',
  'tests/upgrade/*.test.ts',
  'tests/contract/fields.test.ts',
  'tests/api/{lists,search,runs,jobs,live,liveRows,blockedCalls,people,results,kits,holds,portions,timeLimits,downloads,downloadJobs}.test.ts',
  'tests/api/registration/{documents,invariants}.test.ts',
  'tests/auth/server.test.ts',
];
/** These use no engine, name theirs, or ask what does not depend on it, so they run once. */
const sameOnBoth = [
  'tests/database/{folderLock,generateMigration,diskFull,liveCopy,otherVersion}.test.ts',
  // The same statements on either engine; upgrade.test.ts migrates the data of every release on both.
  'tests/database/{migrateDatabase,rules}.test.ts',
  'tests/upgrade/refusedStart.test.ts',
];
/**
 * Tests that replace a module of the product with `vi.mock`, or install plugins: each file loads everything again, because modules of other
 * files would stay.
 */
const replacingTests = ['tests/views/{antdTheme,show,errorReporting,plugins}.test.{ts,tsx}'];
const page: TestUserConfig = {
  ...common,
  environment: 'jsdom',
  setupFiles: ['tests/support/fixedSeed.ts', 'tests/views/support/browser.ts'],
  server: { deps: { inline: [/@refinedev\//, /react-router/] } },
};
const server: TestUserConfig = {
  ...common,
  environment: 'node',
  setupFiles: ['tests/support/fixedSeed.ts'],
  globalSetup: ['tests/support/globalSetup.ts'],
};

export default defineConfig({
  test: {
    maxWorkers: Number(process.env['TEST_WORKERS'] ?? availableParallelism()),
    projects: [
      { resolve: { alias: serverAlias }, test: { ...server, name: 'server', include: serverTests } },
      {
        resolve: { alias: serverAlias },
        test: { ...server, name: 'embedded', include: embeddedTests, exclude: sameOnBoth, env: { TEST_DATABASE_URL: '' } },
      },
      {
        resolve: { alias: serverAlias },
        test: {
          ...page,
          name: 'views',
          include: ['tests/{views,auth}/**/*.test.tsx', 'tests/views/**/*.test.ts'],
          exclude: replacingTests,
        },
      },
      { resolve: { alias }, test: { ...page, name: 'replaced', include: replacingTests, isolate: true } },
    ],
  },
});
