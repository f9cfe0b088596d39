import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };
/** Whoever waits this long hangs: the processors and the disk of a shared machine stand still for most of a minute now and then. */
const timeouts = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...timeouts,
          name: 'unit',
          environment: 'node',
          include: ['tests/{types,contract,database,api,auth,unit,demo,load}/**/*.test.ts'],
          globalSetup: ['tests/support/globalSetup.ts'],
          typecheck: { enabled: true, include: ['tests/types/**/*.test-d.ts'], tsconfig: './tsconfig.json', ignoreSourceErrors: true },
        },
      },
      {
        resolve: { alias },
        test: {
          ...timeouts,
          name: 'views',
          environment: 'jsdom',
          include: ['tests/{views,auth}/**/*.test.tsx', 'tests/views/**/*.test.ts'],
          server: { deps: { inline: [/@refinedev\//, /react-router/] } },
        },
      },
    ],
  },
});
