import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 };

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
