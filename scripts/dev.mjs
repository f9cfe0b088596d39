/** `npm run dev`: the server restarts and the page reloads as files change; both end together. `--server-only` leaves the page out. */
import { commandLine } from './lib/commandLine.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { root } from './lib/run.mjs';

requireNode();
const { values } = commandLine({
  usage: `npm run dev [-- --server-only]

Runs the server and the page; the server restarts and the page reloads as files change. PORT and PAGE_PORT choose the ports.
  --server-only   leaves the page out`,
  options: { 'server-only': { type: 'boolean', default: false } },
});
process.chdir(root);
await import('./lib/freshIndexes.mjs');
await import('tsx');
const { dev } = await import('./dev/dev.ts');
await dev({ hasPage: !values['server-only'] });
