/** `npm run dev`: the server restarts and the page reloads as files change; both end together. `--server-only` leaves the page out. */
import { requireNode } from './lib/requireNode.mjs';
import { root } from './lib/run.mjs';

requireNode();
process.chdir(root);
await import('tsx');
const { dev } = await import('./dev/dev.ts');
await dev({ hasPage: !process.argv.includes('--server-only') });
