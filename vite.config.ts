import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import './scripts/lib/freshIndexes.mjs';
import { pluginsInClient } from './scripts/lib/pluginsInClient.mjs';

const server = process.env['DORSAL_SERVER'] ?? 'http://127.0.0.1:3000';
/**
 * The paths that the server answers in development; everything else is the page. Texts that the gallery imports as modules have a query.
 */
const proxied = ['/api', '/v2', '/sign/', '/claim/', '/e/', '/s/', '/site/', '^/locales/[^?]*$', '/config.js', '/uploads'];

/** Packages without side effects on import: without this the bundler keeps whole editors that no screen uses. */
const pure =
  /node_modules[\\/](rc-[a-z-]+|@rc-component[\\/][a-z-]+|antd|react-markdown|remark-gfm|remark-parse|remark-rehype|sunflower-antd|micromark[^\\/]*|mdast-util[^\\/]*|unified|vfile|style-to-object|papaparse|@ant-design[\\/]pro-[a-z]+|pluralize|property-information|@refinedev[\\/]devtools-internal|graphql|graphql-request|graphql-tag|lodash|lodash-es|qs|side-channel)[\\/]/;

export default defineConfig({
  plugins: [pluginsInClient(), react()],
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('src', import.meta.url)) },
      // The same functions in fewer bytes: the client parses and prints queries, and reads addresses.
      { find: /^graphql$/, replacement: '@0no-co/graphql.web' },
      { find: /^qs$/, replacement: fileURLToPath(new URL('src/qs.ts', import.meta.url)) },
      { find: /^lodash$/, replacement: 'lodash-es' },
      { find: /^lodash\/([a-zA-Z]+)(\.js)?$/, replacement: 'lodash-es/$1.js' },
    ],
    dedupe: ['antd', 'react', 'react-dom', 'react-router'],
  },
  server: { port: 5173, proxy: Object.fromEntries(proxied.map((path) => [path, server])) },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: pure, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 30 },
            { name: 'words', test: /node_modules[\\/](i18next|react-i18next|i18next-http-backend)[\\/]/, priority: 25 },
            // What declarations are made of: sixty small files, which no screen does without, compress better as one.
            { name: 'language', test: /src[\\/](schema[\\/].*|fields[\\/](?!kit)([^\\/]+)[\\/]\2)\.ts$/, priority: 20 },
          ],
        },
      },
    },
  },
});
